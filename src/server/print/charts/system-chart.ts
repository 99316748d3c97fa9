import { html, nothing, type Html } from '../html.ts';
import { coordinate as at } from '../number-format.ts';
import { greys } from '../palette.ts';
import type { CoursePoint, ShownScale } from '../shown-scale.ts';
import { drawing, svgText, type Labels } from './chart-scale.ts';
import { bandAreas, cutLines, frameOf } from './course-chart.ts';
import { dateTicks, LETTERS, type Frame } from './time-labels.ts';

/** One person's line. The letter stands at each of its points, so that no line needs a colour of its own. */
export type Series = { readonly letter: string; readonly course: readonly CoursePoint[] };

const DASHES = ['', '7 4', '2 4', '10 3 2 3'] as const;

/** The courses of several persons on one scale, over each other. `shown` holds the points of all of them. */
export function systemChart(
  shown: ShownScale,
  series: readonly Series[],
  labels: Labels,
  size: { readonly width: number; readonly height: number },
): Html {
  const frame = frameOf(shown, 'card', size);
  return drawing({ ...labels, ...size, cls: 'rz-chart rz-course rz-course-card' }, [
    ...bandAreas(shown, frame),
    ...cutLines(shown, frame),
    ...dateTicks(shown.time, frame, LETTERS.wide),
    ...series.map(({ course }, index) => line(course, frame, DASHES[index % DASHES.length] ?? '')),
    ...series.flatMap(({ letter, course }) => course.map((point) => mark(letter, point, frame))),
  ]);
}

function line(course: readonly CoursePoint[], { toX, toY }: Frame, dash: string): Html {
  const points = course.map(({ date, value }) => `${at(toX(date))},${at(toY(value))}`).join(' ');
  return html`<polyline
    class="rz-line"
    points="${points}"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    ${dash === '' ? nothing : html`stroke-dasharray="${dash}"`}
  />`;
}

function mark(letter: string, { date, value }: CoursePoint, { toX, toY }: Frame): Html {
  const [x, y] = [toX(date), toY(value)];
  return html`<circle
      class="rz-point rz-point-unchanged"
      cx="${at(x)}"
      cy="${at(y)}"
      r="9"
      fill="${greys.paper}"
      stroke="currentColor"
      stroke-width="1.5"
    />${svgText(letter, { x, y: y + 4.5, size: LETTERS.wide, cls: 'rz-value' })}`;
}
