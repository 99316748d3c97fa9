import { html, nothing, type Html } from '../html.ts';
import { coordinate as at } from '../number-format.ts';
import type { ShownScale } from '../shown-scale.ts';
import { axis, drawing, type Labels } from './chart-scale.ts';

const SPARK = { width: 108, height: 30, margin: 6 };

/** A course in the size of a word; its numbers stand in the table of the section. */
export function sparkline({ course, range, scale }: ShownScale, labels: Labels): Html {
  const { width, height, margin } = SPARK;
  const last = course.at(-1);
  if (!last) return nothing;
  const span = scale.method === 'irt' ? { lower: 30, upper: 80 } : range;
  const toY = axis(span, [height - margin, margin]);
  const step = course.length > 1 ? (width - 2 * margin) / (course.length - 1) : 0;
  const toX = (index: number) => (course.length > 1 ? margin + index * step : width / 2);
  const points = course.map(({ value }, index) => `${at(toX(index))},${at(toY(value))}`).join(' ');
  const end = { x: at(toX(course.length - 1)), y: at(toY(last.value)) };
  return drawing({ ...labels, width, height, cls: 'rz-chart rz-spark' }, [
    html`<line
      class="rz-axis"
      x1="2"
      x2="${width - 2}"
      y1="${height - 1.5}"
      y2="${height - 1.5}"
      stroke="currentColor"
    />`,
    html`<polyline
      class="rz-line"
      points="${points}"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linejoin="round"
    />`,
    html`<circle class="rz-point-last" cx="${end.x}" cy="${end.y}" r="4" fill="currentColor" />`,
  ]);
}
