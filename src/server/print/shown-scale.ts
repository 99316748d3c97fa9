import type { ExpectedDay } from '../../domain/expected-course.ts';
import type { Band, Scale } from '../../domain/instrument-schema.ts';
import { formatIsoDate, type IsoDate } from '../../domain/iso-date.ts';
import type { ScoreChange } from '../../domain/scoring-change.ts';
import { cutoffsWithin } from '../../psychometrics/judged-change.ts';
import { changeText, sentenceText } from '../../text/reports.ts';
import { germanNumber, scoreDigits, signedNumber, valueDigits } from './number-format.ts';

/**
 * A band of a scale as it is drawn: from (included) to (excluded), how bad it is, 0 (best) to 3 (worst), and whether its
 * cut-offs describe the condition or only divide the scale.
 */
export type ShownBand = Pick<Band, 'key' | 'label' | 'clinician' | 'patient'> & {
  readonly from: number;
  readonly to: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly rank: 0 | 1 | 2 | 3;
  readonly tone: 'clinical' | 'neutral';
};

/** One scale at one measurement point. `change` is that since the first point. */
export type CoursePoint = {
  readonly label: string;
  readonly date: IsoDate;
  readonly value: number;
  readonly interval: { readonly lower: number; readonly upper: number } | null;
  /** The norms that the score was computed with; null without. */
  readonly norm_set: string | null;
  readonly band: ShownBand | null;
  readonly change: ScoreChange | null;
  /** An earlier measurement entered into the value. */
  readonly is_carried: boolean;
};

/** The change of a scale since an earlier point. */
export type ShownChange = {
  readonly since: string;
  readonly change: ScoreChange;
};

/** A survey of the time before a report that was not filled in. */
export type MissedPoint = { readonly label: string; readonly date: IsoDate };

/** The time that all charts of a report show: from the admission or the first point to the last one. */
export type TimeAxis = {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly therapy: { readonly admission: IsoDate; readonly discharge: IsoDate | null };
  readonly missed: readonly MissedPoint[];
};

export type ShownScale = {
  /** The beginning of the ids of this scale's charts. */
  readonly id: string;
  readonly scale: Scale;
  readonly range: { readonly lower: number; readonly upper: number };
  readonly bands: readonly ShownBand[];
  /** The score of this report; null where the answers allow none. */
  readonly current: CoursePoint | null;
  /** In order; the last one is the current score where there is one. */
  readonly course: readonly CoursePoint[];
  readonly changes: readonly ShownChange[];
  /** A key of the people whom the course is about, null where it is about nobody else, and whether those before were others. */
  readonly people: { readonly about: string | null; readonly were_others: boolean };
  /** The answer that the score stands for, where the scale has no bands. */
  readonly answer: string | null;
  readonly time: TimeAxis;
  /** The course that was expected from the first measurement, where one was learnt. */
  readonly expected?: readonly ExpectedDay[];
};

type Measured = Pick<CoursePoint, 'value' | 'interval'>;

const reachOf = ({ value, interval }: Measured) => [
  value,
  interval?.lower ?? value,
  interval?.upper ?? value,
];

/**
 * The ends of a scale as it is drawn. A T-score has no ends: the usual range grows in steps of five to every value and
 * interval, so that none is drawn at an end that it lies beyond.
 */
export function rangeAround(
  { method }: Pick<Scale, 'method'>,
  range: ShownScale['range'],
  measured: readonly Measured[],
): ShownScale['range'] {
  if (method !== 'irt') return range;
  const reach = measured.flatMap(reachOf);
  return {
    lower: Math.min(range.lower, Math.floor(Math.min(...reach) / 5) * 5),
    upper: Math.max(range.upper, Math.ceil(Math.max(...reach) / 5) * 5),
  };
}

export function shownBands(scale: Scale, range: ShownScale['range']): readonly ShownBand[] {
  const list = scale.bands?.list ?? [];
  return list.map((band, index) => {
    const worse = scale.direction === 'high_is_worse' ? index : list.length - 1 - index;
    return {
      key: band.key,
      label: band.label,
      clinician: band.clinician,
      patient: band.patient,
      from: band.from ?? range.lower,
      to: list[index + 1]?.from ?? range.upper,
      isFirst: index === 0,
      isLast: index === list.length - 1,
      rank: rankOf(worse, list.length),
      tone: scale.bands?.condition_severity === 'on' ? 'clinical' : 'neutral',
    };
  });
}

// Any number of bands is shown in four steps; the best and the worst keep their colours.
function rankOf(worse: number, count: number): ShownBand['rank'] {
  if (count < 2) return 0;
  return ([0, 1, 2, 3] as const)[Math.round((worse * 3) / (count - 1))] ?? 3;
}

