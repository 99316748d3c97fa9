import { axis, bandRect, drawing, svgText, textWidth, wrapped, type Axis } from '../print/chart-scale.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';
import { html, nothing, type Html } from '../print/html.ts';
import { NARROW_HEIGHT, narrowNames } from './narrow-names.ts';
import { coordinate as at, germanNumber, scoreDigits } from '../print/number-format.ts';
import type { CoursePoint, ShownScale } from './report-data.ts';

/**
 * How a course is drawn: `full` names bands, points and dates, `compact` the first and the last point, `plain` is for
 * patients: no bands, no numbers, and up is always better.
 */
export type CourseStyle = 'full' | 'compact' | 'plain';
type Size = { width: number; height: number };
type Labels = { id: string; title: string; desc: string };

const LABEL = 11;
const margins = {
  full: { left: 40, right: 104, top: 20 },
  compact: { left: 34, right: 14, top: 20 },
  plain: { left: 14, right: 14, top: 14 },
} as const satisfies Record<CourseStyle, object>;

type Frame = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  toX: (index: number) => number;
  toY: Axis;
  step: number;
};

/** The course of a scale over all measurement points as a line, with the 95 % interval at each point. */
export function courseChart(shown: ShownScale, labels: Labels, style: CourseStyle, size: Size): Html {
  const { course, scale } = shown;
  const frame = frameOf(shown, style, size);
  const digits = scoreDigits(scale);
  return drawing({ ...labels, ...size, cls: `rz-chart rz-course rz-course-${style}` }, [
    ...(style === 'plain' ? [baseFrame(frame)] : bandAreas(shown, frame)),
    ...(style === 'plain' ? [] : cutLines(shown, frame)),
    ...(style === 'full' ? bandNames(shown, frame) : []),
    ...names(course, frame, style),
    ...(style === 'plain' ? [] : course.map((point, index) => whisker(point, frame, index))),
    courseLine(course, frame),
    ...course.map((point, index) =>
      mark(style === 'plain' ? { ...point, change: null } : point, frame, index, index === course.length - 1),
    ),
    ...(style === 'plain' ? [] : valueTexts(course, frame, digits, style)),
  ]);
}

function frameOf({ course, range, scale, bands }: ShownScale, style: CourseStyle, size: Size): Frame {
  const { right: margin, top } = margins[style];
  const right = size.width - margin;
  const left = leftMargin(course, style, right);
  const step = (right - left) / course.length;
  const nameRoom = nameHeight(course, step, style);
  const bottom = size.height - (style === 'plain' ? Math.max(NARROW_HEIGHT, nameRoom) : nameRoom);
  const shownRange = scale.method === 'irt' ? focused(course, bands, range) : range;
  const flipped = style === 'plain' && scale.direction === 'high_is_worse';
  const toY = axis(shownRange, flipped ? [top, bottom] : [bottom, top]);
  return { left, right, top, bottom, toX: (index) => left + (index + 0.5) * step, toY, step };
}

// A slanted name of the first point begins left of it.
function leftMargin(course: readonly CoursePoint[], style: CourseStyle, right: number): number {
  const { left } = margins[style];
  const step = (right - left) / course.length;
  return namingOf(course, step, style) === 'slanted' ? Math.max(left, 64 - step / 2) : left;
}

// A T-scale has no ends: show the cut-offs, the intervals and ten points around them.
function focused(
  course: readonly CoursePoint[],
  bands: ShownScale['bands'],
  range: ShownScale['range'],
): ShownScale['range'] {
  const cuts = bands.filter(({ isFirst }) => !isFirst).map(({ from }) => from);
  const reach = course.flatMap(({ value, interval }) => [
    value,
    interval?.lower ?? value,
    interval?.upper ?? value,
  ]);
  const lower = Math.min(...reach, ...cuts.map((cut) => cut - 10));
  const upper = Math.max(...reach, ...cuts.map((cut) => cut + 10));
  return {
    lower: Math.max(range.lower, Math.floor(lower / 5) * 5),
    upper: Math.min(range.upper, Math.ceil(upper / 5) * 5),
  };
}

function baseFrame({ left, right, bottom }: Frame): Html {
  return html`<line
    class="rz-axis"
    x1="${at(left)}"
    x2="${at(right)}"
    y1="${at(bottom)}"
    y2="${at(bottom)}"
    stroke="currentColor"
  />`;
}

function bandAreas({ bands }: ShownScale, { left, right, toY, top, bottom }: Frame): readonly Html[] {
  const areas = bands.map((band) => {
    const high = band.isLast ? top : toY(band.to);
    const low = band.isFirst ? bottom : toY(band.from);
    return bandRect(band, { x: left, y: high, width: right - left, height: Math.max(0, low - high) });
  });
  const frame = html`<rect
    class="rz-frame"
    x="${at(left)}"
    y="${at(top)}"
    width="${at(right - left)}"
    height="${at(bottom - top)}"
    fill="none"
    stroke="currentColor"
  />`;
  return [...areas, frame];
}

