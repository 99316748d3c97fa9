import {
  contradict,
  longestRun,
  modelMisfit,
  personMisfit,
  reversedPairs,
  spreadMisfit,
  type Misfit,
  type RatedAnswer,
} from '../psychometrics/response-quality.ts';
import { isQuestion, type Answer } from './answer-types.ts';
import { instrumentItems, isTScale, itemRange } from './instrument-items.ts';
import type { ClassicalScale, Instrument, InstrumentItem, Scale, ScaleOf } from './instrument-schema.ts';
import { adaptiveTest, estimateAlone } from './adaptive-bank.ts';

/** The signs of one survey. They are shown and exported, and never change a score. */
export type ResponseQuality = {
  /** Mean seconds for a question; null without questions. */
  readonly seconds_per_item: number | null;
  /** Median seconds from one answer of a page to the next; null where fewer than ten are known. A single pause leaves it as it is. */
  readonly median_seconds: number | null;
  /** Answers to items of scales. */
  readonly rated_items: number;
  readonly longest_run: number;
  /** Pairs of an item and a reversed one of the same scale, and those that a file declares in `opposites`. */
  readonly pairs: number;
  readonly contradictory_pairs: number;
  /** Person misfit over all scales, a standard score. */
  readonly misfit: number | null;
};

export const QUALITY_SIGNS = ['fast', 'uniform', 'contradictory', 'misfit'] as const;
export type QualitySign = (typeof QUALITY_SIGNS)[number];

type Given = Pick<Answer, 'id' | 'value' | 'time_taken'> & {
  /** The page that held the question, and when the answer was touched last on it, in seconds; null where that is not known. */
  readonly page: number;
  readonly answered_after: number | null;
};

/** The limits of the signs; `test/careless-people.ts` simulates what they find. */
const LIMITS = { seconds: 1.5, median: 0.8, run: 10, contradictory: 0.3, misfit: 5 };
/** With fewer answers only the time says something. */
const LEAST_ITEMS = 10;
const LEAST_PAIRS = 4;

/** How far each sign is on the way to its limit: 1 is the limit. */
export function signStrengths(quality: ResponseQuality): Readonly<Record<QualitySign, number>> {
  const { seconds_per_item: seconds, median_seconds: median, rated_items: items } = quality;
  const { longest_run: run, misfit } = quality;
  const { pairs, contradictory_pairs: contradictory } = quality;
  const isLong = items >= LEAST_ITEMS;
  return {
    fast: Math.max(haste(seconds, LIMITS.seconds), haste(median, LIMITS.median)),
    uniform: isLong ? run / LIMITS.run : 0,
    contradictory: isLong && pairs >= LEAST_PAIRS ? contradictory / pairs / LIMITS.contradictory : 0,
    misfit: isLong && misfit !== null ? Math.max(0, misfit) / LIMITS.misfit : 0,
  };
}

const haste = (seconds: number | null, limit: number) =>
  seconds === null || seconds <= 0 ? 0 : limit / seconds;

/** The signs that reach their limit. */
export function qualitySigns(quality: ResponseQuality): readonly QualitySign[] {
  const strengths = signStrengths(quality);
  return QUALITY_SIGNS.filter((sign) => strengths[sign] >= 1);
}

/** The signs of a survey from its answers, in the order of its pages. The same answers give the same numbers. */
export function responseQuality(
  instruments: readonly Instrument[],
  answers: readonly Given[],
): ResponseQuality {
  const items = new Map(instruments.flatMap(instrumentItems).map((item) => [item.id, item]));
  const questions = answers.filter(({ id }) => isQuestion(items.get(id)?.type ?? 'INFO'));
  const seconds = questions.reduce((sum, { time_taken: time }) => sum + time, 0);
  const topics = topicsOf(instruments);
  const rated = answers.flatMap((answer) => ratedAnswer(items.get(answer.id), answer, topics));
  const { pairs, contradictory } = reversedPairs(rated);
  const declared = instruments.flatMap(({ opposites }) => declaredPairs(opposites, items, answers));
  return {
    seconds_per_item: questions.length === 0 ? null : seconds / questions.length,
    median_seconds: medianInterval(questions),
    rated_items: rated.length,
    longest_run: longestRun(rated),
    pairs: pairs + declared.length,
    contradictory_pairs: contradictory + declared.filter(Boolean).length,
    misfit: personMisfit(instruments.flatMap((instrument) => misfitsOf(instrument, answers))),
  };
}

/** The median of the times between two answers of a page, in the order in which they were touched last. */
function medianInterval(questions: readonly Given[]): number | null {
  const pages = new Map<number, number[]>();
  for (const { page, answered_after: after } of questions)
    if (after !== null) pages.set(page, [...(pages.get(page) ?? []), after]);
  const intervals = [...pages.values()].flatMap((moments) => {
    const ordered = moments.toSorted((one, other) => one - other);
    return ordered.map((moment, index) => moment - (ordered[index - 1] ?? 0));
  });
  if (intervals.length < LEAST_ITEMS) return null;
  const ordered = intervals.toSorted((one, other) => one - other);
  return ordered[Math.floor(ordered.length / 2)] ?? null;
}

