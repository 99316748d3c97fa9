import { isTScale } from '../../../domain/instrument-items.ts';
import type { IsoDate } from '../../../domain/iso-date.ts';
import { nothing, type Html } from '../html.ts';
import { coordinate as at, endNumber, germanNumber, scoreDigits } from '../number-format.ts';
import { cutsOf, rangeAround, type ExpectedDay, type ScaleRow, type ShownBand } from '../scale-row.ts';
import { axis, bandRect, drawing, frameRect, shape, svgText, textWidth, wrapped } from './chart-scale.ts';
import type { Labels } from './chart-scale.ts';
import { courseLine, LAST_RADIUS, pointMarks, whiskers, withNewest } from './course-marks.ts';
import {
  byWeight,
  labelHeight,
  LETTERS,
  placed,
  therapyMarks,
  timeLabels,
  timeScale,
  type Frame,
} from './time-labels.ts';

/**
 * How a course is drawn: `full` names bands, `compact` has the cut-offs only, and so has `card`, which is never shrunk.
 * `plain` is for patients: no bands, no numbers, and up is always better.
 */
export type CourseStyle = 'full' | 'compact' | 'card' | 'plain';

type Size = { width: number; height: number };

const margins = {
  full: { left: 44, right: 112, top: 26 },
  compact: { left: 40, right: 10, top: 26 },
  card: { left: 30, right: 4, top: 22 },
  plain: { left: 10, right: 10, top: 26 },
} as const satisfies Record<CourseStyle, object>;

/** The course of a scale by date as a line, with the 95 % interval at each point. */
export function courseChart(shown: ScaleRow, labels: Labels, style: CourseStyle, size: Size): Html {
  const { course, time } = shown;
  const frame = frameOf(shown, style, size);
  const isPlain = style === 'plain';
  const points = isPlain ? course.map((point) => ({ ...point, change: null })) : withNewest(shown);
  return drawing({ ...labels, ...size, cls: `rz-chart rz-course rz-course-${style}` }, [
    ...(isPlain ? [baseFrame(frame)] : scaleFrame(shown, frame)),
    ...(style === 'full' ? bandNames(shown, frame) : []),
    ...(shown.expected ? expectedArea(shown.expected, frame) : []),
    ...therapyMarks(time, frame, style === 'full' || isPlain),
    ...timeLabels(course, time, frame, shrinks(style)),
    isPlain ? nothing : whiskers(course, frame),
    courseLine(course, frame, { 'stroke-width': 2.5, 'stroke-linejoin': 'round' }),
    ...pointMarks(points, frame),
    ...(isPlain ? [] : valueTexts(shown, style, frame)),
  ]);
}

// On a phone a full chart scrolls, and a card has its own width.
const shrinks = (style: CourseStyle) => style === 'compact' || style === 'plain';

export function frameOf(shown: ScaleRow, style: CourseStyle, size: Size): Frame {
  const { scale, time } = shown;
  const { left: usual, right: margin, top } = margins[style];
  const letters = shrinks(style) ? LETTERS.narrow : LETTERS.wide;
  const isPlain = style === 'plain';
  const ends = isPlain ? [] : endNumbers(shown);
  const left = Math.max(usual, ...ends.map((text) => textWidth(text, letters) + END_GAP));
  const right = size.width - margin;
  const bottom = size.height - labelHeight(letters);
  const flipped = isPlain && scale.direction === 'high_is_worse';
  const toY = axis(drawnRange(shown), flipped ? [top, bottom] : [bottom, top]);
  const toX = timeScale(time, [left + 12, right - 12]);
  return { left, right, top, bottom, width: size.width, toX, toY };
}

const drawnRange = (shown: ScaleRow) => (isTScale(shown.scale) ? focused(shown) : shown.range);

/** A scale without cut-offs has the numbers of its ends, the upper one first. */
function endNumbers(shown: ScaleRow): readonly string[] {
  const { bands, scale } = shown;
  if (bands.length > 1) return [];
  const { lower, upper } = drawnRange(shown);
  return [upper, lower].map((end) => endNumber(scale, end));
}

/** Between the number of an end and the frame. */
const END_GAP = 5;

function endTexts(shown: ScaleRow, { left, top, bottom }: Frame): readonly Html[] {
  const size = LETTERS.wide;
  const heights = [top + 9, bottom];
  return endNumbers(shown).map((text, index) =>
    svgText(text, { x: left - END_GAP, y: heights[index] ?? bottom, anchor: 'end', size }),
  );
}

// A T-scale has no ends: the chart shows the cut-offs, the intervals and ten points around them.
function focused({ scale, course, bands, expected = [] }: ScaleRow): ScaleRow['range'] {
  const cuts = cutsOf(bands);
  const around = {
    lower: Math.min(...cuts.map((cut) => cut - 10)),
    upper: Math.max(...cuts.map((cut) => cut + 10)),
  };
  const hoped = expected.map(({ mean, four_fifths: interval }) => ({ value: mean, interval }));
  return rangeAround(scale, around, [...course, ...hoped]);
}

