import type { NormalPrior } from '../psychometrics/quadrature.ts';
import type { StopReason } from '../psychometrics/stop-rules.ts';
import { severityBand } from '../psychometrics/classical.ts';
import { tScore, Z_95 } from '../psychometrics/t-scores.ts';
import { type Answer, NOT_APPLICABLE, reasonIn } from './answer-types.ts';
import type { AdaptiveDimension, Band, Instrument, NormSet, Scale, ScaleOf } from './instrument-schema.ts';
import { estimateAlone } from './adaptive-bank.ts';
import { replayDimension } from './survey-flow-adaptive.ts';
import { instrumentItems, isTScale, itemsOfScale, scaleRange, scoredValue } from './instrument-items.ts';
import {
  cutoffsFor,
  normedT,
  normsFor,
  percentileOf,
  type NormedPerson,
  rawScore,
  type RawScale,
  type Values,
} from './scoring-classical.ts';
import { priorKey, type SurveyPlan } from './survey-plan.ts';
import type { Shown } from './survey-shown.ts';
import type { ConditionSeverity } from './window-types.ts';

/** The score of one scale. Numbers are null if the answers do not allow them. */
export type ScaleScore = {
  readonly instrument_id: string;
  readonly instrument_version: string;
  readonly scale: string;
  readonly kind: Scale['method'];
  /** The score in the metric of the scale: sum, mean, percent, index, value or formula; null for irt. */
  readonly raw: number | null;
  readonly theta: number | null;
  readonly se: number | null;
  readonly t: number | null;
  /** 95 %, in T for a T-scale (`isTScale`), else in the metric of `raw`; null where no reliability is known. */
  readonly interval: { readonly lower: number; readonly upper: number } | null;
  /** Key of the band the score lies in; null without bands. */
  readonly band: string | null;
  /** The group of patients whose cut-offs the band has; missing where they are those of everybody. */
  readonly band_group?: string;
  /** The severity of the band; null if the scale does not count for the condition. */
  readonly condition_severity: ConditionSeverity | null;
  readonly norm_set: string | null;
  /** The percentile and the norm table that gave it; missing without. */
  readonly percentile?: { readonly value: number; readonly table: string };
  readonly items_answered: number;
  readonly items_missing: number;
  /** Items that a condition left out; they are not missing. */
  readonly items_not_asked?: number;
  /** Items that are not about the person; they are not missing, because the scale says what such an answer means. */
  readonly items_not_applicable?: number;
  /** The prior that came from an earlier survey, and what the answers of this survey alone say. */
  readonly carried?: {
    readonly prior: NormalPrior;
    readonly alone: { readonly t: number; readonly interval: Range };
  };
  /** Why an adaptive test ended. */
  readonly stop: StopReason | null;
};

type Measured = Omit<
  ScaleScore,
  'instrument_id' | 'instrument_version' | 'scale' | 'kind' | 'band' | 'band_group' | 'condition_severity'
>;
type Range = { readonly lower: number; readonly upper: number };
/** The data of a plan that decide which items an adaptive test asked. */
type Drawn = Pick<SurveyPlan, 'seed' | 'context' | 'priors'>;

/** The answers of a session, and what its conditions left out (`Shown`). */
export type GivenAnswers = Pick<Shown, 'notAsked'> & { readonly answers: readonly Answer[] };

/** The score of one scale from all answers of a session. Without a person norms and cut-offs are those of everybody. */
export function scoreScale(
  scale: Scale,
  instrument: Instrument,
  given: GivenAnswers,
  plan: Drawn,
  person: NormedPerson | null = null,
): ScaleScore {
  const measured =
    scale.method === 'irt'
      ? measureTheta(scale, instrument, given.answers, plan, person)
      : measureRaw(scale, instrument, given, person, (other) =>
          scoreScale(other, instrument, given, plan, person),
        );
  const { band, ...grouped } = bandOf(scale, measured, person);
  return {
    instrument_id: instrument.id,
    instrument_version: instrument.version,
    scale: scale.key,
    kind: scale.method,
    ...measured,
    ...grouped,
    band: band?.key ?? null,
    condition_severity: scale.bands?.condition_severity === 'on' ? (band?.condition_severity ?? null) : null,
  };
}

function measureTheta(
  scale: ScaleOf<'irt'>,
  instrument: Instrument,
  answers: readonly Answer[],
  { seed, context, priors }: Drawn,
  person: NormedPerson | null,
): Measured {
  const dimension = instrument.dimensions.find(({ id }) => id === scale.dimension);
  const norms = normsFor(scale, { norm_sets: instrument.norm_sets }, person);
  if (dimension?.form !== 'adaptive' || !norms || 'table' in norms)
    throw new Error(`The scale "${scale.key}" cannot be scored.`);
  const own = answers.filter((answer) => dimension.items.some(({ id }) => id === answer.id));
  const prior = priors?.get(priorKey(instrument.id, dimension.id));
  const place = { seed, instrument_id: instrument.id, window_type: context.window_type, prior };
  const state = replayDimension(dimension, own, place);
  const theta = state.theta.at(-1);
  const se = state.se.at(-1);
  if (theta === undefined || se === undefined) return { ...NOTHING, norm_set: norms.id };
  const { t, lower, upper } = tScore({ theta, se }, norms);
  const counts = { items_answered: own.length, items_missing: 0, stop: state.stop };
  const carried = prior && { prior, alone: aloneOf(dimension, own, norms) };
  const measured = { raw: null, theta, se, t, interval: { lower, upper }, norm_set: norms.id, ...counts };
  return carried ? { ...measured, carried } : measured;
}

