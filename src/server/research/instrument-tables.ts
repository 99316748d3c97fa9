import { formulaText } from '../../domain/formula-text.ts';
import { readFormula } from '../../domain/formula.ts';
import { instrumentItems, itemsOfScale, scoredRange } from '../../domain/instrument-items.ts';
import type { NormTable } from '../../domain/instrument-schema.ts';
import type { Instrument, InstrumentItem, Scale } from '../../domain/instrument.ts';
import { allNorms } from '../../domain/scoring-classical.ts';
import {
  researchInstrumentText as text,
  researchTableText,
  researchValueText,
} from '../../text/research-export.ts';
import { clinicalCutoffs } from '../../psychometrics/change.ts';
import type { Catalogue } from './catalogue.ts';
import { column, joined, valuesOf, yesNo, type Table } from './columns.ts';
import { statuses } from './session-tables.ts';

// The keys of the instruments, so that every score of an export can be computed anew from its folder alone.

type ItemRow = { readonly instrument: Instrument; readonly item: InstrumentItem; readonly variable: string };
type ScaleRow = { readonly instrument: Instrument; readonly scale: Scale; readonly norms: string | null };

const empty = { missing: 'empty' } as const;
const turns = Object.values(researchValueText.turned).map((label, value) => ({ value, label }));

function instrumentColumns<Row extends { readonly instrument: Instrument }>() {
  return [
    column<Row>('instrument', 'text', ({ instrument }) => instrument.id),
    column<Row>('instrument_version', 'text', ({ instrument }) => instrument.version),
    column<Row>('status', 'text', ({ instrument }) => instrument.status, { values: statuses }),
    column<Row>('licence', 'text', ({ instrument }) => instrument.licence),
  ];
}

/** The items of every instrument version in the export. */
export const itemTable: Table<ItemRow> = {
  file: 'items.csv',
  title: researchTableText.items,
  columns: [
    ...instrumentColumns<ItemRow>(),
    column('item', 'text', ({ item }) => item.id),
    column('variable', 'text', ({ variable }) => variable, empty),
    column('item_type', 'text', ({ item }) => item.type),
    column('item_text', 'text', ({ item }) => item.content),
    column(
      'options',
      'text',
      ({ item }) => joined(item.options.map(({ value, label }) => `${value}=${label}`)),
      empty,
    ),
    column('turned', 'integer', turnOf, { values: turns }),
    column('declinable', 'integer', ({ item }) => (item.declinable ? 1 : 0), { values: yesNo }),
    column('not_applicable', 'integer', ({ item }) => (item.not_applicable ? 1 : 0), { values: yesNo }),
    column('least_answer', 'integer', ({ item }) => item.min, empty),
    column('greatest_answer', 'integer', ({ item }) => item.max, empty),
    column('points', 'text', ({ item }) => pointsOf(item), empty),
    column('lowest_score', 'decimal', ({ item }) => scoredRange(item)?.[0], empty),
    column('highest_score', 'decimal', ({ item }) => scoredRange(item)?.[1], empty),
    column('facet', 'text', ({ item }) => item.facet, empty),
    column('slope', 'decimal', ({ item }) => item.a, empty),
    column('thresholds', 'text', ({ item }) => item.b && bracketed(item.b), empty),
  ],
};