/** For each declared pair with two answers: are both at the same end? */
function declaredPairs(
  opposites: Instrument['opposites'],
  items: ReadonlyMap<string, InstrumentItem>,
  answers: readonly Given[],
): readonly boolean[] {
  return opposites.flatMap((pair) => {
    const [one, other] = pair.map((id) =>
      levelOf(
        items.get(id),
        answers.find((answer) => answer.id === id),
      ),
    );
    return one === undefined || other === undefined ? [] : [contradict(one, 1 - other)];
  });
}

/** 0 to 1: how high the answer is among the possible ones. Undefined without a number. */
function levelOf(item: InstrumentItem | undefined, answer: Given | undefined): number | undefined {
  const range = itemRange(item);
  if (!range || typeof answer?.value !== 'number') return undefined;
  return (answer.value - range[0]) / (range[1] - range[0]);
}

type Topic = { readonly name: string; readonly reversed: boolean };

/** The scale of each item, and whether the scale turns its answers. */
function topicsOf(instruments: readonly Instrument[]): ReadonlyMap<string, Topic> {
  return new Map(
    instruments.flatMap(({ scales, dimensions }) => [
      ...dimensions.flatMap(({ form, id: name, items }) =>
        form === 'adaptive'
          ? items.map((item) => [item.id, { name, reversed: isFalling(item) }] as const)
          : [],
      ),
      ...scales.flatMap((scale) =>
        isClassicalScale(scale)
          ? scale.items.map((id) => [id, { name: scale.key, reversed: scale.reversed.includes(id) }] as const)
          : [],
      ),
    ]),
  );
}

/** A scale whose score is made of its answers alone. */
export function isClassicalScale(scale: Scale): scale is ClassicalScale {
  return scale.method === 'sum' || scale.method === 'mean' || scale.method === 'pomp';
}

/** Adaptive items that point the other way have options with falling values. */
function isFalling({ options: [first, second] }: InstrumentItem): boolean {
  return Number(first?.value) > Number(second?.value);
}

function ratedAnswer(
  item: InstrumentItem | undefined,
  { id, value }: Given,
  topics: ReadonlyMap<string, Topic>,
): RatedAnswer[] {
  const topic = topics.get(id);
  const range = itemRange(item);
  const position = item?.options.findIndex((option) => option.value === value) ?? -1;
  if (!item || !topic || !range || position === -1) return [];
  const part = (Number(value) - range[0]) / (range[1] - range[0]);
  // The values of an adaptive item are turned already.
  const level = topic.reversed && !isFalling(item) ? 1 - part : part;
  return [{ position, options: item.options.length, topic: topic.name, level, reversed: topic.reversed }];
}

function misfitsOf(instrument: Instrument, answers: readonly Given[]): readonly Misfit[] {
  return instrument.scales.flatMap((scale) => {
    if (scale.method === 'irt') return adaptiveMisfit(scale, instrument, answers);
    return isClassicalScale(scale) ? classicalMisfit(scale, instrument, answers) : [];
  });
}

function adaptiveMisfit(
  scale: ScaleOf<'irt'>,
  { dimensions }: Instrument,
  answers: readonly Given[],
): Misfit[] {
  const dimension = dimensions.find(({ id }) => id === scale.dimension);
  if (dimension?.form !== 'adaptive') return [];
  // Another program may have stored what no item offers; a sign must not keep a report or an export from being made.
  const own = answers.filter(({ id, value }) =>
    dimension.items.some((item) => item.id === id && item.options.some((option) => option.value === value)),
  );
  if (own.length < 2) return [];
  const given = own.map(({ id, value }) => ({ item: id, category: Number(value) }));
  const { theta } = estimateAlone(dimension, own);
  return [modelMisfit(adaptiveTest(dimension).bank, given, theta)];
}

/** Without a reliability it is unknown how far the answers to a scale may differ. */
function classicalMisfit(
  scale: ClassicalScale,
  { dimensions }: Instrument,
  answers: readonly Given[],
): Misfit[] {
  const rule = scale.reliable_change;
  const items = dimensions.flatMap((dimension) => dimension.items);
  const [range, ...others] = scale.items.map((id) => itemRange(items.find((item) => item.id === id)));
  // The constants of a weighted sum, of a T-score or of mixed items say nothing about the spread of single answers.
  const isMixed = others.some((one) => one?.join() !== range?.join());
  if (isMixed || scale.weights || isTScale(scale)) return [];
  const given = answers.filter(({ id, value }) => scale.items.includes(id) && typeof value === 'number');
  if (rule?.method !== 'jacobson-truax' || !range || given.length < 2) return [];
  const [low, high] = range;
  const values = given.map(({ id, value }) =>
    scale.reversed.includes(id) ? low + high - Number(value) : Number(value),
  );
  const k = scale.items.length;
  const unit = { mean: 1, sum: 1 / k, pomp: (high - low) / 100 }[scale.method] / (scale.factor ?? 1);
  return [spreadMisfit(values, rule.sd * unit * Math.sqrt(k * (1 - rule.reliability)))];
}
