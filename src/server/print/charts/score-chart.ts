import { html, nothing, type Html } from '../html.ts';
import { coordinate as at, endNumber, germanNumber, scoreDigits } from '../number-format.ts';
import { greys } from '../palette.ts';
import { cutsOf, type CoursePoint, type ShownBand, type ScaleRow } from '../scale-row.ts';
import { axis, bandRect, drawing, frameRect, shape, svgText, textWidth } from './chart-scale.ts';
import type { Axis, Label, Labels } from './chart-scale.ts';

const MARGIN = 16;
const TICK = 11;
const NAME = 12;
const BAR = { y: 30, height: 24 };

/** The score on its scale from the lowest to the highest value: bands with their cut-offs, 95 % interval, first score. */
export function scoreChart(shown: ScaleRow, labels: Labels, width: number): Html {
  const { current, range, course } = shown;
  if (!current) return nothing;
  const toX = axis(range, [MARGIN, width - MARGIN]);
  const first = course[0];
  return drawing({ ...labels, width, height: 92, cls: 'rz-chart rz-score' }, [
    ...barOf(shown, toX),
    ...cutOffs(shown, toX),
    ...bandNames(shown, toX),
    first && first !== current ? earlierMark(first, toX) : nothing,
    ...scoreMark(current, shown, toX, width),
  ]);
}

function barOf({ bands, range }: ScaleRow, toX: Axis): readonly Html[] {
  const between = (from: number, to: number) => ({ ...BAR, x: toX(from), width: toX(to) - toX(from) });
  const rects = bands.map((band) => bandRect(band, between(band.from, band.to)));
  return [...rects, frameRect(between(range.lower, range.upper))];
}

// Cut-offs keep their numbers; an end of the scale loses its number where there is no room for both.
function cutOffs({ bands, range, scale }: ScaleRow, toX: Axis): readonly Html[] {
  const labelOf = (value: number): Label => ({ text: endNumber(scale, value), x: toX(value) });
  const cuts = cutsOf(bands).map(labelOf);
  const ends = [range.lower, range.upper].map(labelOf);
  const y = BAR.y + BAR.height;
  const lines = cuts.map(({ x }) =>
    shape('line', { class: 'rz-cut', x1: x, x2: x, y1: BAR.y, y2: y + 5, stroke: 'currentColor' }),
  );
  const isFree = (end: Label) => cuts.every((cut) => Math.abs(cut.x - end.x) >= roomOf(cut, end));
  const numbers = [...cuts, ...ends.filter(isFree)];
  return [...lines, ...numbers.map(({ text, x }) => svgText(text, { x, y: y + 17, size: TICK }))];
}

const roomOf = (one: Label, other: Label) =>
  (textWidth(one.text, TICK) + textWidth(other.text, TICK)) / 2 + 5;

function bandNames({ bands }: ScaleRow, toX: Axis): readonly Html[] {
  return bands.map((band) => {
    if (!isNamed(band, toX)) return nothing;
    const x = (toX(band.from) + toX(band.to)) / 2;
    return svgText(band.label, { x, y: 88, size: NAME, cls: 'rz-name' });
  });
}

function isNamed({ label, from, to }: ShownBand, toX: Axis): boolean {
  return textWidth(label, NAME) <= toX(to) - toX(from);
}

/** Whether the chart has room for the names of all bands. Where it has not, a list beside it must name them. */
export function namesAllBands({ bands, range }: ScaleRow, width: number): boolean {
  const toX = axis(range, [MARGIN, width - MARGIN]);
  return bands.every((band) => isNamed(band, toX));
}

const MIDDLE = BAR.y + BAR.height / 2;

function earlierMark({ value }: CoursePoint, toX: Axis): Html {
  const stroke = { stroke: 'currentColor', 'stroke-width': 1.5, 'stroke-dasharray': '2 2' };
  return shape('circle', { class: 'rz-earlier', cx: toX(value), cy: MIDDLE, r: 5, fill: 'none', ...stroke });
}

function scoreMark(
  { value, interval }: CoursePoint,
  { scale }: ScaleRow,
  toX: Axis,
  width: number,
): readonly Html[] {
  const x = toX(value);
  const text = germanNumber(value, scoreDigits(scale));
  const half = textWidth(text, 17) / 2;
  const labelX = Math.min(Math.max(x, half + 2), width - half - 2);
  const look = { fill: 'currentColor', stroke: greys.paper, 'stroke-width': 2 };
  return [
    interval ? whisker(toX(interval.lower), toX(interval.upper)) : nothing,
    shape('circle', { class: 'rz-mark', cx: x, cy: MIDDLE, r: 7.5, ...look }),
    svgText(text, { x: labelX, y: 20, size: 17, cls: 'rz-value' }),
  ];
}

function whisker(from: number, to: number): Html {
  const caps = [from, to].map(
    (x) => html`<line x1="${at(x)}" x2="${at(x)}" y1="${MIDDLE - 6}" y2="${MIDDLE + 6}" />`,
  );
  return html`<g class="rz-interval" stroke="currentColor" stroke-width="2"
    ><line x1="${at(from)}" x2="${at(to)}" y1="${MIDDLE}" y2="${MIDDLE}" />${caps}</g
  >`;
}