/** The estimate from these answers and the prior of the file, without what earlier surveys said. */
function aloneOf(dimension: AdaptiveDimension, answers: readonly Answer[], norms: NormSet) {
  const { t, lower, upper } = tScore(estimateAlone(dimension, answers), norms);
  return { t, interval: { lower, upper } };
}

const NOTHING: Measured = {
  raw: null,
  theta: null,
  se: null,
  t: null,
  interval: null,
  norm_set: null,
  items_answered: 0,
  items_missing: 0,
  stop: null,
};

function measureRaw(
  scale: RawScale,
  instrument: Instrument,
  { answers, notAsked }: GivenAnswers,
  person: NormedPerson | null,
  scoreOf: (scale: Scale) => ScaleScore,
): Measured {
  const items = itemsOfScale(scale, instrument);
  const values = numbersOf(items, instrument, answers);
  const foreign = notApplicable(scale, items, instrument, answers);
  const omitted = items.filter((id) => notAsked.has(id));
  const replaced = new Map([...foreign, ...omitted.map((id) => [id, notAsked.get(id) ?? null] as const)]);
  const counted = [...replaced].flatMap(([id, value]) => (value === null ? [] : [[id, value] as const]));
  const leftOut = new Set([...replaced].flatMap(([id, value]) => (value === null ? [id] : [])));
  const raw = rawScore(scale, instrument, { values: new Map([...values, ...counted]), leftOut }, scoreOf);
  const norms = 'norm_set' in scale && scale.norm_set !== undefined && normsFor(scale, instrument, person);
  const t = norms && raw !== null ? normedT(raw, norms) : null;
  const shown = isTScale(scale) ? t : raw;
  const percentile = raw === null ? undefined : percentileOf(scale, raw, instrument, person);
  return {
    ...NOTHING,
    raw,
    t,
    interval: shown === null ? null : shownInterval(shown, scale, instrument),
    norm_set: norms ? norms.id : null,
    ...(percentile && { percentile }),
    items_answered: values.size,
    items_missing: items.length - values.size - replaced.size,
    ...(omitted.length > 0 && { items_not_asked: omitted.length }),
    ...(foreign.size > 0 && { items_not_applicable: foreign.size }),
  };
}

/**
 * The items that are not about the person, each with the value that it counts as; null: it is no part of the scale. Where the scale
 * says nothing they are missing (record 316).
 */
function notApplicable(
  scale: RawScale,
  items: readonly string[],
  instrument: Instrument,
  answers: readonly Answer[],
): ReadonlyMap<string, number | null> {
  const rule = 'not_applicable' in scale ? scale.not_applicable : undefined;
  if (rule === undefined) return new Map();
  const known = new Map(instrumentItems(instrument).map((item) => [item.id, item]));
  const own = answers.filter(({ id, value }) => reasonIn(known.get(id), value) === NOT_APPLICABLE);
  const value = rule === 'left_out' ? null : rule;
  return new Map(own.flatMap(({ id }) => (items.includes(id) ? [[id, value] as const] : [])));
}

/** Score ± 1.96 standard errors of measurement, limited to the range of the scale. A T-score has no ends. */
function shownInterval(score: number, scale: Scale, instrument: Instrument): Range | null {
  if (scale.reliable_change?.method !== 'jacobson-truax') return null;
  const { sd, reliability } = scale.reliable_change;
  const reach = Z_95 * sd * Math.sqrt(1 - reliability);
  if (isTScale(scale)) return { lower: score - reach, upper: score + reach };
  const { lower, upper } = scaleRange(scale, instrument);
  return { lower: Math.max(lower, score - reach), upper: Math.min(upper, score + reach) };
}

/** The band of a score, and the group whose cut-offs counted, if there is one. */
function bandOf(
  { bands }: Scale,
  { raw, t }: Measured,
  person: NormedPerson | null,
): { readonly band?: Band | undefined; readonly band_group?: string } {
  const score = bands?.metric === 't' ? t : raw;
  if (!bands || score === null) return {};
  const { group, cuts } = cutoffsFor(bands, person);
  return { band: bands.list[severityBand(score, cuts)], ...(group !== null && { band_group: group }) };
}

function numbersOf(items: readonly string[], instrument: Instrument, answers: readonly Answer[]): Values {
  const known = new Map(instrumentItems(instrument).map((item) => [item.id, item]));
  return new Map(
    answers.flatMap(({ id, value }) => {
      const number = items.includes(id) ? scoredValue(known.get(id), value) : undefined;
      return number === undefined ? [] : [[id, number] as const];
    }),
  );
}
