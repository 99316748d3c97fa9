import { bandProblems } from './instrument-band-checks.ts';
import { formulaProblems } from './instrument-formula-checks.ts';
import { itemRange, itemsOfScale, scoredRange } from './instrument-items.ts';
import { normProblems, normTableProblems } from './instrument-norm-checks.ts';
import type { ClassicalScale, Instrument, InstrumentItem, Scale, ScaleOf } from './instrument-schema.ts';
import { allNorms } from './scoring-classical.ts';
import { ownValue } from './own-value.ts';
import type { JsonPath, Problem } from './json-lines.ts';
import { twice } from './twice.ts';

type Items = ReadonlyMap<string, InstrumentItem>;

/** Problems of norm sets and scales of an instrument that fits the schema. */
export function scaleProblems(instrument: Instrument): readonly Problem[] {
  const items: Items = new Map(
    instrument.dimensions.flatMap((dimension) => dimension.items.map((item) => [item.id, item] as const)),
  );
  return [
    ...twice(
      allNorms(instrument).map(({ id }) => id),
      (index) => normPath(index, instrument),
      'norm set',
    ),
    ...normTableProblems(instrument),
    ...twice(
      instrument.scales.map(({ key }) => key),
      (index) => ['scales', index, 'key'],
      'scale',
    ),
    ...instrument.scales.flatMap((scale, index) => problemsOf(scale, instrument, items, ['scales', index])),
  ];
}

function normPath(index: number, { norm_sets: sets }: Instrument): JsonPath {
  return index < sets.length ? ['norm_sets', index, 'id'] : ['norm_tables', index - sets.length, 'id'];
}

function problemsOf(scale: Scale, instrument: Instrument, items: Items, path: JsonPath): readonly Problem[] {
  return [
    ...methodProblems(scale, instrument, items, path),
    ...notApplicableProblems(scale, instrument, items, path),
    ...normProblems(scale, instrument, path),
    ...(scale.bands ? bandProblems(scale.bands, scale, [...path, 'bands']) : []),
    ...(scale.reliable_change?.method === 'theta' && scale.method !== 'irt'
      ? [
          {
            path: [...path, 'reliable_change', 'method'],
            message: 'Only an irt scale has a change of theta.',
          },
        ]
      : []),
  ];
}

function notApplicableProblems(
  scale: Scale,
  instrument: Instrument,
  items: Items,
  path: JsonPath,
): readonly Problem[] {
  if (!('not_applicable' in scale) || scale.not_applicable === undefined) return [];
  const here = [...path, 'not_applicable'];
  const { not_applicable: value } = scale;
  const own = itemsOfScale(scale, instrument).flatMap((id) => items.get(id) ?? []);
  const allowed = own.filter((item) => item.not_applicable);
  if (allowed.length === 0)
    return [{ path: here, message: 'No item of the scale may be answered with "not applicable".' }];
  const ranges = allowed.flatMap(({ id }) => [{ id, range: scoredRange(items.get(id)) }]);
  return ranges.flatMap(({ id, range }) => {
    if (value === 'left_out' || !range || (value >= range[0] && value <= range[1])) return [];
    return [{ path: here, message: `The values of "${id}" go from ${range.join(' to ')}.` }];
  });
}

function methodProblems(
  scale: Scale,
  instrument: Instrument,
  items: Items,
  path: JsonPath,
): readonly Problem[] {
  switch (scale.method) {
    case 'irt':
      return irtProblems(scale, instrument, path);
    case 'index':
      return indexProblems(scale, items, path);
    case 'value':
      return scoredItemProblems(scale.item, items, [...path, 'item']);
    case 'formula':
      return formulaProblems(scale, instrument, path);
    default:
      return [...classicalProblems(scale, items, path), ...crosswalkProblems(scale, items, path)];
  }
}

function irtProblems(scale: ScaleOf<'irt'>, instrument: Instrument, path: JsonPath): readonly Problem[] {
  const dimension = instrument.dimensions.find(({ id }) => id === scale.dimension);
  if (dimension?.form === 'adaptive') return [];
  return [{ path: [...path, 'dimension'], message: `There is no adaptive dimension "${scale.dimension}".` }];
}