function cutLines({ bands, scale }: ShownScale, { left, right, toY, top, bottom }: Frame): readonly Html[] {
  const cuts = bands.filter(({ isFirst }) => !isFirst).map(({ from }) => from);
  return cuts.map((cut) => {
    const y = toY(cut);
    if (y <= top || y >= bottom) return nothing;
    const text = germanNumber(cut, Number.isInteger(cut) ? 0 : scoreDigits(scale));
    return html`<line
        class="rz-cut"
        x1="${at(left)}"
        x2="${at(right)}"
        y1="${at(y)}"
        y2="${at(y)}"
        stroke="currentColor"
      />${svgText(text, { x: left - 5, y: y + 4, anchor: 'end' })}`;
  });
}

function bandNames({ bands }: ShownScale, { right, toY, top, bottom }: Frame): readonly Html[] {
  return bands.map(({ label, from, to, isFirst, isLast }) => {
    const high = isLast ? top : toY(to);
    const low = isFirst ? bottom : toY(from);
    if (low - high < 12) return nothing;
    const lines = wrapped(label, 92, LABEL);
    const start = (high + low) / 2 + 4 - ((lines.length - 1) * 12) / 2;
    return html`${lines.map((line, index) =>
      svgText(line, { x: right + 8, y: start + index * 12, anchor: 'start', cls: 'rz-name' }),
    )}`;
  });
}

function courseLine(course: readonly CoursePoint[], { toX, toY }: Frame): Html {
  const points = course.map(({ value }, index) => `${at(toX(index))},${at(toY(value))}`).join(' ');
  return html`<polyline
    class="rz-line"
    points="${points}"
    fill="none"
    stroke="currentColor"
    stroke-width="2.5"
    stroke-linejoin="round"
  />`;
}

function whisker({ interval }: CoursePoint, { toX, toY }: Frame, index: number): Html {
  if (!interval) return nothing;
  const x = at(toX(index));
  return html`<line
    class="rz-interval"
    x1="${x}"
    x2="${x}"
    y1="${at(toY(interval.lower))}"
    y2="${at(toY(interval.upper))}"
    stroke="currentColor"
  />`;
}

/** Hollow: as at the start. Filled: reliably changed since then, a circle for better, a square for worse. */
function mark({ value, change }: CoursePoint, { toX, toY }: Frame, index: number, isLast: boolean): Html {
  const x = toX(index);
  const y = toY(value);
  const radius = isLast ? 6.5 : 5;
  const kind = change?.kind ?? 'unchanged';
  const cls = `rz-point rz-point-${kind}${isLast ? ' rz-point-last' : ''}`;
  const fill = kind === 'unchanged' ? '#fff' : 'currentColor';
  if (kind === 'worse') {
    return html`<rect
      class="${cls}"
      x="${at(x - radius)}"
      y="${at(y - radius)}"
      width="${at(radius * 2)}"
      height="${at(radius * 2)}"
      fill="${fill}"
      stroke="currentColor"
      stroke-width="2"
    />`;
  }
  return html`<circle
    class="${cls}"
    cx="${at(x)}"
    cy="${at(y)}"
    r="${radius}"
    fill="${fill}"
    stroke="currentColor"
    stroke-width="2"
  />`;
}

function valueTexts(
  course: readonly CoursePoint[],
  { toX, toY, top, step }: Frame,
  digits: number,
  style: CourseStyle,
): readonly Html[] {
  return course.map(({ value, interval }, index) => {
    const isEnd = index === 0 || index === course.length - 1;
    if (!isEnd && (style === 'compact' || step < 34)) return nothing;
    const size = index === course.length - 1 ? 13 : LABEL;
    const cls = index === course.length - 1 ? 'rz-value' : 'rz-digits';
    // Above the interval, whose line would cross it; where the frame would, above that.
    const y = Math.min(toY(value) - 11, toY(interval?.upper ?? value) - 5);
    return svgText(germanNumber(value, digits), {
      x: toX(index),
      y: y - size < top ? top - 5 : y,
      size,
      cls,
    });
  });
}

type Naming = 'lines' | 'slanted' | 'ends';

// Names stand in up to two lines below their points; where that is too narrow they are slanted.
function namingOf(course: readonly CoursePoint[], step: number, style: CourseStyle): Naming {
  if (style === 'compact' && course.length > 2) return 'ends';
  const fits = course.every(({ label }) => {
    const lines = wrapped(label, step - 6, LABEL);
    return lines.length <= 2 && lines.every((line) => textWidth(line, LABEL) <= step - 2);
  });
  return fits && step >= textWidth('00.00.0000', LABEL - 1) ? 'lines' : 'slanted';
}

function nameHeight(course: readonly CoursePoint[], step: number, style: CourseStyle): number {
  const naming = namingOf(course, step, style);
  if (naming === 'ends') return 22;
  if (naming === 'slanted') return 74;
  const two = course.some(({ label }) => wrapped(label, step - 6, LABEL).length > 1);
  return two ? 50 : 38;
}

// Patients read their report on a phone: for them there are larger names, too.
function names(course: readonly CoursePoint[], frame: Frame, style: CourseStyle): readonly Html[] {
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
