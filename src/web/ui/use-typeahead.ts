import { type KeyboardEvent, useState } from 'react';
import { type Choice, choicesFor } from './typeahead.ts';

/** What was typed, what fits it and which of that the keyboard is at. `choose` is called with what Enter takes. */
export function useTypeahead(choices: readonly Choice[], choose: (choice: Choice) => void) {
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
    // Nothing fits: Enter must not send the form either.
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
