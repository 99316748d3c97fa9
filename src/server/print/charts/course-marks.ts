import { nothing, type Html } from '../html.ts';
import { coordinate as at } from '../number-format.ts';
import { greys } from '../palette.ts';
import type { CoursePoint, ScaleRow } from '../scale-row.ts';
import { shape } from './chart-scale.ts';
import type { Frame } from './time-labels.ts';

type Places = Pick<Frame, 'toX' | 'toY'>;

/** The course as a line; the stroke has a width, and may be dashed. */
export function courseLine(
  course: readonly Pick<CoursePoint, 'date' | 'value'>[],
  { toX, toY }: Places,
  stroke: Readonly<Record<`stroke-${string}`, string | number>>,
): Html {
  const points = course.map(({ date, value }) => `${at(toX(date))},${at(toY(value))}`).join(' ');
  return shape('polyline', { class: 'rz-line', points, fill: 'none', stroke: 'currentColor', ...stroke });
}

// One path for all points: forty surveys of twelve scales would otherwise be a thousand elements.
export function whiskers(course: readonly CoursePoint[], { toX, toY }: Places): Html {
  const lines = course.map(({ date, interval }) =>
    interval ? `M${at(toX(date))} ${at(toY(interval.lower))}V${at(toY(interval.upper))}` : '',
  );
  const drawn = lines.join('');
  if (drawn === '') return nothing;
  return shape('path', { class: 'rz-interval', d: drawn, fill: 'none', stroke: 'currentColor' });
}

export const LAST_RADIUS = 6.5;

// Many points get small marks, so that each stands apart from its neighbours.
function markRadius(count: number, { left, right }: Frame): number {
  return Math.min(5, Math.max(2.5, (0.4 * (right - left)) / count));
}

type Kind = NonNullable<CoursePoint['change']>['kind'];

/** The last point shows what became worse since the one before, also where it is still better than the first. */
export function withNewest({ course, changes }: ScaleRow): readonly CoursePoint[] {
  const [last, newest] = [course.at(-1), changes[0]];
  if (!last || (newest?.kind !== 'worse' && newest?.kind !== 'hint')) return course;
  // A hint says less than a reliable worsening since the first point.
  if (newest.kind === 'hint' && last.change?.kind === 'worse') return course;
  return [...course.slice(0, -1), { ...last, change: newest }];
}

/** The points, those of one kind as one path; the last one stands out. */
export function pointMarks(course: readonly CoursePoint[], frame: Frame): readonly Html[] {
  const last = course.at(-1);
  const earlier = Map.groupBy(course.slice(0, -1), kindOf);
  const radius = markRadius(course.length, frame);
  return [
    ...[...earlier].map(([kind, points]) => markPath(points, kind, frame, radius)),
    last ? markPath([last], kindOf(last), frame, LAST_RADIUS) : nothing,
  ];
}

const kindOf = ({ change }: CoursePoint): Kind => change?.kind ?? 'unchanged';

/** Hollow: not reliably changed since the start. Filled: reliably changed. A circle is for better, a square for worse. */
function markPath(points: readonly CoursePoint[], kind: Kind, { toX, toY }: Frame, radius: number): Html {
  const draw = kind === 'worse' || kind === 'hint' ? square : circle;
  const marks = points.map(({ date, value }) => draw(toX(date), toY(value), radius));
  return shape('path', {
    class: `rz-point rz-point-${kind}${radius === LAST_RADIUS ? ' rz-point-last' : ''}`,
    d: marks.join(''),
    fill: kind === 'unchanged' || kind === 'hint' ? greys.paper : 'currentColor',
    stroke: 'currentColor',
    'stroke-width': 2,
  });
}

function square(x: number, y: number, radius: number): string {
  const side = at(radius * 2);
  return `M${at(x - radius)} ${at(y - radius)}h${side}v${side}h-${side}Z`;
}

function circle(x: number, y: number, radius: number): string {
  const [r, across] = [at(radius), at(radius * 2)];
  return `M${at(x - radius)} ${at(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0Z`;
}
