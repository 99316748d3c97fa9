import { useId } from 'react';
import { surveyText } from '../../../text/survey.ts';
import css from './RangeItem.module.css';
import { Ends, ItemField, type ItemProps } from './ItemField.tsx';

/**
 * 0 to 100 in whole steps (product 5). Text with an e, a plus or a minus is refused as it is typed, so that "-5" does
 * not become another number. The slider sets the same value; a press on it counts even if the slider does not move.
 */
export function RangeItem(props: ItemProps) {
  const { entry, onChange, item } = props;
  const ends = useId();
  const text = entry[0] ?? '';
  const isNumber = /^\d+$/.test(text);
  const word = (value: number) => item.response_options.find((option) => option.value === value)?.label;
  return (
    <ItemField {...props} hint={surveyText.rangeHint}>
      {({ className, ...attributes }) => (
        <div className={css.range}>
          <input
            {...attributes}
            className={`${className} ${css.value}`}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={text}
            onChange={({ currentTarget: { value } }) => /[e+-]/i.test(value) || onChange([value])}
          />
          <input
            type="range"
            min={0}
            max={100}
            step={1}
            aria-label={`${item.content} ${surveyText.rangeSlider}`}
            aria-describedby={ends}
            aria-valuetext={
              isNumber ? [text, word(Number(text))].filter(Boolean).join(': ') : surveyText.notChosen
            }
            className={isNumber ? css.slider : `${css.slider} ${css.unset}`}
            value={isNumber ? text : 50}
            onChange={(event) => onChange([event.currentTarget.value])}
            onClick={(event) => onChange([event.currentTarget.value])}
          />
          <Ends
            id={ends}
            low={<End value={0} word={word(0)} />}
            high={<End value={100} word={word(100)} />}
          />
        </div>
      )}
    </ItemField>
  );
}

function End({ value, word }: { value: number; word: string | undefined }) {
  return (
    <>
      <b>{value}</b> {word}
    </>
  );
}
