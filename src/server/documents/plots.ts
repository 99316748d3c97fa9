import type { Html } from '../print/html.ts';
import { coordinate as at, germanNumber } from '../print/number-format.ts';
import { greys } from '../print/palette.ts';
import { axis, drawing, shape, svgText, type Axis, type Labels } from '../print/charts/chart-scale.ts';

type Point = { readonly x: number; readonly y: number };
type Words = Labels & { xName: string; yName: string };

const SIZE = { width: 640, height: 280 };
const LEFT = 56;
const RIGHT = SIZE.width - 16;
const TOP = 30;
const BOTTOM = SIZE.height - 52;
const TICKS = 5;

/** A curve over x; `floor` is a second, dashed one. The y axis begins at 0. */
export function curvePlot(words: Words, points: readonly Point[], floor: readonly Point[] = []): Html {
  const highest = niceEnd([...points, ...floor].map(({ y }) => y));
  const xs = points.map(({ x }) => x);
  const toX = axis({ lower: Math.min(...xs), upper: Math.max(...xs) }, [LEFT + 14, RIGHT - 14]);
  const toY = axis({ lower: 0, upper: highest }, [BOTTOM, TOP]);
  const names = points
    .filter((_, index) => index % 2 === 0)
    .map(({ x }) => svgText(germanNumber(x, 0), { x: toX(x), y: BOTTOM + 18 }));
  const look = { r: 4, fill: greys.paper, stroke: 'currentColor', 'stroke-width': 2 };
  const marks = points.map(({ x, y }) =>
    shape('circle', { class: 'rz-point', cx: toX(x), cy: toY(y), ...look }),
  );
  const dashed = floor.length > 0 ? [curve(floor, toX, toY, '6 5')] : [];
  return plot(words, highest, toY, [...names, ...dashed, curve(points, toX, toY), ...marks]);
}

/** A bar for each value. */
export function barPlot(words: Words, values: readonly number[]): Html {
  const highest = niceEnd(values);
  const toY = axis({ lower: 0, upper: highest }, [BOTTOM, TOP]);
  const step = (RIGHT - LEFT) / values.length;
  const bars = values.map((value, index) => {
    const [x, y] = [LEFT + index * step + step * 0.15, toY(value)];
    const size = { width: step * 0.7, height: BOTTOM - y };
    return shape('rect', { class: 'rz-bar', x, y, ...size, fill: greys.bar });
  });
  return plot(words, highest, toY, bars);
}

function plot(
  { id, title, desc, xName, yName }: Words,
  highest: number,
  toY: Axis,
  content: readonly Html[],
): Html {
  const steps = Array.from({ length: TICKS + 1 }, (_, index) => (index * highest) / TICKS);
  const digits = highest < TICKS ? 1 : 0;
  const grid = steps.flatMap((value) => {
    const y = toY(value);
    const cls = value === 0 ? 'rz-axis' : 'rz-grid';
    return [
      shape('line', { class: cls, x1: LEFT, x2: RIGHT, y1: y, y2: y, stroke: greys.grid }),
      svgText(germanNumber(value, digits), { x: LEFT - 8, y: y + 4, anchor: 'end' }),
    ];
  });
  return drawing({ id, title, desc, ...SIZE, cls: 'rz-chart' }, [
    svgText(yName, { x: 8, y: 14, anchor: 'start', size: 12 }),
    ...grid,
    ...content,
    svgText(xName, { x: (LEFT + RIGHT) / 2, y: SIZE.height - 10, size: 12 }),
  ]);
}

function curve(points: readonly Point[], toX: Axis, toY: Axis, dashes = 'none'): Html {
  const path = points.map(({ x, y }) => `${at(toX(x))},${at(toY(y))}`).join(' ');
  return shape('polyline', {
    class: 'rz-line',
    points: path,
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': dashes === 'none' ? 2.5 : 1.5,
    'stroke-dasharray': dashes,
  });
}

// The end of an axis whose five parts are round numbers.
function niceEnd(values: readonly number[]): number {
  const most = Math.max(...values, 1e-9);
  const unit = 10 ** Math.floor(Math.log10(most / TICKS));
  const factor = [1, 2, 5, 10].find((one) => one * unit * TICKS >= most) ?? 10;
  return factor * unit * TICKS;
}
