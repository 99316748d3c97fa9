import type { ScoreChange } from '../../domain/scoring-change.ts';
import { axis, drawing } from '../print/chart-scale.ts';
import { html, nothing, type Html } from '../print/html.ts';
import { coordinate as at } from '../print/number-format.ts';
import type { ShownBand, ShownScale } from './report-data.ts';
import type { Line } from '../documents/content.ts';

/** The name of a band, set off by a frame and a filling that also differ in grey. */
export function bandChip(band: ShownBand | null): Html {
  return band ? html`<span class="rz-chip rz-${band.tone}-${band.rank}">${band.label}</span>` : nothing;
}

/** The same for paper. */
export function chipOf(band: ShownBand | null): Line {
  return band ? [{ text: band.label, chip: `${band.tone}-${band.rank}` }] : [];
}

/** The same marks as in the course charts. */
export const glyphs = { recovered: '●', improved: '●', unchanged: '○', worse: '■' } as const satisfies Record<
  ScoreChange['kind'],
  string
>;

export function changeMark(kind: ScoreChange['kind'], text: string): Html {
  return html`<span class="rz-change rz-change-${kind}"
    ><span class="rz-glyph" aria-hidden="true">${glyphs[kind]}</span>${text}</span
  >`;
}

const SPARK = { width: 108, height: 30, margin: 6 };

/** A course in the size of a word; its numbers stand in the table of the section. */
export function sparkline(
  { course, range, scale }: ShownScale,
  id: string,
  title: string,
  desc: string,
): Html {
  const { width, height, margin } = SPARK;
  const last = course.at(-1);
  if (!last) return nothing;
  const span = scale.method === 'irt' ? { lower: 30, upper: 80 } : range;
  const toY = axis(span, [height - margin, margin]);
  const step = course.length > 1 ? (width - 2 * margin) / (course.length - 1) : 0;
  const toX = (index: number) => (course.length > 1 ? margin + index * step : width / 2);
  const points = course.map(({ value }, index) => `${at(toX(index))},${at(toY(value))}`).join(' ');
  const end = { x: at(toX(course.length - 1)), y: at(toY(last.value)) };
  return drawing({ id, title, desc, width, height, cls: 'rz-chart rz-spark' }, [
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