function classicalProblems(scale: ClassicalScale, items: Items, path: JsonPath): readonly Problem[] {
  const unknown = scale.items.flatMap((id, index) =>
    scoredItemProblems(id, items, [...path, 'items', index]),
  );
  const foreign = scale.reversed.flatMap((id, index) => {
    if (scale.items.includes(id)) return [];
    return [
      { path: [...path, 'reversed', index], message: `The reversed item "${id}" is not among the items.` },
    ];
  });
  const weighted = Object.keys(scale.weights ?? {}).flatMap((id) => {
    if (scale.items.includes(id)) return [];
    return [{ path: [...path, 'weights', id], message: `The weighted item "${id}" is not among the items.` }];
  });
  if (unknown.length > 0) return [...unknown, ...foreign, ...weighted];
  const repeats = twice(scale.items, (index) => [...path, 'items', index], 'item');
  return [...foreign, ...weighted, ...repeats, ...ruleProblems(scale, items, path)];
}

/** Settings that do not go together. */
function ruleProblems(scale: ClassicalScale, items: Items, path: JsonPath): readonly Problem[] {
  const { method, missing, weights, factor } = scale;
  const addsUp = missing.type !== 'complete' && missing.prorate === false;
  const ranges = scale.items.map((id) => scoredRange(items.get(id)) ?? [0, 0]);
  const isPercent = method === 'pomp';
  const rules = [
    {
      broken: isPercent && !hasOneRange(scale, items),
      path: [...path, 'items'],
      message: 'The items of a percentage must have the same lowest and the same highest value.',
    },
    {
      broken: isPercent && (weights !== undefined || factor !== undefined),
      path: [...path, weights ? 'weights' : 'factor'],
      message: 'A percentage has neither weights nor a factor.',
    },
    {
      broken: addsUp && (method !== 'sum' || ranges.some(([least]) => least !== 0)),
      path: [...path, 'missing', 'prorate'],
      message: 'Only a sum of items that begin at 0 can go without prorating.',
    },
  ];
  return rules.filter(({ broken }) => broken).map(({ path: place, message }) => ({ path: place, message }));
}

function hasOneRange(scale: ClassicalScale, items: Items): boolean {
  return new Set(scale.items.map((id) => JSON.stringify(scoredRange(items.get(id))))).size === 1;
}

/** A table must have each possible sum once, in order, and a higher T-score for a higher sum. */
function crosswalkProblems(scale: ClassicalScale, items: Items, path: JsonPath): readonly Problem[] {
  const { crosswalks, method, items: ids, weights, factor } = scale;
  const isPlain = method === 'sum' && !weights && !factor && hasOneRange(scale, items);
  const [low = 0, high = 0] = scoredRange(items.get(ids[0] ?? '')) ?? [];
  const [lowest, highest] = [low * ids.length, high * ids.length];
  return crosswalks.flatMap(({ table }, index) => {
    const here = [...path, 'crosswalks', index];
    if (!isPlain)
      return [{ path: here, message: 'Only a plain sum of items of one range can have crosswalks.' }];
    const isWhole = table.length === highest - lowest + 1 && table.every(([sum], at) => sum === lowest + at);
    const isRising = table.every(([, t], at) => at === 0 || t > (table[at - 1]?.[1] ?? t));
    if (!isWhole)
      return [
        {
          path: [...here, 'table'],
          message: `The table needs each sum from ${lowest} to ${highest}, in order.`,
        },
      ];
    return isRising ? [] : [{ path: [...here, 'table'], message: 'The T-scores of the table must rise.' }];
  });
}

function indexProblems(scale: ScaleOf<'index'>, items: Items, path: JsonPath): readonly Problem[] {
  const missing = scale.items.flatMap((id, index) => {
    const problems = scoredItemProblems(id, items, [...path, 'items', index], itemRange);
    const losses = ownValue(scale.decrements, id);
    if (problems.length > 0) return problems;
    if (!losses)
      return [{ path: [...path, 'decrements'], message: `The decrements of "${id}" are missing.` }];
    const values = items.get(id)?.options.map(({ value }) => value) ?? [];
    if (losses.length === values.length && losses.every((_, level) => values.includes(level + 1))) return [];
    const message = `"${id}" needs one decrement for each of its levels, whose values are 1, 2, 3 …`;
    return [{ path: [...path, 'decrements', id], message }];
  });
  const foreign = Object.keys(scale.decrements).filter((id) => !scale.items.includes(id));
  return [
    ...missing,
    ...foreign.map((id) => ({
      path: [...path, 'decrements', id],
      message: `"${id}" is not an item of this scale.`,
    })),
  ];
}

function scoredItemProblems(
  id: string,
  items: Items,
  path: JsonPath,
  rangeOf: typeof itemRange = scoredRange,
): readonly Problem[] {
  const item = items.get(id);
  if (!item) return [{ path, message: `There is no item "${id}".` }];
  if (rangeOf(item)) return [];
  return [{ path, message: `The item "${id}" has no numbers to score.` }];
}
