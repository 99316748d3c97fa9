import { formatIsoDate } from '../../../domain/iso-date.ts';
import { html, type Html } from '../html.ts';
import { coordinate as at } from '../number-format.ts';
import type { CoursePoint } from '../shown-scale.ts';
import { svgText, textWidth, wrapped, type Axis } from './chart-scale.ts';

/**
 * How a course is drawn: `full` names bands, points and dates, `compact` the first and the last point, `plain` is for
 * patients: no bands, no numbers, and up is always better.
 */
export type CourseStyle = 'full' | 'compact' | 'plain';

export type Frame = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  toX: (index: number) => number;
  toY: Axis;
  step: number;
};

/** The size of letters below and beside a course. */
export const LABEL = 11;

type Naming = 'lines' | 'slanted' | 'ends';

// Names stand in up to two lines below their points; where that is too narrow they are slanted.
export function namingOf(course: readonly CoursePoint[], step: number, style: CourseStyle): Naming {
  if (style === 'compact' && course.length > 2) return 'ends';
  const fits = course.every(({ label }) => {
    const lines = wrapped(label, step - 6, LABEL);
    return lines.length <= 2 && lines.every((line) => textWidth(line, LABEL) <= step - 2);
  });
  return fits && step >= textWidth('00.00.0000', LABEL - 1) ? 'lines' : 'slanted';
}

export function nameHeight(course: readonly CoursePoint[], step: number, style: CourseStyle): number {
  const naming = namingOf(course, step, style);
  if (naming === 'ends') return 22;
  if (naming === 'slanted') return 74;
  const two = course.some(({ label }) => wrapped(label, step - 6, LABEL).length > 1);
  return two ? 50 : 38;
}

/** The names of the points below the axis. Patients read on a phone: their chart has larger names as well. */
export function names(course: readonly CoursePoint[], frame: Frame, style: CourseStyle): readonly Html[] {
  const all = pointNames(course, frame, style);
  return style === 'plain' ? [html`<g class="rz-wide">${all}</g>`, narrowNames(course, frame)] : all;
}

function pointNames(course: readonly CoursePoint[], frame: Frame, style: CourseStyle): readonly Html[] {
  const naming = namingOf(course, frame.step, style);
  if (naming === 'ends') return endNames(course, frame);
  if (naming === 'slanted') return course.map(({ label }, index) => slantedName(label, frame, index));
  return course.map(({ label, date }, index) => {
    const lines = wrapped(label, frame.step - 6, LABEL);
    const x = frame.toX(index);
    const texts = lines.map((line, row) =>
      svgText(line, { x, y: frame.bottom + 15 + row * 12, cls: 'rz-name' }),
    );
    return html`${texts}${svgText(formatIsoDate(date), { x, y: frame.bottom + 15 + lines.length * 13, size: LABEL - 1 })}`;
  });
}

function endNames(course: readonly CoursePoint[], { left, right, bottom }: Frame): readonly Html[] {
  const first = svgText(course[0]?.label ?? '', { x: left, y: bottom + 15, anchor: 'start', cls: 'rz-name' });
  const last = svgText(course.at(-1)?.label ?? '', {
    x: right,
    y: bottom + 15,
    anchor: 'end',
    cls: 'rz-name',
  });
  return [first, last];
}

const LONGEST = 20;

function slantedName(label: string, { toX, bottom }: Frame, index: number): Html {
  const x = at(toX(index) + 4);
  const y = at(bottom + 12);
  const shortened = label.length > LONGEST ? `${label.slice(0, LONGEST - 1)}…` : label;
  return html`<text
    class="rz-name"
    x="${x}"
    y="${y}"
    text-anchor="end"
    font-size="${LABEL - 1}"
    fill="currentColor"
    transform="rotate(-38 ${x} ${y})"
    >${shortened}</text
  >`;
}

// A phone shows a chart for patients at about two thirds of its size; letters of this size stay as large as small print.
const NARROW = 17;
const LINE = 19;

/** The least height that the names for a phone need below the axis. */
export const NARROW_HEIGHT = 44;

/**
 * The first and the last point with their dates, large enough for a phone. The style sheet shows them in place of all
 * names where there is little room; without a style sheet they are not drawn.
 */
function narrowNames(course: readonly CoursePoint[], { left, right, bottom }: Frame): Html {
  const ends = [course[0], course.at(-1)].filter((point) => point !== undefined);
  const labels = fitting(
    ends.map(({ label }) => label),
    right - left,
  );
  const texts = ends.map(({ date }, index) => {
    const place =
      index === 0 ? ({ x: left, anchor: 'start' } as const) : ({ x: right, anchor: 'end' } as const);
    const name = { ...place, y: bottom + LINE, size: NARROW, cls: 'rz-name' };
    return html`${svgText(labels[index] ?? '', name)}${svgText(formatIsoDate(date), { ...place, y: bottom + 2 * LINE, size: NARROW - 1 })}`;
  });
  return html`<g class="rz-narrow" display="none">${texts}</g>`;
}

/** Labels that stand side by side in this width; where they are too long, each is cut to its share. */
function fitting(labels: readonly string[], width: number): readonly string[] {
  const needed = labels.reduce((sum, label) => sum + textWidth(label, NARROW), 0);
  if (needed <= width) return labels;
  const letters = Math.floor(width / labels.length / textWidth('m', NARROW));
  return labels.map((label) =>
    label.length <= letters ? label : `${label.slice(0, letters - 1).trimEnd()}…`,
  );
}
