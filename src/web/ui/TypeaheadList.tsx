import { type MouseEvent, useEffect, useRef } from 'react';
import { chooseText } from '../../text/choose.ts';
import { Icon } from './Icon.tsx';
import css from './Typeahead.module.css';
import type { Choice } from './typeahead.ts';

type TypeaheadListProps = {
  id: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  active: number;
  onChoose: (choice: Choice) => void;
};

// The focus stays in the text field, whatever is pressed here.
function keepFocus(event: MouseEvent) {
  event.preventDefault();
}

/** What fits what was typed. The keyboard is the text field's. */
export function TypeaheadList({ id, choices, chosen, active, onChoose }: TypeaheadListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (choices.length === 0)
    return (
      <output className={`${css.list} ${css.none}`} id={id}>
        {chooseText.noMatches}
      </output>
    );
  return (
    <div
      className={css.list}
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
          className={css.option}
          data-active={index === active || undefined}
          onMouseDown={keepFocus}
          onClick={() => onChoose(choice)}
        >
          <span className={css.tick}>{chosen.includes(choice.id) && <Icon name="check" size={18} />}</span>
          {choice.text}
        </div>
      ))}
    </div>
  );
}
