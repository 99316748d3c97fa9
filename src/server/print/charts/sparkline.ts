import { isTScale } from '../../../domain/instrument-items.ts';
import { nothing, type Html } from '../html.ts';
import { rangeAround, type ScaleRow } from '../scale-row.ts';
import { axis, drawing, shape, type Labels } from './chart-scale.ts';
import { courseLine } from './course-marks.ts';
import { missedMark, timeScale } from './time-labels.ts';

const SPARK = { width: 108, height: 30, margin: 6 };

/** A course in the size of a word; its numbers stand in the table of the section. */
export function sparkline({ course, range, scale, time }: ScaleRow, labels: Labels): Html {
  const { width, height, margin } = SPARK;
  const last = course.at(-1);
  if (!last) return nothing;
  const usual = isTScale(scale) ? { lower: 30, upper: 80 } : range;
  const values = course.map(({ value }) => ({ value, interval: null }));
  const span = rangeAround(scale, usual, values);
  const toY = axis(span, [height - margin, margin]);
  const toX = timeScale(time, [margin, width - margin]);
  const bottom = height - 1.5;
  return drawing({ ...labels, width, height, cls: 'rz-chart rz-spark' }, [
    shape('line', { class: 'rz-axis', x1: 2, x2: width - 2, y1: bottom, y2: bottom, stroke: 'currentColor' }),
    ...time.missed.map(({ date }) => missedMark(toX(date), height - 4, 3)),
    courseLine(course, { toX, toY }, { 'stroke-width': 2, 'stroke-linejoin': 'round' }),
    shape('circle', {
      class: 'rz-point-last',
      cx: toX(last.date),
      cy: toY(last.value),
      r: 4,
      fill: 'currentColor',
    }),
  ]);
}
