import type { Instrument, Scale } from '../../domain/instrument-schema.ts';
import { instrumentItems, isComparableVersion, isTScale, scaleRange } from '../../domain/instrument-items.ts';
import { formatIsoDate, type IsoDate } from '../../domain/iso-date.ts';
import { isAboutSame, scoreChange } from '../../domain/scoring-change.ts';
import type { MeasuredScore } from '../../domain/scoring-change.ts';
import { cutoffsWithin } from '../../psychometrics/judged-change.ts';
import { sentenceText } from '../../text/reports.ts';
import { endNumber, germanNumber, scoreDigits, valueDigits } from '../print/number-format.ts';
import { cutsOf, rangeAround, shownBands, shownChange } from '../print/scale-row.ts';
import type { CoursePoint, ScaleRow, ShownBand, ShownChange, TimeAxis } from '../print/scale-row.ts';
import { shortPoint, shortScale } from '../print/short-name.ts';

/** A finished measurement point of the patient. A report is about its last one. */
export type MeasurementPoint = {
  readonly label: string;
  readonly date: IsoDate;
  readonly scores: readonly MeasuredScore[];
};

/** One row for each scale of an instrument, from the stored scores of a patient. */
export function scaleRows(
  instrument: Instrument,
  points: readonly MeasurementPoint[],
  time: TimeAxis,
): readonly ScaleRow[] {
  return instrument.scales.map((scale) => scaleRow(instrument, scale, points, time));
}

function scaleRow(
  instrument: Instrument,
  scale: Scale,
  points: readonly MeasurementPoint[],
  time: TimeAxis,
): ScaleRow {
  const scored = scoresOf(instrument, scale, points);
  const comparable = sinceLastBreak(scored, instrument);
  const measured = comparable.map(({ value, score: { interval } }) => ({ value, interval }));
  const range = rangeAround(scale, scaleRange(scale, instrument), measured);
  const bands = shownBands(scale, range, comparable.at(-1)?.score.band_group);
  const course = comparable.map((one) => coursePoint(scale, one, comparable[0], bands));
  const current = isCurrent(comparable, points) ? (course.at(-1) ?? null) : null;
  const answer = current && answerWords(instrument, scale, current.value);
  return {
    id: `rz-${instrument.id}-${scale.key}`,
    instrument,
    scale,
    name: shortScale(scale.title),
    range,
    ends: [endNumber(scale, range.lower), endNumber(scale, range.upper)],
    bands,
    current,
    certainty: current ? certaintyOf(scale, bands, current, answer) : '',
    answer,
    course,
    words: wordsOf(course, time),
    changes: current ? newestChanges(scale, comparable) : [],
    people: peopleOf(scored, comparable),
    time,
  };
}

/** The changes of the last measurement, since the one before and since the first one; none where it has no score. */
export function changesOf(
  instrument: Instrument,
  scale: Scale,
  points: readonly MeasurementPoint[],
): readonly ShownChange[] {
  const comparable = sinceLastBreak(scoresOf(instrument, scale, points), instrument);
  return isCurrent(comparable, points) ? newestChanges(scale, comparable) : [];
}

/** A score with the number that is shown: the T-score, or without one the score in the metric of its scale. */
type Scored = { readonly point: MeasurementPoint; readonly score: MeasuredScore; readonly value: number };

/** The scores of a scale, in order. */
function scoresOf(
  instrument: Instrument,
  scale: Scale,
  points: readonly MeasurementPoint[],
): readonly Scored[] {
  return points.flatMap((point) => {
    const score = point.scores.find((one) => one.instrument_id === instrument.id && one.scale === scale.key);
    const value = score?.t ?? score?.raw ?? null;
    return score && value !== null ? [{ point, score, value }] : [];
  });
}

/** The last scores that have one metric and are about the same people. What lies before is another course. */
function sinceLastBreak(scored: readonly Scored[], instrument: Instrument): readonly Scored[] {
  const now = scored.at(-1);
  if (!now) return [];
  return scored.slice(scored.findLastIndex(({ score }) => !isComparable(score, now.score, instrument)) + 1);
}

