import type { ComponentProps } from 'react';
import { dateHint } from '../../../text/ui.ts';
import { textAfterInput } from '../../ui/date-text.ts';
import { ItemField, type ItemProps } from './ItemField.tsx';

type TextItemProps = ItemProps & { optional?: boolean; hint?: string; input?: ComponentProps<'input'> };

export function TextItem({ optional, input, ...props }: TextItemProps) {
  const { entry, onChange } = props;
  return (
    <ItemField {...props} {...(optional && { optional })}>
      {(attributes) => (
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="next"
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
          autoComplete="off"
          spellCheck={false}
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
          spellCheck={false}
          enterKeyHint="next"
          maxLength={20}
          value={text}
          onChange={(event) => onChange([textAfterInput(text, event.currentTarget.value)])}
        />
      )}
    </ItemField>
  );
}
