import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { chooseText } from '../../text/choose.ts';
import { Field, type FieldWords } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { type Tag, Tags } from './Tags.tsx';
import css from './Typeahead.module.css';
import { type Choice, choicesFor, toggled } from './typeahead.ts';

type TypeaheadFieldProps = FieldWords & {
  choices: readonly Choice[];
  chosen: readonly Tag[];
  /** Gets all chosen ids. */
  onChange: (ids: readonly string[]) => void;
};

/** Chooses several out of many by typing: arrow keys move through the matches, Enter takes one, Escape closes the list. */
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
          <div className="anchor">
            <input
              {...attributes}
              ref={input}
              role="combobox"
              aria-expanded={isOpen}
              aria-controls={isOpen ? listId : undefined}
              aria-owns={isOpen ? listId : undefined}
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

type TypeaheadListProps = {
  id: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  active: number;
  onChoose: (choice: Choice) => void;
};

// The focus stays in the text field when a match is pressed.
function keepFocus(event: MouseEvent) {
  event.preventDefault();
}

/** The matches. The text field keeps the keyboard. */
function TypeaheadList({ id, choices, chosen, active, onChoose }: TypeaheadListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (choices.length === 0)
    return (
      <output className={`box muted ${css.list} ${css.none}`} id={id}>
        {chooseText.noMatches}
      </output>
    );
  return (
    <div
      className={`box ${css.list}`}
      ref={list}
      id={id}
      // The browser's own list boxes cannot be searched by any part of their text.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="listbox"
      aria-label={chooseText.results}
      aria-multiselectable="true"
    >
      {choices.map((choice, index) => (
        // The keys are handled by the text field (aria-activedescendant).
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={choice.id}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="option"
          tabIndex={-1}
          aria-selected={chosen.includes(choice.id)}
          className={`hovers ${css.option}`}
          data-active={index === active || undefined}
          onMouseDown={keepFocus}
          onClick={() => onChoose(choice)}
        >
          <span className={css.tick}>{chosen.includes(choice.id) && <Icon name="check" size={18} />}</span>
          <span>{choice.text}</span>
        </div>
      ))}
    </div>
  );
}

/** The typed text, its matches, and the match under the keyboard. `choose` gets the match that Enter takes. */
function useTypeahead(choices: readonly Choice[], choose: (choice: Choice) => void) {
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const shown = isOpen ? choicesFor(choices, typed) : [];

  function show(text: string, open = true) {
    setIsOpen(open);
    setTyped(text);
    setActive(0);
  }
  const close = () => show('', false);
  const take = (choice: Choice) => {
    choose(choice);
    close();
  };

  function pressInList(key: string): boolean {
    const step = steps[key];
    const choice = shown[active];
    if (step) setActive(step(active, shown.length));
    else if (key === 'Enter' && choice) take(choice);
    else if (key === 'Escape') close();
    // Without a match, Enter must not send the form either.
    else return key === 'Enter';
    return true;
  }

  const press = (event: KeyboardEvent) => {
    if (isOpen ? pressInList(event.key) : event.key === 'ArrowDown') event.preventDefault();
    if (!isOpen && event.key === 'ArrowDown') show(typed);
  };
  return { typed, isOpen, shown, active, show, close, take, press };
}

const PAGE = 8;

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (count === 0 ? 0 : (index + 1) % count),
  ArrowUp: (index, count) => (count === 0 ? 0 : (index - 1 + count) % count),
  PageDown: (index, count) => Math.max(0, Math.min(index + PAGE, count - 1)),
  PageUp: (index) => Math.max(index - PAGE, 0),
};
