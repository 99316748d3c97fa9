import { itemRange } from './instrument-items.ts';
import type { Bands, Instrument, InstrumentItem, Scale, ScaleOf } from './instrument-schema.ts';
import { ownValue } from './own-value.ts';
import type { JsonPath, Problem } from './json-lines.ts';

type Items = ReadonlyMap<string, InstrumentItem>;

/** Problems of norm sets and scales of an instrument that fits the schema. */
export function scaleProblems(instrument: Instrument): readonly Problem[] {
  const items: Items = new Map(
    instrument.dimensions.flatMap((dimension) => dimension.items.map((item) => [item.id, item] as const)),
  );
  return [
    ...twice(
      instrument.norm_sets.map(({ id }) => id),
      (index) => ['norm_sets', index, 'id'],
      'norm set',
    ),
    ...twice(
      instrument.scales.map(({ key }) => key),
      (index) => ['scales', index, 'key'],
      'scale',
    ),
    ...instrument.scales.flatMap((scale, index) => problemsOf(scale, instrument, items, ['scales', index])),
  ];
}

function twice(
  keys: readonly string[],
  pathOf: (index: number) => JsonPath,
  what: string,
): readonly Problem[] {
  return keys.flatMap((key, index) => {
    if (keys.indexOf(key) === index) return [];
    return [{ path: pathOf(index), message: `There are two ${what}s "${key}".` }];
  });
}

function problemsOf(scale: Scale, instrument: Instrument, items: Items, path: JsonPath): readonly Problem[] {
  return [
    ...methodProblems(scale, instrument, items, path),
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
    default:
      return [...classicalProblems(scale, items, path), ...crosswalkProblems(scale, items, path)];
  }
}

function irtProblems(scale: ScaleOf<'irt'>, instrument: Instrument, path: JsonPath): readonly Problem[] {
  const dimension = instrument.dimensions.find(({ id }) => id === scale.dimension);
  const rules = [
    {
      broken: dimension?.form !== 'adaptive',
      path: [...path, 'dimension'],
      message: `There is no adaptive dimension "${scale.dimension}".`,
    },
    {
      broken: !instrument.norm_sets.some(({ id }) => id === scale.norm_set),
      path: [...path, 'norm_set'],
      message: `There is no norm set "${scale.norm_set}" in norm_sets.`,
    },
    ...scale.norm_groups.map((key, index) => ({
      broken: !instrument.norm_sets.some(({ id, group }) => id === key && group),
      path: [...path, 'norm_groups', index],
      message: `There is no norm set "${key}" with a group in norm_sets.`,
    })),
  ];
  return rules.filter(({ broken }) => broken).map(({ path: place, message }) => ({ path: place, message }));
}

function classicalProblems(
  scale: ScaleOf<'sum' | 'mean' | 'pomp'>,
  items: Items,
  path: JsonPath,
): readonly Problem[] {
  const unknown = scale.items.flatMap((id, index) =>
    scoredItemProblems(id, items, [...path, 'items', index]),
  );
  const foreign = scale.reversed.flatMap((id, index) => {
    if (scale.items.includes(id)) return [];
    return [
      { path: [...path, 'reversed', index], message: `The reversed item "${id}" is not among the items.` },
    ];
  });
  const repeats = twice(scale.items, (index) => [...path, 'items', index], 'item');
  if (unknown.length > 0) return [...unknown, ...foreign];
  const ranges = new Set(scale.items.map((id) => JSON.stringify(itemRange(items.get(id)))));
  if (ranges.size === 1) return [...foreign, ...repeats];
  const message = 'The items of a scale must have the same lowest and the same highest value.';
  return [...foreign, ...repeats, { path: [...path, 'items'], message }];
}

/** A table must have each possible sum once, in order, and a higher T-score for a higher sum. */
function crosswalkProblems(
  { crosswalks, method, items: ids }: ScaleOf<'sum' | 'mean' | 'pomp'>,
  items: Items,
  path: JsonPath,
): readonly Problem[] {
  const [low = 0, high = 0] = itemRange(items.get(ids[0] ?? '')) ?? [];
  const [lowest, highest] = [low * ids.length, high * ids.length];
  return crosswalks.flatMap(({ table }, index) => {
    const here = [...path, 'crosswalks', index];
    if (method !== 'sum') return [{ path: here, message: 'Only a scale of method sum can have crosswalks.' }];
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
    const problems = scoredItemProblems(id, items, [...path, 'items', index]);
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

function scoredItemProblems(id: string, items: Items, path: JsonPath): readonly Problem[] {
  const item = items.get(id);
  if (!item) return [{ path, message: `There is no item "${id}".` }];
  if (itemRange(item)) return [];
  return [{ path, message: `The item "${id}" has no numbers to score.` }];
}

function bandProblems(bands: Bands, scale: Scale, path: JsonPath): readonly Problem[] {
  const places = bands.list.map((band, index) => ({ band, place: [...path, 'list', index] }));
  const starts = bands.list.map(({ from }) => from ?? Number.NEGATIVE_INFINITY);
  return [
    ...(bands.metric === 't' && scale.method !== 'irt'
      ? [{ path: [...path, 'metric'], message: 'Only an irt scale has T-scores.' }]
      : []),
    ...twice(
      bands.list.map(({ key }) => key),
      (index) => [...path, 'list', index, 'key'],
      'band',
    ),
    ...places.flatMap(({ band, place }, index) => {
      if (index === 0 && band.from !== null) {
        return [{ path: [...place, 'from'], message: 'The lowest band begins with null.' }];
      }
      if (index > 0 && !((starts[index] ?? 0) > (starts[index - 1] ?? 0))) {
        return [{ path: [...place, 'from'], message: 'Each band must begin above the band before it.' }];
      }
      return [];
    }),
    ...places.flatMap(({ band, place }) => {
      if (bands.condition_severity === 'off' || band.condition_severity) return [];
      return [
        { path: place, message: 'With condition_severity "on" every band needs a condition_severity.' },
      ];
    }),
  ];
}
