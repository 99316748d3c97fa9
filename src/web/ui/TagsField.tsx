import { type KeyboardEvent, useRef, useState } from 'react';
import { chooseText } from '../../text/choose.ts';
import { Field, type FieldWords } from './Field.tsx';
import { Tags } from './Tags.tsx';

type TagsFieldProps = FieldWords & {
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
  maxLength?: number;
};

/** Free labels: Enter adds a label that is not blank and not there yet, and so does leaving the field. */
export function TagsField({ label, hint, error, value, onChange, maxLength }: TagsFieldProps) {
  const [text, setText] = useState('');
  const [news, setNews] = useState({ tag: '', isThere: true });
  // After the form is reset, the last change is no news.
  const isStillSo = news.tag !== '' && value.includes(news.tag) === news.isThere;
  const input = useRef<HTMLInputElement>(null);
  const add = () => {
    const tag = text.trim();
    setText('');
    if (tag === '' || value.includes(tag)) return;
    setNews({ tag, isThere: true });
    onChange([...value, tag]);
  };
  const remove = (tag: string) => {
    setNews({ tag, isThere: false });
    onChange(value.filter((one) => one !== tag));
    input.current?.focus();
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // In this field, Enter does not send the form.
    event.preventDefault();
    add();
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <>
          <Tags tags={value.map((tag) => ({ id: tag, text: tag }))} onRemove={remove} />
          <input
            {...attributes}
            ref={input}
            autoComplete="off"
            spellCheck={false}
            maxLength={maxLength}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={addOnEnter}
            onBlur={add}
          />
          <output className="visually-hidden">
            {isStillSo && (news.isThere ? chooseText.added : chooseText.removed)(news.tag)}
          </output>
        </>
      )}
    </Field>
  );
}
