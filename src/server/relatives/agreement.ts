import { agreementOf, type Agreement } from '../../domain/agreement.ts';
import type { Scale } from '../../domain/instrument-schema.ts';
import { dayNumber } from '../../domain/day-count.ts';
import { sectionOf } from '../../domain/sections.ts';
import { systemViewText as text } from '../../text/relatives.ts';
import { table, type Table } from '../print/blocks.ts';
import { germanNumber, scoreDigits, signedNumber } from '../print/number-format.ts';
import type { CoursePoint, ScaleRow } from '../print/scale-row.ts';

/** One person's scale. The letter names the person in charts and tables. */
export type PersonScale = { readonly letter: string; readonly row: ScaleRow };

/** The scales that persons share: the same version and the same norms. */
export type SharedScale = { readonly scale: Scale; readonly people: readonly PersonScale[] };

/** Two measurements that lie further apart say nothing about how far two persons agree. */
const MOST_DAYS_APART = 60;

type Pair = { readonly one: PersonScale; readonly other: PersonScale };

/** How far each two persons agree about their relationships and their system; null where no scale allows it. */
export function agreementTable(shared: readonly SharedScale[]): Table | null {
  const rows = shared
    .filter(({ people: [first] }) => first && sectionOf(first.row.instrument).kind === 'relation')
    .flatMap(({ people }) => pairsOf(people).flatMap(rowOf));
  if (rows.length === 0) return null;
  const { scale, pair, values, difference, agreement, judgement } = text.column;
  return table([scale, pair, values, difference, agreement, judgement], rows, {
    caption: text.agreement,
    label: text.agreement,
  });
}

function pairsOf(people: readonly PersonScale[]): readonly Pair[] {
  return people.flatMap((one, index) => people.slice(index + 1).map((other) => ({ one, other })));
}

function rowOf({ one, other }: Pair): readonly (readonly string[])[] {
  const points = newestTogether(one.row.course, other.row.course);
  const { scale, range } = one.row;
  const judged = points && agreementOf(scale, range, points[0].value, points[1].value);
  if (!points || !judged) return [];
  const digits = scoreDigits(scale);
  const values = points.map(({ value, day }) => `${germanNumber(value, digits)} (${day})`);
  return [
    [
      scale.title,
      text.pair(one.letter, other.letter),
      values.join(' / '),
      differenceText(judged, digits),
      agreementText(judged),
      text.judgement(judged.isReliable),
    ],
  ];
}

function differenceText({ difference, between: { lower, upper } }: Agreement, digits: number): string {
  return text.interval(
    signedNumber(difference, digits),
    signedNumber(lower, digits),
    signedNumber(upper, digits),
  );
}

function agreementText({ agreement, agreementBetween: { lower, upper } }: Agreement): string {
  return text.interval(`${percent(agreement)} %`, percent(lower), percent(upper));
}

const percent = (part: number) => germanNumber(part * 100, 0);

/** The newest two measurements that lie close enough; of several with the same date the closest. */
function newestTogether(
  one: readonly CoursePoint[],
  other: readonly CoursePoint[],
): readonly [CoursePoint, CoursePoint] | undefined {
  const pairs = one.flatMap((a) => other.map((b) => [a, b] as const));
  return pairs
    .filter((pair) => daysApart(pair) <= MOST_DAYS_APART)
    .toSorted((p, q) => earlierDay(q) - earlierDay(p) || daysApart(p) - daysApart(q))[0];
}

type Points = readonly [CoursePoint, CoursePoint];

const daysApart = ([a, b]: Points) => Math.abs(dayNumber(a.date) - dayNumber(b.date));
const earlierDay = ([a, b]: Points) => Math.min(dayNumber(a.date), dayNumber(b.date));