/** The scales of every instrument version in the export. */
export const scaleTable: Table<ScaleRow> = {
  file: 'scales.csv',
  title: researchTableText.scales,
  columns: [
    ...instrumentColumns<ScaleRow>(),
    column('scale', 'text', ({ scale }) => scale.key),
    column('scale_title', 'text', ({ scale }) => scale.title),
    column('method', 'text', ({ scale }) => scale.method, { values: valuesOf(researchValueText.method) }),
    column('direction', 'text', ({ scale }) => scale.direction, { values: valuesOf(text.direction) }),
    column('scale_items', 'text', (row) => joined(itemsOf(row).map(({ id }) => id))),
    column(
      'reversed_items',
      'text',
      ({ scale }) => ('reversed' in scale ? joined(scale.reversed) : ''),
      empty,
    ),
    column('lowest_value', 'decimal', (row) => rangeOf(row)?.[0], empty),
    column('highest_value', 'decimal', (row) => rangeOf(row)?.[1], empty),
    column('missing_rule', 'text', ({ scale }) => ('missing' in scale ? scale.missing.type : null), {
      values: valuesOf(text.missing),
      ...empty,
    }),
    column('missing_limit', 'decimal', ({ scale }) => missingLimit(scale), empty),
    column(
      'not_applicable_rule',
      'text',
      ({ scale }) => ('not_applicable' in scale ? scale.not_applicable : null),
      empty,
    ),
    column('prorated', 'integer', ({ scale }) => isProrated(scale), { values: yesNo, ...empty }),
    column('weights', 'text', ({ scale }) => weightsOf(scale), empty),
    column('factor', 'decimal', ({ scale }) => ('factor' in scale ? scale.factor : null), empty),
    column('decimals', 'integer', ({ scale }) => ('decimals' in scale ? scale.decimals : null), empty),
    column('formula', 'text', ({ scale }) => formulaOf(scale), empty),
    column('decrements', 'text', ({ scale }) => decrementsOf(scale), empty),
    column('model', 'text', (row) => dimensionOf(row)?.model, empty),
    column('prior_mean', 'decimal', (row) => priorOf(row)?.mean, empty),
    column('prior_sd', 'decimal', (row) => priorOf(row)?.sd, empty),
    column('norm_set', 'text', (row) => normsOf(row)?.id, empty),
    column('norm_mean', 'decimal', (row) => normSetOf(row)?.mean, empty),
    column('norm_sd', 'decimal', (row) => normSetOf(row)?.sd, empty),
    column('norm_table', 'text', (row) => normTableOf(row), empty),
    column('percentile_tables', 'text', (row) => percentileTables(row), empty),
    column('cut_offs', 'text', ({ scale }) => cutOffs(scale), empty),
    column('cut_off_groups', 'text', ({ scale }) => cutOffGroups(scale), empty),
    column('change_method', 'text', ({ scale }) => scale.reliable_change?.method, empty),
    column('change_z', 'decimal', ({ scale }) => scale.reliable_change?.z, empty),
    column('change_sd', 'decimal', ({ scale }) => constants(scale)?.sd, empty),
    column('change_cutoff', 'decimal', ({ scale }) => cutoffOf(scale), empty),
    column('change_reliability', 'decimal', ({ scale }) => constants(scale)?.reliability, empty),
  ],
};

export function itemRows({ instruments, columns }: Catalogue): readonly ItemRow[] {
  return instruments.flatMap((instrument) =>
    instrumentItems(instrument).map((item) => {
      const variables = columns(instrument, item.id)?.variables ?? [];
      return { instrument, item, variable: joined(variables.map(({ name }) => name)) };
    }),
  );
}

export function scaleRows({ instruments }: Catalogue): readonly ScaleRow[] {
  return instruments.flatMap((instrument) =>
    instrument.scales.flatMap((scale) => normKeys(scale).map((norms) => ({ instrument, scale, norms }))),
  );
}

/** How the values of an item lie to its scale, by the index of `turns`. */
function turnOf({ instrument: { scales, dimensions }, item }: ItemRow): number {
  if (scales.some((scale) => 'reversed' in scale && scale.reversed.includes(item.id))) return 1;
  const isAdaptive = dimensions.some(({ form, items }) => form === 'adaptive' && items.includes(item));
  const [first, last] = [item.options[0], item.options.at(-1)];
  return isAdaptive && Number(first?.value) > Number(last?.value) ? 2 : 0;
}

// A text that begins with a minus would get an apostrophe, because spreadsheets run it as a formula.
const bracketed = (numbers: readonly number[]) => `(${joined(numbers)})`;

function dimensionOf({ instrument, scale }: ScaleRow) {
  if (scale.method !== 'irt') return undefined;
  const found = instrument.dimensions.find(({ id }) => id === scale.dimension);
  return found?.form === 'adaptive' ? found : undefined;
}

function itemsOf(row: ScaleRow): readonly InstrumentItem[] {
  const { instrument, scale } = row;
  if (scale.method === 'irt') return dimensionOf(row)?.items ?? [];
  const ids = itemsOfScale(scale, instrument);
  return instrumentItems(instrument).filter(({ id }) => ids.includes(id));
}

