import { html, nothing, type Html } from '../html.ts';
import { coordinate as at, germanNumber, scoreDigits } from '../number-format.ts';
import { greys } from '../palette.ts';
import type { CoursePoint, ShownBand, ScaleRow } from '../scale-row.ts';
import { axis, bandRect, drawing, svgText, textWidth, type Axis, type Labels } from './chart-scale.ts';

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
    scoreMark(current, shown, toX, width),
  ]);
}

function barOf({ bands, range }: ScaleRow, toX: Axis): readonly Html[] {
  const whole = [range.lower, range.upper].map(toX);
  const [start = 0, end = 0] = whole;
  const frame = html`<rect
    class="rz-frame"
    x="${at(start)}"
    y="${BAR.y}"
    width="${at(end - start)}"
    height="${BAR.height}"
    fill="none"
    stroke="currentColor"
  />`;
  const rects = bands.map((band) => {
    const x = toX(band.from);
    return bandRect(band, { x, ...BAR, width: toX(band.to) - x });
  });
  return [...rects, frame];
}

function cutOffs(shown: ScaleRow, toX: Axis): readonly Html[] {
  const { bands, range, scale } = shown;
  const cuts = bands.filter(({ isFirst }) => !isFirst).map(({ from }) => from);
  const y = BAR.y + BAR.height;
  const lines = cuts.map((cut) => {
    const x = at(toX(cut));
    return html`<line
      class="rz-cut"
      x1="${x}"
      x2="${x}"
      y1="${BAR.y}"
      y2="${y + 5}"
      stroke="currentColor"
    />`;
  });
  const digits = scoreDigits(scale);
  const texts = spaced([range.lower, ...cuts, range.upper], toX, digits);
  return [...lines, ...texts.map((value) => tick(value, toX, { y: y + 17, digits }))];
}

// Cut-offs keep their numbers; an end of the scale loses its number where there is no room for both.
function spaced(values: readonly number[], toX: Axis, digits: number): readonly number[] {
  const width = (value: number) => textWidth(trimmed(value, digits), TICK);
  const room = (a: number, b: number) => (width(a) + width(b)) / 2 + 5;
  const cuts = values.slice(1, -1);
  const ends = [values[0] ?? 0, values.at(-1) ?? 0];
  const isFree = (end: number) => cuts.every((cut) => Math.abs(toX(cut) - toX(end)) >= room(cut, end));
  return [...cuts, ...ends.filter(isFree)];
}

function tick(value: number, toX: Axis, { y, digits }: { y: number; digits: number }): Html {
  return svgText(trimmed(value, digits), { x: toX(value), y, size: TICK });
}

function trimmed(value: number, digits: number): string {
  return germanNumber(value, Number.isInteger(value) ? 0 : digits);
}

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
  return html`<circle
    class="rz-earlier"
    cx="${at(toX(value))}"
    cy="${MIDDLE}"
    r="5"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-dasharray="2 2"
  />`;
}

function scoreMark({ value, interval }: CoursePoint, { scale }: ScaleRow, toX: Axis, width: number): Html {
  const x = toX(value);
  const text = germanNumber(value, scoreDigits(scale));
  const half = textWidth(text, 17) / 2;
  const labelX = Math.min(Math.max(x, half + 2), width - half - 2);
  return html`${interval && whisker(toX(interval.lower), toX(interval.upper))}<circle
      class="rz-mark"
      cx="${at(x)}"
      cy="${MIDDLE}"
      r="7.5"
      fill="currentColor"
      stroke="${greys.paper}"
      stroke-width="2"
    />${svgText(text, { x: labelX, y: 20, size: 17, cls: 'rz-value' })}`;
}

function whisker(from: number, to: number): Html {
  const caps = [from, to].map(
    (x) => html`<line x1="${at(x)}" x2="${at(x)}" y1="${MIDDLE - 6}" y2="${MIDDLE + 6}" />`,
  );
  return html`<g class="rz-interval" stroke="currentColor" stroke-width="2"
    ><line x1="${at(from)}" x2="${at(to)}" y1="${MIDDLE}" y2="${MIDDLE}" />${caps}</g
  >`;
}
