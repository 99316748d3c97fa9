import {
  healthIndex,
  isScorable,
  publishedScore,
  scaleScore,
  tableValue,
} from '../psychometrics/classical.ts';
import { namesOf, readFormula } from './formula.ts';
import { formulaValue } from './formula-value.ts';
import { rangeOfItem, weightsOf } from './instrument-items.ts';
import type {
  ClassicalScale,
  FormulaScale,
  Instrument,
  Scale,
  ScaleOf,
  Bands,
  NormSet,
  NormTable,
  PatientGroup,
} from './instrument-schema.ts';
import { linearT } from '../psychometrics/t-scores.ts';
import type { Gender } from './patient-record.ts';

/** A scale whose score comes from answers and scores alone. */
export type RawScale = Exclude<Scale, ScaleOf<'irt'>>;
/** The scored answers by item; a missing answer has no entry. */
export type Values = ReadonlyMap<string, number>;
type Given = {
  readonly values: Values;
  /** Items that are no part of the scale, because they were not asked or are not about the person. */
  readonly leftOut: ReadonlySet<string>;
};

/** The score in the metric of the scale; null where too much is missing. `scoreOf` scores another scale of the instrument. */
export function rawScore(
  scale: RawScale,
  instrument: Instrument,
  given: Given,
  scoreOf: (scale: Scale) => { readonly raw: number | null; readonly t: number | null },
): number | null {
  const { values, leftOut } = given;
  switch (scale.method) {
    case 'value':
      return values.get(scale.item) ?? null;
    case 'index': {
      const levels = scale.items.map((id) => [id, values.get(id) ?? null]);
      return healthIndex(Object.fromEntries(levels), scale);
    }
    case 'formula':
      return formulaScore(scale, leftOut, (name, isT) => {
        const named = instrument.scales.find(({ key }) => key === name);
        if (!named) return values.get(name) ?? null;
        return scoreOf(named)[isT ? 't' : 'raw'];
      });
    default:
      return classicalScore(scale, instrument, given);
  }
}

// The rule for missing answers looks at the items that were asked. A prorated sum stands for all items.
function classicalScore(
  scale: ClassicalScale,
  instrument: Instrument,
  { values, leftOut }: Given,
): number | null {
  const { items, reversed, missing } = scale;
  const weights = weightsOf(scale);
  const isAsked = items.map((id) => !leftOut.has(id));
  const asked = items.filter((_, at) => isAsked[at]);
  const answered = {
    ranges: asked.map((id) => rangeOfItem(id, instrument)),
    reversed: asked.map((id) => reversed.includes(id)),
    weights: weights.filter((_, at) => isAsked[at]),
    rule: missing,
  };
  const score = scaleScore(
    answered,
    asked.map((id) => values.get(id) ?? null),
  );
  const isWhole = missing.type === 'complete' || missing.prorate !== false;
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const whole = leftOut.size === 0 || score.mean === null ? score.prorated_sum : score.mean * all;
  const value = { sum: isWhole ? whole : score.answered_sum, mean: score.mean, pomp: score.pomp }[
    scale.method
  ];
  return value === null ? null : publishedScore(value, scale);
}

/** The rule for missing answers counts the names of the formula that were asked, each once. */
function formulaScore(
  { formula: text, missing, decimals }: Pick<FormulaScale, 'formula' | 'missing' | 'decimals'>,
  leftOut: ReadonlySet<string>,
  lookup: Parameters<typeof formulaValue>[1],
): number | null {
  const read = readFormula(text);
  if (read.kind === 'mistake') throw new Error(`The formula "${text}" cannot be read: ${read.message}`);
  // Each scale is scored once.
  const names = namesOf(read.formula).map(({ name, isT }) => ({ name, isT, value: lookup(name, isT) }));
  const found = names.filter(({ value }) => value !== null).length;
  const omitted = names.filter(({ name, isT }) => !isT && leftOut.has(name)).length;
  if (!isScorable(missing, found, names.length - omitted)) return null;
  const known = (name: string, isT: boolean) =>
    names.find((one) => one.name === name && one.isT === isT)?.value ?? null;
  const value = formulaValue(read.formula, known);
  return value === null ? null : publishedScore(value, { decimals });
}

/** Gender and age in completed years, which choose norms and cut-offs of a patient. */
export type NormedPerson = { readonly gender: Gender; readonly age: number };

type Norms = NormSet | NormTable;
/** The norms that a scale names. */
type NamedNorms = {
  readonly norm_set?: string | undefined;
  readonly norm_groups?: readonly string[] | undefined;
};

function belongsTo({ gender, age }: NormedPerson, { genders, age: years }: PatientGroup): boolean {
  return (!genders || genders.includes(gender)) && (!years || (age >= years.from && age <= years.to));
}

/** Norm sets and norm tables of an instrument, by which a scale names them. */
export function allNorms({ norm_sets, norm_tables }: Pick<Instrument, 'norm_sets' | 'norm_tables'>) {
  return [...norm_sets, ...(norm_tables ?? [])];
}

/** The norms for the scale: the first of its groups that the person belongs to, else those of everybody. */
export function normsFor(
  { norm_set: general, norm_groups: groups = [] }: NamedNorms,
  instrument: Pick<Instrument, 'norm_sets' | 'norm_tables'>,
  person: NormedPerson | null,
): Norms | undefined {
  const all = allNorms(instrument);
  const named = groups.flatMap((key) => all.find(({ id }) => id === key) ?? []);
  const own = person ? named.find(({ group }) => group && belongsTo(person, group)) : undefined;
  return own ?? all.find(({ id }) => id === general);
}

/** The T-score that belongs to a score; null where the table has none. */
export function normedT(raw: number, norms: Norms): number | null {
  if (!('table' in norms)) return linearT(raw, norms);
  return norms.metric === 't' ? tableValue(norms.table, raw) : null;
}

/** The percentile of a score from the first table that fits the person; undefined without. */
export function percentileOf(
  scale: Scale,
  raw: number,
  { norm_tables: tables = [] }: Pick<Instrument, 'norm_tables'>,
  person: NormedPerson | null,
): { readonly value: number; readonly table: string } | undefined {
  if (!('percentile_tables' in scale)) return undefined;
  const named = (scale.percentile_tables ?? []).flatMap((key) => tables.find(({ id }) => id === key) ?? []);
  const own = named.find(({ group }) => !group || (person !== null && belongsTo(person, group)));
  const value = own && tableValue(own.table, raw);
  return own && typeof value === 'number' ? { value, table: own.id } : undefined;
}

/** The cut-offs of a person: those of the first group that the person belongs to, else those of the bands. */
export function cutoffsFor(
  { list, groups = [] }: Pick<Bands, 'list' | 'groups'>,
  person: NormedPerson | null,
): { readonly group: string | null; readonly cuts: readonly number[] } {
  const own = person ? groups.find(({ group }) => belongsTo(person, group)) : undefined;
  return { group: own?.id ?? null, cuts: own?.cuts ?? list.flatMap(({ from }) => from ?? []) };
}

/** True if the score needs to know gender and age. */
export function needsPerson(
  scale: Scale,
  { norm_tables: tables = [] }: Pick<Instrument, 'norm_tables'>,
): boolean {
  const groups = ('norm_groups' in scale && scale.norm_groups) || [];
  const percentiles = ('percentile_tables' in scale && scale.percentile_tables) || [];
  return (
    groups.length > 0 ||
    (scale.bands?.groups ?? []).length > 0 ||
    percentiles.some((key) => tables.some(({ id, group }) => id === key && group))
  );
}
