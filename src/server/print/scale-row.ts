import { isTScale } from '../../domain/instrument-items.ts';
import type { Band, Instrument, Scale } from '../../domain/instrument-schema.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { ScoreChange } from '../../domain/scoring-change.ts';
import { changeText, sentenceText } from '../../text/reports.ts';
import { endNumber, germanNumber, signedNumber, trueDigits } from './number-format.ts';

/**
 * All that any version of a report prints of one scale, each number as it is written. `reports/scale-rows.ts` makes it;
 * overview, section, patient's report, course, relatives and text print it.
 */
export type ScaleRow = {
  /** The beginning of the ids of this scale's charts. */
  readonly id: string;
  readonly instrument: Instrument;
  readonly scale: Scale;
  /** The title where many scales stand together. */
  readonly name: string;
  readonly range: { readonly lower: number; readonly upper: number };
  /** Both ends: "−0,40" and "1". */
  readonly ends: readonly [string, string];
  readonly bands: readonly ShownBand[];
  /** The score of this report; null where the answers allow none. */
  readonly current: CoursePoint | null;
  /** The interval of this score, and the cut-offs of the condition that lie within it; '' without. */
  readonly certainty: string;
  /** The answer that the score stands for, where the scale has no bands. */
  readonly answer: string | null;
  /** In order; the last one is the current score where there is one. */
  readonly course: readonly CoursePoint[];
  /** The course in words, for a screen reader: "Erstgespräch (03.02.2025) T 66,0 auffällig; …". */
  readonly words: string;
  /** Since the point before and since the first point, which may be the same. */
  readonly changes: readonly ShownChange[];
  /** A key of the people whom the course is about, null where it is about nobody else, and whether those before were others. */
  readonly people: { readonly about: string | null; readonly were_others: boolean };
  readonly time: TimeAxis;
  /** Days between the first and the last point, with what is drawn behind the course. */
  readonly expected?: readonly ExpectedDay[];
};

/** One scale at one measurement point. */
export type CoursePoint = {
  readonly label: string;
  /** The label where many points stand together. */
  readonly name: string;
  readonly date: IsoDate;
  /** "03.02.2025" */
  readonly day: string;
  readonly value: number;
  /** "58,3", and with its metric "T 58,3" */
  readonly number: string;
  readonly score: string;
  readonly interval: { readonly lower: number; readonly upper: number } | null;
  /** "52,1 – 64,5"; '' without an interval. */
  readonly spread: string;
  /** The norms that the score was computed with; null without. */
  readonly norm_set: string | null;
  /** The percentile and the norm table that gave it; null without. */
  readonly percentile: { readonly value: number; readonly table: string } | null;
  readonly band: ShownBand | null;
  /** Since the first point. */
  readonly change: ShownChange | null;
  /** An earlier measurement entered into the value. */
  readonly is_carried: boolean;
};

/** The change of a scale since an earlier point. */
export type ShownChange = {
  readonly kind: ScoreChange['kind'];
  readonly since: string;
  /** 1 is just reliable. Changes of different metrics can be compared by it. */
  readonly size: number;
  /** "−7,7", and how many make a change reliable: "6,5" */
  readonly points: string;
  readonly threshold: string;
  /** "−7,7, verlässlich verbessert (verlässlich ab ± 6,5)" */
  readonly words: string;
  /** The same in the cell of a table that names the meaning of the last number in its head. */
  readonly brief: string;
};

/**
 * A band of a scale as it is drawn: from (included) to (excluded), how bad it is, 0 (best) to 3 (worst), and whether its
 * cut-offs describe the condition or only divide the scale.
 */