/** A score with its metric: "T 58,3", "3,25". */
export function valueText(scale: Scale, value: number): string {
  const number = germanNumber(value, valueDigits(scale, value));
  return scale.method === 'irt' ? `T ${number}` : number;
}

/** The interval, and the cut-offs of the condition that lie within it. */
export function intervalText(
  { scale, bands, answer }: Pick<ShownScale, 'scale' | 'bands' | 'answer'>,
  { interval }: Pick<CoursePoint, 'interval'>,
): string {
  if (!interval) return answer === null ? '' : sentenceText.answer(answer);
  const digits = scoreDigits(scale);
  const text = sentenceText.interval(
    germanNumber(interval.lower, digits),
    germanNumber(interval.upper, digits),
  );
  if (answer !== null) return `${sentenceText.answer(answer)}; ${text}`;
  const cuts = bands.filter(({ isFirst, tone }) => !isFirst && tone === 'clinical').map(({ from }) => from);
  const within = cutoffsWithin(interval, cuts).map((cut) => trimmed(scale, cut));
  return within.length === 0 ? text : `${text}; ${sentenceText.cutoffsWithin(within)}`;
}

/** The ends of a scale: "−0,40" and "1". */
export function rangeEnds({ scale, range: { lower, upper } }: ShownScale): readonly [string, string] {
  return [trimmed(scale, lower), trimmed(scale, upper)];
}

// A whole number needs no decimals.
function trimmed(scale: Scale, value: number): string {
  return germanNumber(value, Number.isInteger(value) ? 0 : scoreDigits(scale));
}

/** Where a band begins and ends: "55 bis unter 65". */
export function bandRange(scale: Scale, { from, to, isFirst, isLast }: ShownBand): string {
  const text = (value: number) => trimmed(scale, value);
  if (isFirst && isLast) return sentenceText.bandOnly;
  if (isFirst) return sentenceText.bandFirst(text(to));
  return isLast ? sentenceText.bandLast(text(from)) : sentenceText.bandBetween(text(from), text(to));
}

/** "Seit Erstgespräch: −7,7, verlässlich verbessert (verlässlich ab ± 6,5)." */
export function changeSentence(scale: Scale, shown: ShownChange): string {
  return sentenceText.changeSince(shown.since, changeWords(scale, shown));
}

/** "−7,7, verlässlich verbessert (verlässlich ab ± 6,5)" */
export function changeWords(scale: Scale, { change }: Pick<ShownChange, 'change'>): string {
  const { points, threshold } = changeNumbers(scale, change);
  return sentenceText.change(points, changeText[change.kind], threshold);
}

/** How large a change is: 1 is just reliable. Changes of different metrics can be compared by it. */
export const sizeOfChange = ({ points, threshold }: Pick<ScoreChange, 'points' | 'threshold'>) =>
  Math.abs(points) / threshold;

/**
 * The points of a change and those that make one reliable. They have as many decimals as the scale, and more where rounding
 * would contradict the words.
 */
export function changeNumbers(
  scale: Scale,
  { points, threshold, kind }: Pick<ScoreChange, 'points' | 'threshold' | 'kind'>,
): { readonly points: string; readonly threshold: string } {
  const isReliable = kind !== 'unchanged' && kind !== 'hint';
  const isTrue = (count: number) =>
    Number(Math.abs(points).toFixed(count)) >= Number(threshold.toFixed(count)) === isReliable;
  const digits = scoreDigits(scale);
  const count = [digits, digits + 1, digits + 2].find(isTrue) ?? digits + 3;
  return { points: signedNumber(points, count), threshold: germanNumber(threshold, count) };
}

/** The same in the cell of a table that names the meaning of the last number in its head. */
export function changeInBrief(scale: Scale, { change }: Pick<ShownChange, 'change'>): string {
  const { points, threshold } = changeNumbers(scale, change);
  return sentenceText.changeInBrief(points, changeText[change.kind], threshold);
}

/** The course in words, for a screen reader: "Erstgespräch (03.02.2025) 66,0 auffällig; …". */
export function courseWords({ course, scale, time: { missed } }: ShownScale): string {
  const points = course.map(({ label, date, value, band }) =>
    [`${label} (${formatIsoDate(date)})`, valueText(scale, value), band?.label ?? ''].join(' ').trim(),
  );
  const gaps = missed.map(({ label, date }) => `${label} (${formatIsoDate(date)})`);
  return sentenceText.courseDesc(points.join('; '), gaps.join('; '));
}
