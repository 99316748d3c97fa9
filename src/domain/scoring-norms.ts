import { tableValue } from '../psychometrics/classical.ts';
import { linearT } from '../psychometrics/t-scores.ts';
import type { Bands, Instrument, NormSet, NormTable, PatientGroup, Scale } from './instrument-schema.ts';
import type { Gender } from './patient-record.ts';

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
