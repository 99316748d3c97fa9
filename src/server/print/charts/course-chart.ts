import { html, nothing, type Html } from '../html.ts';
import { coordinate as at, germanNumber, scoreDigits } from '../number-format.ts';
import { greys } from '../palette.ts';
import type { CoursePoint, ShownScale } from '../shown-scale.ts';
import { axis, bandRect, drawing, svgText, wrapped, type Labels } from './chart-scale.ts';
import {
  LABEL,
  NARROW_HEIGHT,
  nameHeight,
  names,
  namingOf,
  type CourseStyle,
  type Frame,
} from './course-names.ts';

type Size = { width: number; height: number };

const margins = {
  full: { left: 40, right: 104, top: 20 },
  compact: { left: 34, right: 14, top: 20 },
  plain: { left: 14, right: 14, top: 14 },
} as const satisfies Record<CourseStyle, object>;

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

// A T-scale has no ends: the chart shows the cut-offs, the intervals and ten points around them.
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

/** Hollow: not reliably changed since the start. Filled: reliably changed. A circle is for better, a square for worse. */
function mark({ value, change }: CoursePoint, { toX, toY }: Frame, index: number, isLast: boolean): Html {
  const x = toX(index);
  const y = toY(value);
  const radius = isLast ? 6.5 : 5;
  const kind = change?.kind ?? 'unchanged';
  const cls = `rz-point rz-point-${kind}${isLast ? ' rz-point-last' : ''}`;
  const fill = kind === 'unchanged' || kind === 'hint' ? greys.paper : 'currentColor';
  if (kind === 'worse' || kind === 'hint') {
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
    // Above the interval, whose line would cross the number; above the frame where the frame would cross it.
    const y = Math.min(toY(value) - 11, toY(interval?.upper ?? value) - 5);
    return svgText(germanNumber(value, digits), {
      x: toX(index),
      y: y - size < top ? top - 5 : y,
      size,
      cls,
    });
  });
}