/** What was expected: the bands of 80 and 50 %, and their middle as a dashed line. */
function expectedArea(days: readonly ExpectedDay[], { toX, toY }: Frame): readonly Html[] {
  const point = (date: IsoDate, value: number) => `${at(toX(date))},${at(toY(value))}`;
  const area = (key: 'four_fifths' | 'half') => {
    const upper = days.map((day) => point(day.date, day[key].upper));
    const lower = days.toReversed().map((day) => point(day.date, day[key].lower));
    const points = [...upper, ...lower].join(' ');
    const fill = { fill: 'currentColor', 'fill-opacity': '0.14' };
    return shape('polygon', { class: 'rz-expected', points, ...fill });
  };
  const points = days.map(({ date, mean }) => point(date, mean)).join(' ');
  const stroke = { stroke: 'currentColor', 'stroke-width': 1.5, 'stroke-dasharray': '6 4' };
  const middle = shape('polyline', { class: 'rz-expected-middle', points, fill: 'none', ...stroke });
  return [area('four_fifths'), area('half'), middle];
}

function baseFrame({ left, right, bottom }: Frame): Html {
  const ends = { x1: left, x2: right, y1: bottom, y2: bottom };
  return shape('line', { class: 'rz-axis', ...ends, stroke: 'currentColor' });
}

/** Bands, cut-offs and the numbers beside them. */
export function scaleFrame(shown: ScaleRow, frame: Frame): readonly Html[] {
  return [...bandAreas(shown, frame), ...cutLines(shown, frame), ...endTexts(shown, frame)];
}

function bandAreas({ bands }: ScaleRow, frame: Frame): readonly Html[] {
  const { left: x, right, top, bottom } = frame;
  const width = right - x;
  const areas = bands.map((band) => {
    const [high, low] = heightsOf(band, frame);
    return bandRect(band, { x, y: high, width, height: Math.max(0, low - high) });
  });
  return [...areas, frameRect({ x, y: top, width, height: bottom - top })];
}

/** The upper and the lower edge of a band. */
function heightsOf({ from, to, isFirst, isLast }: ShownBand, { toY, top, bottom }: Frame) {
  return [isLast ? top : toY(to), isFirst ? bottom : toY(from)] as const;
}

function cutLines({ bands, scale }: ScaleRow, { left, right, toY, top, bottom }: Frame): readonly Html[] {
  // The number of a near cut-off stands above the one before it.
  let free = Number.POSITIVE_INFINITY;
  return cutsOf(bands).flatMap((cut) => {
    const y = toY(cut);
    if (y <= top || y >= bottom) return [];
    const base = Math.min(y + 4, free);
    free = base - LETTERS.wide;
    return [
      shape('line', { class: 'rz-cut', x1: left, x2: right, y1: y, y2: y, stroke: 'currentColor' }),
      svgText(endNumber(scale, cut), { x: left - 5, y: base, anchor: 'end', size: LETTERS.wide }),
    ];
  });
}

function bandNames({ bands }: ScaleRow, frame: Frame): readonly Html[] {
  const look = { x: frame.right + 8, anchor: 'start', size: LETTERS.wide, cls: 'rz-name' } as const;
  return bands.flatMap((band) => {
    const [high, low] = heightsOf(band, frame);
    if (low - high < 14) return [];
    const lines = wrapped(band.label, 100, LETTERS.wide);
    const start = (high + low) / 2 + 4 - ((lines.length - 1) * 14) / 2;
    return lines.map((line, index) => svgText(line, { ...look, y: start + index * 14 }));
  });
}

/** How far from its line the name of admission or discharge and a number beside it reach. */
const NAME_REACH = 56;

// The numbers that have room; the last and the first one come first. A number stands above the interval, whose line would
// cross it, and above the frame where the frame would cross it. In a small chart all stand above the frame, where no line is. Far from
// their points they must not be taken for those of others: without room for all, only the first and the last one have theirs.
// There a full chart names admission and discharge, so a number beside one of them stands below its interval.
function valueTexts({ course, scale, time }: ScaleRow, style: CourseStyle, frame: Frame): readonly Html[] {
  const { toX, toY, top, width } = frame;
  const last = course.at(-1);
  const size = LETTERS.wide;
  const isFull = style === 'full';
  const named = course.map((point) => ({
    point,
    text: germanNumber(point.value, scoreDigits(scale)),
    x: toX(point.date),
  }));
  const days = isFull ? Object.values(time.therapy) : [];
  const lines = days.filter((day) => day !== null).map(toX);
  const fitting = placed(byWeight(named), size, width);
  const outer = named.filter((_, index) => index === 0 || index === named.length - 1);
  const shown = isFull || fitting.length === named.length ? fitting : placed(byWeight(outer), size, width);
  const room = new Set(shown.map(({ x }) => x));
  return named.map(({ point, text, x: middle }) => {
    const half = textWidth(text, size) / 2;
    const x = Math.max(half, Math.min(middle, width - half));
    if (!room.has(x)) return nothing;
    const mark = toY(point.value);
    const above = Math.min(mark - 11, toY(point.interval?.upper ?? point.value) - 5);
    const isInside = isFull && above - size >= top;
    const below = toY(point.interval?.lower ?? point.value) + size + 2;
    const isNamed = lines.some((line) => Math.abs(line - x) < NAME_REACH);
    const outside = isNamed ? below : Math.min(top - 5, mark - LAST_RADIUS - 4);
    const y = isInside ? above : outside;
    return svgText(text, { x, y, size, cls: point === last ? 'rz-value' : 'rz-digits' });
  });
}