export type ShownBand = Pick<Band, 'key' | 'label' | 'clinician' | 'patient'> & {
  readonly from: number;
  readonly to: number;
  /** "55 bis unter 65" */
  readonly range: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly rank: 0 | 1 | 2 | 3;
  readonly tone: 'clinical' | 'neutral';
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

/** A day of an expected course: its middle, and where 50 and 80 of 100 lie. */
export type ExpectedDay = { readonly date: IsoDate; readonly mean: number } & Readonly<
  Record<'half' | 'four_fifths', Range>
>;
type Range = { readonly lower: number; readonly upper: number };

const reachOf = ({ value, interval }: Pick<CoursePoint, 'value' | 'interval'>) => [
  value,
  interval?.lower ?? value,
  interval?.upper ?? value,
];

/**
 * The ends of a scale as it is drawn. A T-score has no ends: the usual range grows in steps of five to every value and
 * interval, so that none is drawn at an end that it lies beyond.
 */
export function rangeAround(
  scale: Scale,
  range: ScaleRow['range'],
  measured: readonly Pick<CoursePoint, 'value' | 'interval'>[],
): ScaleRow['range'] {
  if (!isTScale(scale)) return range;
  const reach = measured.flatMap(reachOf);
  return {
    lower: Math.min(range.lower, Math.floor(Math.min(...reach) / 5) * 5),
    upper: Math.max(range.upper, Math.ceil(Math.max(...reach) / 5) * 5),
  };
}

/** The bands with the cut-offs of a group of patients (`bands.groups`), or without one with those of everybody. */
export function shownBands(
  scale: Scale,
  { lower, upper }: ScaleRow['range'],
  group?: string,
): readonly ShownBand[] {
  const list = scale.bands?.list ?? [];
  const own = scale.bands?.groups?.find(({ id }) => id === group)?.cuts;
  const cuts = own ?? list.slice(1).map(({ from }) => from ?? lower);
  return list.map((band, index) => {
    const worse = scale.direction === 'high_is_worse' ? index : list.length - 1 - index;
    const [from, to] = [cuts[index - 1] ?? lower, cuts[index] ?? upper];
    const [isFirst, isLast] = [index === 0, index === list.length - 1];
    return {
      ...band,
      from,
      to,
      range: rangeText(endNumber(scale, from), endNumber(scale, to), isFirst, isLast),
      isFirst,
      isLast,
      rank: rankOf(worse, list.length),
      tone: scale.bands?.condition_severity === 'on' ? 'clinical' : 'neutral',
    };
  });
}

/** The cut-offs between bands, from the lowest on. */
export function cutsOf(bands: readonly ShownBand[]): readonly number[] {
  return bands.filter(({ isFirst }) => !isFirst).map(({ from }) => from);
}

function rangeText(from: string, to: string, isFirst: boolean, isLast: boolean): string {
  if (isFirst && isLast) return sentenceText.bandOnly;
  if (isFirst) return sentenceText.bandFirst(to);
  return isLast ? sentenceText.bandLast(from) : sentenceText.bandBetween(from, to);
}

// Any number of bands is shown in four steps; the best and the worst keep their colours.
function rankOf(worse: number, count: number): ShownBand['rank'] {
  if (count < 2) return 0;
  return ([0, 1, 2, 3] as const)[Math.round((worse * 3) / (count - 1))] ?? 3;
}

/** The name of the earlier point, and what changed since then. */
export function shownChange(scale: Scale, since: string, change: ScoreChange): ShownChange {
  const { kind } = change;
  const { points, threshold } = changeNumbers(scale, change);
  return {
    kind,
    since,
    size: Math.abs(change.points) / change.threshold,
    points,
    threshold,
    words: sentenceText.change(points, changeText[kind], threshold),
    brief: sentenceText.changeInBrief(points, changeText[kind], threshold),
  };
}

/**
 * The points of a change and those that make one reliable. They have as many decimals as the scale, and more where rounding
 * would contradict the words.
 */
export function changeNumbers(
  scale: Scale,
  { points, threshold, kind }: Pick<ScoreChange, 'points' | 'threshold' | 'kind'>,
): Pick<ShownChange, 'points' | 'threshold'> {
  const isReliable = kind !== 'unchanged' && kind !== 'hint';
  const isTrue = (count: number) =>
    Number(Math.abs(points).toFixed(count)) >= Number(threshold.toFixed(count)) === isReliable;
  const count = trueDigits(scale, isTrue);
  return { points: signedNumber(points, count), threshold: germanNumber(threshold, count) };
}
