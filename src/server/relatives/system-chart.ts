import { html, type Html } from '../print/html.ts';
import { greys } from '../print/palette.ts';
import type { CoursePoint, ScaleRow } from '../print/scale-row.ts';
import { drawing, shape, svgText, type Labels } from '../print/charts/chart-scale.ts';
import { frameOf, scaleFrame } from '../print/charts/course-chart.ts';
import { courseLine } from '../print/charts/course-marks.ts';
import { dateTicks, LETTERS, type Frame } from '../print/charts/time-labels.ts';

/** One person's line. The letter stands at each of its points, so that no line needs a colour of its own. */
export type Series = { readonly letter: string; readonly course: readonly CoursePoint[] };

const STROKES = [
  { 'stroke-width': 2 },
  { 'stroke-width': 2, 'stroke-dasharray': '7 4' },
  { 'stroke-width': 2, 'stroke-dasharray': '2 4' },
  { 'stroke-width': 2, 'stroke-dasharray': '10 3 2 3' },
] as const;

/** The courses of several persons on one scale, over each other. `shown` holds the points of all of them. */
export function systemChart(
  shown: ScaleRow,
  series: readonly Series[],
  labels: Labels,
  size: { readonly width: number; readonly height: number },
): Html {
  const frame = frameOf(shown, 'card', size);
  return drawing({ ...labels, ...size, cls: 'rz-chart rz-course rz-course-card' }, [
    ...scaleFrame(shown, frame),
    ...dateTicks(shown.time, frame, LETTERS.wide),
    ...series.map(({ course }, index) => courseLine(course, frame, STROKES[index % STROKES.length] ?? {})),
    ...marks(series, frame),
  ]);
}

const RADIUS = 9;

type Mark = { readonly letter: string; readonly x: number; readonly y: number };

/** The letters at the points. One that would hide another moves to its side. */
function marks(series: readonly Series[], { toX, toY, right }: Frame): readonly Html[] {
  const all: Mark[] = [];
  const hides = ({ x, y }: Omit<Mark, 'letter'>) =>
    all.some((other) => Math.hypot(other.x - x, other.y - y) < 2 * RADIUS - 2);
  for (const { letter, course } of series) {
    for (const { date, value } of course) {
      const [start, y] = [toX(date), toY(value)];
      // Persons are few; at the end of the axis the letters move to the left.
      const step = (start + 4 * RADIUS > right ? -1 : 1) * (2 * RADIUS - 2);
      let x = start;
      while (hides({ x, y })) x += step;
      all.push({ letter, x, y });
    }
  }
  return all.map(mark);
}

function mark({ letter, x, y }: Mark): Html {
  const circle = shape('circle', {
    class: 'rz-point rz-point-unchanged',
    cx: x,
    cy: y,
    r: RADIUS,
    fill: greys.paper,
    stroke: 'currentColor',
    'stroke-width': 1.5,
  });
  return html`${circle}${svgText(letter, { x, y: y + 4.5, size: LETTERS.wide, cls: 'rz-value' })}`;
}
