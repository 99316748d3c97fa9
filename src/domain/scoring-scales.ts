import type { NormalPrior } from '../psychometrics/quadrature.ts';
import type { StopReason } from '../psychometrics/stop-rules.ts';
import { healthIndex, scaleScore, severityBand } from '../psychometrics/classical.ts';
import { tScore, Z_95 } from '../psychometrics/t-scores.ts';
import type { Answer } from './answer-types.ts';
import type { AdaptiveDimension, Band, Instrument, NormSet, Scale, ScaleOf } from './instrument-schema.ts';
import type { Gender } from './patient-record.ts';
import { estimateAlone } from './adaptive-bank.ts';
import { replayDimension } from './survey-flow-adaptive.ts';
import { rangeOfItem, scaleRange } from './instrument-items.ts';
import { priorKey, type SurveyPlan } from './survey-plan.ts';
import type { Shown } from './survey-shown.ts';
import type { ConditionSeverity } from './window-types.ts';

/** The score of one scale. Numbers are null if the answers do not allow them. */
export type ScaleScore = {
  readonly instrument_id: string;
  readonly instrument_version: string;
  readonly scale: string;
  readonly kind: Scale['method'];
  /** The score in the metric of the scale: sum, mean, percent, index or value; null for irt. */
  readonly raw: number | null;
  readonly theta: number | null;
  readonly se: number | null;
  readonly t: number | null;
  /** 95 %, in T for irt, else in the metric of `raw`; null where no reliability is known. */
  readonly interval: { readonly lower: number; readonly upper: number } | null;
  /** Key of the band the score lies in; null without bands. */
  readonly band: string | null;
  /** The severity of the band; null if the scale does not count for the condition. */
  readonly condition_severity: ConditionSeverity | null;
  readonly norm_set: string | null;
  readonly items_answered: number;
  readonly items_missing: number;
  /** Items that a condition left out; they are not missing. */
  readonly items_not_asked?: number;
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
  'instrument_id' | 'instrument_version' | 'scale' | 'kind' | 'band' | 'condition_severity'
>;
type Range = { readonly lower: number; readonly upper: number };
/** The data of a plan that decide which items an adaptive test asked. */
type Drawn = Pick<SurveyPlan, 'seed' | 'context' | 'priors'>;
type Values = ReadonlyMap<string, number>;

/** The answers of a session, and what its conditions left out (`Shown`). */
export type GivenAnswers = Pick<Shown, 'notAsked'> & { readonly answers: readonly Answer[] };

/** Gender and age in completed years, which choose the norms of a patient. */
export type NormedPerson = { readonly gender: Gender; readonly age: number };

/** The norm set for the scale: the first of its groups that the person belongs to, else that of everybody. */
function normSetFor(
  { norm_set: general, norm_groups: groups }: ScaleOf<'irt'>,
  { norm_sets: sets }: Pick<Instrument, 'norm_sets'>,
  person: NormedPerson | null,
): NormSet | undefined {
  const named = groups.flatMap((key) => sets.find(({ id }) => id === key) ?? []);
  const own = person ? named.find(({ group }) => group && belongsTo(person, group)) : undefined;
  return own ?? sets.find(({ id }) => id === general);
}

function belongsTo({ gender, age }: NormedPerson, group: NonNullable<NormSet['group']>): boolean {
  const { genders, age: years } = group;
  return (!genders || genders.includes(gender)) && (!years || (age >= years.from && age <= years.to));
}

/** The score of one scale from all answers of a session. Without a person the norms are those of everybody. */
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
      : measureRaw(scale, instrument, given);
  const band = bandOf(scale, measured);
  return {
    instrument_id: instrument.id,
    instrument_version: instrument.version,
    scale: scale.key,
    kind: scale.method,
    ...measured,
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
  const norms = normSetFor(scale, instrument, person);
  if (dimension?.form !== 'adaptive' || !norms) throw new Error(`The scale "${scale.key}" cannot be scored.`);
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
  scale: Exclude<Scale, ScaleOf<'irt'>>,
  instrument: Instrument,
  { answers, notAsked }: GivenAnswers,
): Measured {
  const items = scale.method === 'value' ? [scale.item] : scale.items;
  const values = numbersOf(items, answers);
  const omitted = items.filter((id) => notAsked.has(id));
  const counted = omitted.flatMap((id) => {
    const value = notAsked.get(id);
    return value == null ? [] : [[id, value] as const];
  });
  const leftOut = new Set(omitted.filter((id) => notAsked.get(id) === null));
  const raw = rawScore(scale, new Map([...values, ...counted]), leftOut, instrument);
  return {
    ...NOTHING,
    raw,
    interval: raw === null ? null : rawInterval(raw, scale, instrument),
    items_answered: values.size,
    items_missing: items.length - values.size - omitted.length,
    ...(omitted.length > 0 && { items_not_asked: omitted.length }),
  };
}

function rawScore(
  scale: Exclude<Scale, ScaleOf<'irt'>>,
  values: Values,
  leftOut: ReadonlySet<string>,
  instrument: Instrument,
): number | null {
  if (scale.method === 'value') return values.get(scale.item) ?? null;
  if (scale.method === 'index') {
    const levels = Object.fromEntries(scale.items.map((id) => [id, values.get(id) ?? null]));
    return healthIndex(levels, scale);
  }
  const [min, max] = rangeOfItem(scale.items[0], instrument);
  // The rule for missing answers looks at the items that were asked. The sum stands for all items.
  const asked = scale.items.filter((id) => !leftOut.has(id));
  const reversed = asked.map((id) => scale.reversed.includes(id));
  const answers = asked.map((id) => values.get(id) ?? null);
  const { mean, pomp } = scaleScore({ min, max, reversed, rule: scale.missing }, answers);
  return { sum: mean === null ? null : mean * scale.items.length, mean, pomp }[scale.method];
}

/** Score ± 1.96 standard errors of measurement, limited to the range of the scale. */
function rawInterval(raw: number, scale: Scale, instrument: Instrument): Range | null {
  if (scale.reliable_change?.method !== 'jacobson-truax') return null;
  const { sd, reliability } = scale.reliable_change;
  const reach = Z_95 * sd * Math.sqrt(1 - reliability);
  const { lower, upper } = scaleRange(scale, instrument);
  return { lower: Math.max(lower, raw - reach), upper: Math.min(upper, raw + reach) };
}

function bandOf({ bands }: Scale, { raw, t }: Measured): Band | undefined {
  const score = bands?.metric === 't' ? t : raw;
  if (!bands || score === null) return undefined;
  const cuts = bands.list.flatMap(({ from }) => from ?? []);
  return bands.list[severityBand(score, cuts)];
}

function numbersOf(items: readonly string[], answers: readonly Answer[]): Values {
  return new Map(
    answers.flatMap(({ id, value }) =>
      typeof value === 'number' && items.includes(id) ? [[id, value] as const] : [],
    ),
  );
}
