import { type ComponentProps, useId, useState } from 'react';
import { surveyText as text } from '../../../text/survey.ts';
import { Button } from '../../ui/Button.tsx';
import type { Elements } from '../../ui/elements.ts';
import { Ends, ItemField, type ItemProps } from './ItemField.tsx';
import css from './RangeItem.module.css';
import { RangeLine } from './RangeLine.tsx';

// A slider without an answer stands here. The arrow keys and the buttons begin here, too.
const MIDDLE = 50;

/**
 * 0 to 100 in whole steps (product 5): a line for a finger, a mouse or the arrow keys, and below it the same number to type or to change
 * by one.
 */
export function RangeItem(props: ItemProps) {
  const { entry, onChange, item } = props;
  const id = useId();
  const typed = entry[0] ?? '';
  const value = /^\d+$/.test(typed) ? Number(typed) : null;
  const word = (of: number) => item.response_options.find((option) => option.value === of)?.label;
  const spoken = value === null ? text.notChosen : [typed, word(value)].filter(Boolean).join(': ');
  return (
    <ItemField {...props}>
      {({ className, 'aria-describedby': described, ...attributes }) => (
        <div className={`stack gap-2 ${css.range}`}>
          <p className={`muted small ${css.words}`}>{text.rangeLine}</p>
          <RangeLine
            {...props}
            position={value ?? MIDDLE}
            isUnset={value === null}
            aria-label={`${item.content} ${text.rangeSlider}`}
            aria-describedby={`${id}-ends`}
            aria-valuetext={spoken}
          />
          <Ends low={<End value={0} word={word(0)} />} high={<End value={100} word={word(100)} />} />
          <span id={`${id}-ends`} hidden>
            {text.rangeEnds(word(0), word(100))}
          </span>
          <p className={`muted small ${css.words}`} id={`${id}-number`}>
            {text.rangeNumber}
          </p>
          <Steps from={value ?? MIDDLE} question={item.content} onStep={(next) => onChange([String(next)])}>
            <NumberBox
              {...attributes}
              className={`${className} ${css.value}`}
              aria-describedby={[`${id}-number ${id}-ends`, described].filter(Boolean).join(' ')}
              value={typed}
              onType={(next) => onChange([next])}
            />
          </Steps>
        </div>
      )}
    </ItemField>
  );
}

function End({ value, word }: { value: number; word: string | undefined }) {
  return (
    <>
      <b>{value}</b>
      {word && <span>{` ${word}`}</span>}
    </>
  );
}

type NumberBoxProps = Omit<ComponentProps<'input'>, 'onChange'> & { onType: (text: string) => void };

/** Refuses an e, a plus or a minus as it is typed, so that "-5" does not become another number. */
function NumberBox({ onType, ...rest }: NumberBoxProps) {
  return (
    <input
      {...rest}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="next"
      maxLength={3}
      onChange={({ currentTarget: { value } }) => /[e+-]/i.test(value) || onType(value)}
    />
  );
}

type StepsProps = { from: number; question: string; onStep: (next: number) => void; children: Elements };

/** A button for one less and one for one more, on both sides of the number. A screen reader hears the number that results. */
function Steps({ from, question, onStep, children }: StepsProps) {
  const [last, setLast] = useState<number>();
  const step = (by: number) => {
    const next = Math.min(100, Math.max(0, from + by));
    setLast(next);
    onStep(next);
  };
  return (
    <div className={`row gap-2 ${css.steps}`}>
      <Button
        look="secondary"
        icon="minus"
        aria-label={`${text.rangeLess}: ${question}`}
        onClick={() => step(-1)}
      />
      {children}
      <Button
        look="secondary"
        icon="plus"
        aria-label={`${text.rangeMore}: ${question}`}
        onClick={() => step(1)}
      />
      <output className="visually-hidden">{last === from && last}</output>
    </div>
  );
}
