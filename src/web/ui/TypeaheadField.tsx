import { useId, useRef } from 'react';
import { Field, type FieldWords } from './Field.tsx';
import { Tags } from './Tags.tsx';
import { type Choice, toggled } from './typeahead.ts';
import { TypeaheadList } from './TypeaheadList.tsx';
import css from './Typeahead.module.css';
import { useTypeahead } from './use-typeahead.ts';

type TypeaheadFieldProps = FieldWords & {
  choices: readonly Choice[];
  chosen: readonly Choice[];
  /** Is told the ids of the chosen ones. */
  onChange: (ids: readonly string[]) => void;
};

/** Several out of many, found by typing: arrow keys move through what fits, Enter takes it, Escape closes the list. */
export function TypeaheadField({ label, hint, error, choices, chosen, onChange }: TypeaheadFieldProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const ids = chosen.map(({ id }) => id);
  const typeahead = useTypeahead(choices, ({ id }) => onChange(toggled(ids, id)));
  const { typed, isOpen, shown, active, show, close, take, press } = typeahead;
  const remove = (id: string) => {
    onChange(toggled(ids, id));
    input.current?.focus();
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <>
          <Tags tags={chosen} onRemove={remove} />
          <div className={css.box}>
            <input
              {...attributes}
              ref={input}
              role="combobox"
              aria-expanded={isOpen}
              aria-controls={isOpen ? listId : undefined}
              aria-autocomplete="list"
              aria-activedescendant={shown[active] ? `${listId}-${active}` : undefined}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => show(event.currentTarget.value)}
              onClick={() => isOpen || show(typed)}
              onKeyDown={press}
              onBlur={close}
            />
            {isOpen && (
              <TypeaheadList id={listId} choices={shown} chosen={ids} active={active} onChoose={take} />
            )}
          </div>
        </>
      )}
    </Field>
  );
}
