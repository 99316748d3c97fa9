import { dayNumber } from '../../../domain/day-count.ts';
import {
  calendarDay,
  formatIsoDate,
  isoDate,
  type CalendarDay,
  type IsoDate,
} from '../../../domain/iso-date.ts';
import { chartText } from '../../../text/reports.ts';
import { html, nothing, type Html } from '../html.ts';
import { coordinate as at } from '../number-format.ts';
import { shortened } from '../short-name.ts';
import type { CoursePoint, TimeAxis } from '../scale-row.ts';
import { shape, svgText, textWidth, type Label } from './chart-scale.ts';

/** The part of a chart that the course is drawn in. */
export type Frame = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The width of the whole picture: no label leaves it. */
  readonly width: number;
  readonly toX: (date: IsoDate) => number;
  readonly toY: (value: number) => number;
};

/** The size of letters in a chart that has its own width, and in one that a phone shrinks to two thirds. */
export const LETTERS = { wide: 13, narrow: 18 } as const;

/** The room below the axis for dates and names in these letters. */
export function labelHeight(size: number): number {
  return 2 * size + 14;
}

/**
 * Dates and names of the points below the axis. A chart that a phone shrinks has larger ones as well, which the style sheet
 * shows in their place.
 */
export function timeLabels(
  course: readonly CoursePoint[],
  time: TimeAxis,
  frame: Frame,
  shrinks: boolean,
): readonly Html[] {
  const labels = (size: number) => [...dateTicks(time, frame, size), ...pointNames(course, frame, size)];
  const wide = labels(LETTERS.wide);
  if (!shrinks) return wide;
  const narrow = labels(LETTERS.narrow);
  return [html`<g class="rz-wide">${wide}</g>`, html`<g class="rz-narrow" display="none">${narrow}</g>`];
}

/** The labels that stand side by side; the first in the list have the first choice. Each is moved into the picture. */
export function placed(labels: readonly Label[], size: number, width: number): readonly Label[] {
  const taken: { from: number; to: number; label: Label }[] = [];
  for (const { text, x } of labels) {
    const half = textWidth(text, size) / 2;
    const middle = Math.max(half, Math.min(x, width - half));
    const from = middle - half - size / 2;
    const to = middle + half + size / 2;
    if (taken.every((other) => to <= other.from || from >= other.to))
      taken.push({ from, to, label: { text, x: middle } });
  }
  return taken.map(({ label }) => label);
}

/** The last and the first point matter most; the others get the room that is left. */
export function byWeight<Point>(points: readonly Point[]): readonly Point[] {
  const [first, ...rest] = points;
  const last = rest.pop();
  return [last, first, ...rest].filter((point) => point !== undefined);
}

function pointNames(
  course: readonly CoursePoint[],
  { toX, bottom, width }: Frame,
  size: number,
): readonly Html[] {
  // A whole name of the last point is worth more than two cut ones.
  const longest = Math.floor(width / textWidth('m', size)) - 1;
  const labels = byWeight(course).map(({ label, date }) => ({
    text: shortened(label, longest),
    x: toX(date),
  }));
  const y = bottom + 2 * size + 8;
  return placed(labels, size, width).map(({ text, x }) => svgText(text, { x, y, size, cls: 'rz-name' }));
}

export function dateTicks(
  time: TimeAxis,
  { toX, bottom, left, right, width }: Frame,
  size: number,
): readonly Html[] {
  const room = textWidth('00/0000', size) + size;
  const ticks = ticksOf(time, Math.max(2, Math.floor((right - left) / room)));
  const y = bottom + size + 5;
  const labels = ticks.map(({ date, text }) => ({ text, x: toX(date) }));
  const end = bottom + 4;
  const marks = labels.map(({ x }) =>
    shape('line', { class: 'rz-axis', x1: x, x2: x, y1: bottom, y2: end, stroke: 'currentColor' }),
  );
  return [...marks, ...placed(labels, size, width).map(({ text, x }) => svgText(text, { x, y, size }))];
}

type Tick = { readonly date: IsoDate; readonly text: string };

// The steps between two dates of the axis, in months.
const STEPS = [1, 2, 3, 6, 12, 24, 60, 120] as const;

/** The beginnings of months, as many as there is room for; a time of a few weeks has its two ends. */
export function ticksOf({ from, to }: Pick<TimeAxis, 'from' | 'to'>, most: number): readonly Tick[] {
  const [start, end] = [calendarDay(from), calendarDay(to)];
  const first = monthNumber(start) + (start.day > 1 ? 1 : 0);
  const last = monthNumber(end);
  const step = STEPS.find((months) => Math.floor(last / months) - Math.ceil(first / months) < most) ?? 1;
  const begins = Math.ceil(first / step);
  const count = Math.floor(last / step) - begins + 1;
  if (count >= 2 && count <= most)
    return Array.from({ length: count }, (_, index) => monthTick((begins + index) * step, step));
  return (from === to ? [from] : [from, to]).map((date) => ({ date, text: formatIsoDate(date) }));
}

const monthNumber = ({ year, month }: CalendarDay) => year * 12 + month - 1;

function monthTick(number: number, step: number): Tick {
  const [year, month] = [Math.floor(number / 12), (number % 12) + 1];
  const text = step < 12 ? `${String(month).padStart(2, '0')}/${year}` : String(year);
  return { date: isoDate({ year, month, day: 1 }), text };
}

/** Admission and discharge as lines, and a hollow mark on the axis for each survey that was not filled in. */
export function therapyMarks(
  { from, to, therapy, missed }: TimeAxis,
  frame: Frame,
  named: boolean,
): readonly Html[] {
  const { toX, top, bottom, width } = frame;
  const labels = (['admission', 'discharge'] as const).flatMap((end): readonly Label[] => {
    const date = therapy[end];
    return date !== null && date >= from && date <= to ? [{ text: chartText[end], x: toX(date) }] : [];
  });
  const line = { y1: top, y2: bottom, stroke: 'currentColor', 'stroke-dasharray': '4 3' };
  const lines = labels.map(({ x }) => shape('line', { class: 'rz-therapy', x1: x, x2: x, ...line }));
  const names = placed(labels, LETTERS.wide, width).map(({ text, x }) =>
    svgText(text, { x, y: top - 6, size: LETTERS.wide, cls: 'rz-name rz-wide' }),
  );
  return [
    ...lines,
    named ? html`${names}` : nothing,
    ...missed.map(({ date }) => missedMark(toX(date), bottom, 5)),
  ];
}

export function missedMark(x: number, y: number, radius: number): Html {
  const [left, middle, right] = [x - radius, x, x + radius].map(at);
  const d = `M${left} ${at(y)}L${middle} ${at(y - radius)}L${right} ${at(y)}L${middle} ${at(y + radius)}Z`;
  return shape('path', { class: 'rz-missed', d, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5 });
}

/** Where a date lies on the axis of a report, between these two coordinates. */
export function timeScale({ from, to }: TimeAxis, [start, end]: readonly [number, number]): Frame['toX'] {
  const [first, last] = [dayNumber(from), dayNumber(to)];
  if (last <= first) return () => (start + end) / 2;
  return (date) => {
    const part = (dayNumber(date) - first) / (last - first);
    return start + Math.min(1, Math.max(0, part)) * (end - start);
  };
}