// Another norm or another kind of score is another metric, and another version may have other questions: no line joins
// them unless the instrument declares that its scores mean the same. No line joins scores about different people either.
function isComparable(one: MeasuredScore, now: MeasuredScore, { comparable_with }: Instrument): boolean {
  const pinned = { version: now.instrument_version, comparable_with };
  return (
    isComparableVersion(one.instrument_version, pinned) &&
    one.kind === now.kind &&
    one.norm_set === now.norm_set &&
    isAboutSame(one, now)
  );
}

/** Whom the last score is about, and whether the one before its course was about others. */
function peopleOf(scored: readonly Scored[], comparable: readonly Scored[]): ScaleRow['people'] {
  const about = scored.at(-1)?.score.about ?? null;
  const before = scored[scored.length - comparable.length - 1]?.score.about ?? null;
  return { about, were_others: about !== null && before !== null && about !== before };
}

function isCurrent(scored: readonly Scored[], points: readonly MeasurementPoint[]): boolean {
  const now = scored.at(-1);
  return now !== undefined && now.point === points.at(-1);
}

function coursePoint(
  scale: Scale,
  { point, score, value }: Scored,
  first: Scored | undefined,
  bands: readonly ShownBand[],
): CoursePoint {
  const { interval } = score;
  const number = germanNumber(value, valueDigits(scale, value));
  const change = first && first.score !== score ? scoreChange(scale, first.score, score) : null;
  return {
    label: point.label,
    name: shortPoint(point.label),
    date: point.date,
    day: formatIsoDate(point.date),
    value,
    number,
    score: isTScale(scale) ? `T ${number}` : number,
    interval,
    spread: interval ? intervalNumbers(scale, interval).join(' – ') : '',
    norm_set: score.norm_set,
    percentile: score.percentile ?? null,
    band: bands.find(({ key }) => key === score.band) ?? null,
    change: change && shownChange(scale, shortPoint(first?.point.label ?? ''), change),
    is_carried: score.carried !== undefined,
  };
}

function intervalNumbers(scale: Scale, { lower, upper }: ScaleRow['range']): readonly [string, string] {
  const digits = scoreDigits(scale);
  return [germanNumber(lower, digits), germanNumber(upper, digits)];
}

function certaintyOf(
  scale: Scale,
  bands: readonly ShownBand[],
  { interval }: CoursePoint,
  answer: string | null,
): string {
  if (!interval) return answer === null ? '' : sentenceText.answer(answer);
  const text = sentenceText.interval(...intervalNumbers(scale, interval));
  if (answer !== null) return `${sentenceText.answer(answer)}; ${text}`;
  const cuts = cutsOf(bands.filter(({ tone }) => tone === 'clinical'));
  const within = cutoffsWithin(interval, cuts).map((cut) => endNumber(scale, cut));
  return within.length === 0 ? text : `${text}; ${sentenceText.cutoffsWithin(within)}`;
}

/**
 * The words for a mean of a scale without bands: those of the nearest answer option. Halfway between two options it is the
 * one above.
 */
function answerWords(instrument: Instrument, scale: Scale, value: number): string | null {
  if (scale.bands || scale.method !== 'mean' || scale.factor || isTScale(scale)) return null;
  const item = instrumentItems(instrument).find(({ id }) => id === scale.items[0]);
  const distance = (option: { readonly value: number | string }) =>
    typeof option.value === 'number' ? Math.abs(option.value - value) : Infinity;
  const [nearest] = (item?.options ?? [])
    .toReversed()
    .toSorted((one, other) => distance(one) - distance(other));
  return nearest && distance(nearest) < Infinity ? nearest.label : null;
}

function wordsOf(course: readonly CoursePoint[], { missed }: TimeAxis): string {
  const points = course.map(({ label, day, score, band }) =>
    [`${label} (${day})`, score, band?.label ?? ''].join(' ').trim(),
  );
  const gaps = missed.map(({ label, date }) => `${label} (${formatIsoDate(date)})`);
  return sentenceText.courseDesc(points.join('; '), gaps.join('; '));
}

function newestChanges(scale: Scale, scored: readonly Scored[]): readonly ShownChange[] {
  const now = scored.at(-1);
  const earlier = [...new Set([scored.at(-2), scored[0]])].filter((one) => one !== now);
  return earlier.flatMap((one) => {
    const change = one && now ? scoreChange(scale, one.score, now.score) : null;
    return one && change ? [shownChange(scale, shortPoint(one.point.label), change)] : [];
  });
}
