import type { ComponentProps } from 'react';
import { surveyText } from '../../../text/survey.ts';
import { dateHint } from '../../../text/ui.ts';
import { textAfterInput } from '../../ui/date-text.ts';
import css from './items.module.css';
import { ItemField, type ItemProps } from './ItemField.tsx';

type TextItemProps = ItemProps & { optional?: boolean; input?: ComponentProps<'input'> };

export function TextItem({ optional, input, ...props }: TextItemProps) {
  const { entry, onChange } = props;
  return (
    <ItemField {...props} {...(optional && { optional })}>
      {(attributes) => (
        <input
          type="text"
          maxLength={10_000}
          {...input}
          {...attributes}
          value={entry[0] ?? ''}
          onChange={(event) => onChange([event.currentTarget.value])}
        />
      )}
    </ItemField>
  );
}

export function TextAreaItem({ optional, ...props }: ItemProps & { optional?: boolean }) {
  const { entry, onChange } = props;
  return (
    <ItemField {...props} {...(optional && { optional })}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={5}
          maxLength={10_000}
          value={entry[0] ?? ''}
          onChange={(event) => onChange([event.currentTarget.value])}
        />
      )}
    </ItemField>
  );
}

export function DateItem(props: ItemProps) {
  const { entry, onChange } = props;
  const text = entry[0] ?? '';
  return (
    <ItemField {...props} hint={dateHint}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={text}
          onChange={(event) => onChange([textAfterInput(text, event.currentTarget.value)])}
        />
      )}
    </ItemField>
  );
}

/**
 * 0 to 100 in whole steps (product 5). Text with an e, a plus or a minus is refused as it is typed, so that "-5" does
 * not become another number. The slider sets the same value; a press on it counts even if the slider does not move.
 */
export function RangeItem(props: ItemProps) {
  const { entry, onChange, item } = props;
  const text = entry[0] ?? '';
  const isNumber = /^\d+$/.test(text);
  return (
    <ItemField {...props} hint={surveyText.rangeHint}>
      {(attributes) => (
        <div className={css.range}>
          <input
            {...attributes}
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
            className={isNumber ? undefined : css.unset}
            value={isNumber ? text : 50}
            onChange={(event) => onChange([event.currentTarget.value])}
            onClick={(event) => onChange([event.currentTarget.value])}
          />
          <div className={css.rangeEnds} aria-hidden="true">
            <span>0</span>
            <span>100</span>
          </div>
        </div>
      )}
    </ItemField>
  );
}
