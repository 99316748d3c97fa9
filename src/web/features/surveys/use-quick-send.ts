import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { SurveyItem, SurveyPage } from '../../../contract/surveys.ts';
import { answerForm, isItemType } from '../../../domain/answer-types.ts';
import { session } from '../../api/session.ts';
import { createStore } from '../../api/store.ts';
import { useStore } from '../../api/use-store.ts';
import type { Entries } from './entries.ts';
import { isPretended } from './pointers.ts';

// Long enough to see the tick, and to correct a slip. A page of several questions is looked over once more.
const TICK_MS = 400;
const LOOK_MS = 800;

/** The patient's wish to go on after a tap. In memory, for this login (R35). */
const wish = createStore(false);
session.subscribe(() => {
  if (!session.get()) wish.set(false);
});

type Choice = { item: string; option: string | undefined };

/**
 * Goes on shortly after an answer was tapped, if the patient wants that: to the next question of the page, and after the last one to
 * the next page. A key never does it, and neither does a screen reader, which presses without a pointer. A page with a question that
 * may lead to help is always sent by hand.
 */
export function useQuickSend(
  form: RefObject<HTMLFormElement | null>,
  page: SurveyPage,
  entries: Entries,
  isAllowed: boolean,
) {
  const isOn = useStore(wish);
  const isOffered = hasOnlyChoices(page);
  const isAlone = page.items.length === 1;
  const pressed = useRef<Choice | null>(null);
  const [tap, setTap] = useState({ count: 0, item: '', sends: false });
  useEffect(() => {
    if (tap.count === 0) return undefined;
    const go = () => (tap.sends ? submitOf(form.current)?.click() : showNext(form.current, tap.item));
    const timer = setTimeout(go, tap.sends && !isAlone ? LOOK_MS : TICK_MS);
    return () => clearTimeout(timer);
  }, [form, tap, isAlone]);
  const cancel = () => setTap((last) => (last.count === 0 ? last : { ...last, count: 0 }));
  return {
    wish: isOffered ? { isOn, set: wish.set } : null,
    /** To be called with each chosen option. Any change that no pointer made calls off the sending. */
    choose(item: string, option: string | undefined) {
      const byPointer = pressed.current?.item === item && pressed.current.option === option;
      pressed.current = null;
      if (!isOn || !isOffered || !isAllowed || !byPointer) return cancel();
      const isOpen = ({ id }: SurveyItem) => id !== item && !entries[id]?.[0];
      const isCorrection = !isAlone && Boolean(entries[item]?.[0]);
      const sends = !page.items.some(isOpen);
      return isCorrection ? cancel() : setTap(({ count }) => ({ count: count + 1, item, sends }));
    },
    cancel,
    listeners: {
      onPointerDown(event: PointerEvent) {
        pressed.current = choiceUnder(event);
        // The page must not move below a finger.
        if (!tap.sends) cancel();
      },
      onPointerCancel: () => (pressed.current = null),
      onKeyDown: (_event: KeyboardEvent) => (pressed.current = null),
    },
  };
}

const isChoice = ({ type }: SurveyItem): boolean =>
  isItemType(type) && answerForm(type) === 'option' && type !== 'QUESTION_SELECT';

function hasOnlyChoices({ items, help }: SurveyPage): boolean {
  return items.length > 0 && items.every(isChoice) && help === null;
}

/** The option under a real pointer. */
function choiceUnder(event: PointerEvent): Choice | null {
  const { target } = event;
  if (isPretended(event) || !(target instanceof Element)) return null;
  const option = target.closest<HTMLElement>('[data-option]')?.dataset['option'];
  const item = target.closest<HTMLElement>('[data-item]')?.dataset['item'];
  return item !== undefined && option !== undefined ? { item, option } : null;
}

// Safari 15 has no `requestSubmit`.
const submitOf = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>('[type=submit]');

/** Scrolls to the next open question, unless all of it is above the bar already. */
function showNext(form: HTMLFormElement | null, item: string): void {
  const all = [...(form?.querySelectorAll<HTMLElement>('fieldset[data-item]') ?? [])];
  const after = all.slice(all.findIndex(({ dataset }) => dataset['item'] === item) + 1);
  const next = after.find((one) => !one.querySelector(':checked'));
  const bar = submitOf(form)?.getBoundingClientRect().top ?? innerHeight;
  if (!next || next.getBoundingClientRect().bottom < bar) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  next.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : 'smooth' });
}
