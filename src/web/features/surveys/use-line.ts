import { type PointerEvent, useRef } from 'react';
import { isPretended } from './pointers.ts';

// A finger that rests moves no further.
const REST_PX = 8;

type Entry = readonly string[];
type Press = { pointerId: number; x: number; y: number; before: Entry; slides: boolean };

/**
 * A finger or a mouse on a line from 0 to 100. The answer is the place where the pointer leaves the line after a tap or a move along it. A
 * scroll of the page that begins on the line is no answer. If the browser takes the finger for something else, the answer of before returns.
 */
export function useLine(entry: Entry, onChange: (entry: Entry) => void, onTaken: () => void) {
  const line = useRef<HTMLSpanElement>(null);
  const press = useRef<Press | null>(null);
  const take = (x: number) => onChange([String(valueAt(line.current, x))]);
  const pressOf = ({ pointerId }: PointerEvent) =>
    press.current?.pointerId === pointerId ? press.current : null;
  return {
    line,
    listeners: {
      onPointerDown(event: PointerEvent) {
        const { pointerId, clientX: x, clientY: y, pointerType } = event;
        if (!event.isPrimary || event.button !== 0 || isPretended(event)) return;
        event.currentTarget.setPointerCapture(pointerId);
        // A mouse never scrolls by a press.
        press.current = { pointerId, x, y, before: entry, slides: pointerType === 'mouse' };
      },
      onPointerMove(event: PointerEvent) {
        const down = pressOf(event);
        if (!down) return;
        const { x, y } = distance(down, event);
        down.slides ||= x > REST_PX && x > y;
        if (down.slides) take(event.clientX);
      },
      onPointerUp(event: PointerEvent) {
        const down = pressOf(event);
        press.current = null;
        if (!down || !(down.slides || isRest(distance(down, event)))) return;
        take(event.clientX);
        onTaken();
      },
      onPointerCancel(event: PointerEvent) {
        const down = pressOf(event);
        press.current = null;
        if (down?.slides) onChange(down.before);
      },
      // The browser would take the focus from the slider.
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  };
}

type Distance = { x: number; y: number };

function distance(down: Press, { clientX, clientY }: PointerEvent): Distance {
  return { x: Math.abs(clientX - down.x), y: Math.abs(clientY - down.y) };
}

const isRest = ({ x, y }: Distance) => Math.max(x, y) <= REST_PX;

/** The nearest whole number from 0 to 100, also beyond the ends. */
function valueAt(line: HTMLElement | null, x: number): number {
  const { left = 0, width = 1 } = line?.getBoundingClientRect() ?? {};
  return Math.round(Math.min(1, Math.max(0, (x - left) / width)) * 100);
}
