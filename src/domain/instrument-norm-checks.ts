import { instrumentItems, scoredRange, rawRange } from './instrument-items.ts';
import type { Instrument, NormTable, Scale } from './instrument-schema.ts';
import { allNorms } from './scoring-classical.ts';
import type { JsonPath, Problem } from './json-lines.ts';

/** Problems of the norm tables of an instrument: their order and their percentiles. */
export function normTableProblems({ norm_tables: tables = [] }: Instrument): readonly Problem[] {
  return tables.flatMap(({ table, metric }, index) => {
    const path = ['norm_tables', index, 'table'];
    const steps = table.slice(1).map(([score, value], at) => {
      const [before = score, valueBefore = value] = table[at] ?? [];
      return { score: score - before, value: value - valueBefore };
    });
    if (!steps.every(({ score }) => score > 0))
      return [{ path, message: 'The scores of the table must rise.' }];
    const isFalling = steps.every(({ value }) => value <= 0);
    if (!isFalling && !steps.every(({ value }) => value >= 0))
      return [{ path, message: 'The values of the table must rise or fall all along.' }];
    if (metric === 't' || table.every(([, value]) => value >= 0 && value <= 100)) return [];
    return [{ path, message: 'A percentile lies between 0 and 100.' }];
  });
}

/** Problems of the norms that a scale names. */
export function normProblems(scale: Scale, instrument: Instrument, path: JsonPath): readonly Problem[] {
  if (scale.method === 'index' || scale.method === 'value') return [];
  const { norm_set: general, norm_groups: groups = [] } = scale;
  const percentiles = 'percentile_tables' in scale ? (scale.percentile_tables ?? []) : [];
  const known = scale.method === 'irt' ? instrument.norm_sets : allNorms(instrument);
  const givesT = known.filter((norms) => !('table' in norms) || norms.metric === 't');
  const rules = [
    {
      broken: general !== undefined && !givesT.some(({ id }) => id === general),
      path: [...path, 'norm_set'],
      message: `There is no norm set "${general}" in norm_sets${scale.method === 'irt' ? '' : ', and no table of T-scores'}.`,
    },
    {
      broken: general === undefined && groups.length > 0,
      path: [...path, 'norm_groups'],
      message: 'With norm_groups a scale also needs a norm_set, for patients of no group.',
    },
    ...groups.map((key, index) => ({
      broken: !givesT.some(({ id, group }) => id === key && group),
      path: [...path, 'norm_groups', index],
      message: `There is no norm set "${key}" with a group in norm_sets${scale.method === 'irt' ? '' : ', and no such table of T-scores'}.`,
    })),
    ...percentiles.map((key, index) => ({
      broken: !instrument.norm_tables?.some(({ id, metric }) => id === key && metric === 'percentile'),
      path: [...path, 'percentile_tables', index],
      message: `There is no table of percentiles "${key}" in norm_tables.`,
    })),
  ];
  const broken = rules.filter((rule) => rule.broken);
  if (broken.length > 0) return broken.map(({ path: place, message }) => ({ path: place, message }));
  return startProblems(scale, [general ?? '', ...groups, ...percentiles], instrument, path);
}

/** Every possible score must have its value. */
function startProblems(
  scale: Scale,
  keys: readonly string[],
  instrument: Instrument,
  path: JsonPath,
): readonly Problem[] {
  const tables: readonly NormTable[] = instrument.norm_tables ?? [];
  const used = tables.filter(({ id }) => keys.includes(id));
  const lower = knownRange(scale, instrument)?.lower;
  if (lower === undefined) return [];
  return used
    .filter(({ table }) => (table[0]?.[0] ?? 0) > lower)
    .map(({ id }) => ({
      path: [...path, 'key'],
      message: `The table "${id}" begins above the lowest score of the scale, ${lower}.`,
    }));
}

/** The range of a scale; undefined where its items have no numbers, which is a problem of its own. */
export function knownRange(
  scale: Scale,
  instrument: Instrument,
): { readonly lower: number; readonly upper: number } | undefined {
  const items = new Map(instrumentItems(instrument).map((item) => [item.id, item]));
  const ids = scale.method === 'value' ? [scale.item] : 'items' in scale ? scale.items : [];
  return ids.every((id) => scoredRange(items.get(id))) ? rawRange(scale, instrument) : undefined;
}
