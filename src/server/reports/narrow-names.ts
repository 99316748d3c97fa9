import { formatIsoDate } from '../../domain/iso-date.ts';
import { svgText, textWidth } from '../print/chart-scale.ts';
import { html, type Html } from '../print/html.ts';
import type { CoursePoint } from './report-data.ts';

// On a phone a chart for patients is drawn at about two thirds of its size: this is then as large as small print.
const NARROW = 17;
const LINE = 19;

/** The least height these names need below the axis. */
export const NARROW_HEIGHT = 44;

type Below = { left: number; right: number; bottom: number };

/**
 * The first and the last point with their dates, large enough for a phone. The style sheet shows them in place of all
 * names where there is little room; without it they are not drawn.
 */
export function narrowNames(course: readonly CoursePoint[], { left, right, bottom }: Below): Html {
  const ends = [course[0], course.at(-1)].filter((point) => point !== undefined);
  const labels = fitting(
    ends.map(({ label }) => label),
    right - left,
  );
  const texts = ends.map(({ date }, index) => {
    const place =
      index === 0 ? ({ x: left, anchor: 'start' } as const) : ({ x: right, anchor: 'end' } as const);
    const name = { ...place, y: bottom + LINE, size: NARROW, cls: 'rz-name' };
    return html`${svgText(labels[index] ?? '', name)}${svgText(formatIsoDate(date), { ...place, y: bottom + 2 * LINE, size: NARROW - 1 })}`;
  });
  return html`<g class="rz-narrow" display="none">${texts}</g>`;
}

/** Labels that stand side by side in this width; where they would not, each has its share. */
function fitting(labels: readonly string[], width: number): readonly string[] {
  const needed = labels.reduce((sum, label) => sum + textWidth(label, NARROW), 0);
  if (needed <= width) return labels;
  const letters = Math.floor(width / labels.length / textWidth('m', NARROW));
  return labels.map((label) =>
    label.length <= letters ? label : `${label.slice(0, letters - 1).trimEnd()}…`,
  );
}
