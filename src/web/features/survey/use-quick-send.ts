import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { SurveyPage } from '../../../contract/surveys.ts';
import { answerForm, isItemType } from '../../../domain/answer-types.ts';
import { session } from '../../api/session.ts';
import { createStore, useStore } from '../../api/store.ts';

// Long enough to see the tick, and to correct a slip.
const TICK_MS = 400;

/** The patient's wish to go on after a tap. In memory, for this login (R35). */
const wish = createStore(false);
session.subscribe(() => {
  if (!session.get()) wish.set(false);
});

/**
 * Sends a page of one question shortly after its answer was tapped, if the patient wants that. A key never sends it, and neither
 * does a screen reader, which presses without a pointer. A question that may lead to help is always sent by hand.
 */
export function useQuickSend(form: RefObject<HTMLFormElement | null>, page: SurveyPage, isAllowed: boolean) {
  const isOn = useStore(wish);
  const isOffered = isOneChoice(page);
  const pressed = useRef<string | null>(null);
  const [tap, setTap] = useState(0);
  useEffect(() => {
    if (tap === 0) return undefined;
    const timer = setTimeout(() => form.current?.requestSubmit(), TICK_MS);
    return () => clearTimeout(timer);
  }, [form, tap]);
  return {
    wish: isOffered ? { isOn, set: wish.set } : null,
    /** To be called with each chosen option. Any change that no pointer made calls off the sending. */
    choose(option: string | undefined) {
      const byPointer = option !== undefined && pressed.current === option;
      pressed.current = null;
      setTap(isOn && isOffered && isAllowed && byPointer ? tap + 1 : 0);
    },
    cancel: () => setTap(0),
    listeners: {
      onPointerDown: (event: PointerEvent) => (pressed.current = optionUnder(event)),
      onPointerCancel: () => (pressed.current = null),
      onKeyDown: (_event: KeyboardEvent) => (pressed.current = null),
    },
  };
}

function isOneChoice({ items, help }: SurveyPage): boolean {
  const type = items[0]?.type ?? '';
  const isRadio = isItemType(type) && answerForm(type) === 'option' && type !== 'QUESTION_SELECT';
  return items.length === 1 && isRadio && help === null;
}

/** The option under a real pointer. The pointer that a screen reader pretends to have is a point without pressure. */
function optionUnder({ target, width, height, pressure, pointerType }: PointerEvent): string | null {
  const isPretended = (width === 0 && height === 0) || (pointerType === 'mouse' && pressure === 0);
  if (isPretended || !(target instanceof Element)) return null;
  return target.closest('[data-option]')?.getAttribute('data-option') ?? null;
}