/** The range that all items of a scale have; undefined where they differ. */
function rangeOf(row: ScaleRow): readonly [number, number] | undefined {
  if (row.scale.method === 'irt' || row.scale.method === 'formula') return undefined;
  const [first, ...others] = itemsOf(row).map(scoredRange);
  return others.every((one) => one?.join() === first?.join()) ? first : undefined;
}

/** What each box counts: `value:points`. */
function pointsOf({ options }: InstrumentItem): string {
  return joined(options.flatMap(({ value, points }) => (points === undefined ? [] : [`${value}:${points}`])));
}

function isProrated(scale: Scale): number | null {
  if (scale.method !== 'sum' || scale.missing.type === 'complete') return null;
  return scale.missing.prorate === false ? 0 : 1;
}

function weightsOf(scale: Scale): string | null {
  const weights = 'weights' in scale ? Object.entries(scale.weights ?? {}) : [];
  return joined(weights.map(([item, weight]) => `${item}:${weight}`));
}

/** In parentheses, as a text that begins with a minus would get an apostrophe. */
function formulaOf(scale: Scale): string | null {
  const read = scale.method === 'formula' && readFormula(scale.formula);
  return read && read.kind === 'formula' ? `(${formulaText(read.formula)})` : null;
}

function missingLimit(scale: Scale): number | null {
  return 'missing' in scale && scale.missing.type !== 'complete' ? scale.missing.value : null;
}

/** For each item, what its levels 1, 2, 3 … subtract from full health: `item:0/0.04`. */
function decrementsOf(scale: Scale): string | null {
  if (scale.method !== 'index') return null;
  return joined(Object.entries(scale.decrements).map(([item, losses]) => `${item}:${losses.join('/')}`));
}

/** Theta before the first answer; the standard normal distribution if the file has no other. */
function priorOf(row: ScaleRow): { readonly mean: number; readonly sd: number } | undefined {
  const dimension = dimensionOf(row);
  return dimension && (dimension.adaptive.prior ?? { mean: 0, sd: 1 });
}

/** A scale with norms for groups has one row for each. */
function normKeys(scale: Scale): readonly (string | null)[] {
  if (!('norm_set' in scale) || scale.norm_set === undefined) return [null];
  return [scale.norm_set, ...(scale.norm_groups ?? [])];
}

function normsOf({ instrument, norms }: ScaleRow) {
  return allNorms(instrument).find(({ id }) => id === norms);
}

function normSetOf(row: ScaleRow) {
  const norms = normsOf(row);
  return norms && 'mean' in norms ? norms : undefined;
}

const pairsOf = ({ table }: NormTable) => joined(table.map(([score, value]) => `${score}:${value}`));

/** The T-score of each score: `0:38|1:42`. */
function normTableOf(row: ScaleRow): string | null {
  const norms = normsOf(row);
  return norms && 'table' in norms ? pairsOf(norms) : null;
}

/** The same of percentiles, with the key of the table: `women=0:8|1:20;men=…`. */
function percentileTables({ instrument: { norm_tables: tables = [] }, scale }: ScaleRow): string | null {
  const keys = 'percentile_tables' in scale ? (scale.percentile_tables ?? []) : [];
  const named = keys.flatMap((key) => tables.find(({ id }) => id === key) ?? []);
  return named.map((table) => `${table.id}=${pairsOf(table)}`).join(';');
}

/** The cut-offs of groups, with their key: `women=5:9`. */
function cutOffGroups({ bands }: Scale): string {
  return (bands?.groups ?? []).map(({ id, cuts }) => `${id}=${cuts.join(':')}`).join(';');
}

/** The first value of each band: `low:|mid:55`. */
function cutOffs({ bands }: Scale): string | null {
  return bands ? joined(bands.list.map(({ key, from }) => `${key}:${from ?? ''}`)) : null;
}

/** The cut-off that a reliable improvement must cross to count as recovered. */
function cutoffOf({ reliable_change: rule, direction }: Scale): number | undefined {
  if (rule?.method !== 'jacobson-truax') return rule?.cutoff;
  const { clinical, norm } = rule;
  return clinical && norm ? clinicalCutoffs({ clinical, normal: norm, direction }).c : undefined;
}

function constants({ reliable_change: rule }: Scale) {
  return rule?.method === 'jacobson-truax' ? rule : undefined;
}
