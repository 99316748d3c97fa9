import { itemBankProblems } from '../psychometrics/item-bank.ts';
import { answerForm } from './answer-types.ts';
import type { StopSettings } from './instrument-adaptive-schema.ts';
import type { AdaptiveDimension, InstrumentItem } from './instrument-schema.ts';
import type { JsonPath, Problem } from './json-lines.ts';

/** Problems of an adaptive dimension's items and rules. */
export function adaptiveProblems(dimension: AdaptiveDimension, path: JsonPath): readonly Problem[] {
  return [
    ...dimension.items.flatMap((item, index) => adaptiveItemProblems(item, [...path, 'items', index])),
    ...parameterProblems(dimension, path),
    ...stopProblems(dimension, [...path, 'adaptive']),
    ...choiceProblems(dimension, [...path, 'adaptive']),
    ...lastEstimateProblems(dimension, [...path, 'adaptive', 'last_estimate', 'windows']),
  ];
}

function adaptiveItemProblems(item: InstrumentItem, path: JsonPath): readonly Problem[] {
  if (answerForm(item.type) !== 'option') {
    return [
      { path: [...path, 'type'], message: 'An adaptive item needs a type with one choice among options.' },
    ];
  }
  if (item.windows)
    return [{ path: [...path, 'windows'], message: 'An adaptive item is asked in every window.' }];
  const reason = (['declinable', 'not_applicable'] as const).find((key) => item[key]);
  if (reason)
    return [{ path: [...path, reason], message: `An item of an adaptive dimension cannot be ${reason}.` }];
  if (item.a === undefined || item.b === undefined) {
    return [{ path, message: 'An adaptive item needs its parameters a and b.' }];
  }
  if (item.b.length !== item.options.length - 1) {
    const message = `${item.options.length} options need ${item.options.length - 1} values in b, but there are ${item.b.length}.`;
    return [{ path: [...path, 'b'], message }];
  }
  const values = item.options.map(({ value }) => value);
  if (item.options.every((_, category) => values.includes(category))) return [];
  const message = 'The option values of an adaptive item are its categories: 0, 1, 2 … in any order.';
  return [{ path: [...path, 'options'], message }];
}

function parameterProblems(dimension: AdaptiveDimension, path: JsonPath): readonly Problem[] {
  const items = dimension.items.map(({ id, a, b }) => ({ id, a: a ?? 1, b: b ?? [0] }));
  const problems = itemBankProblems({ id: dimension.id, model: dimension.model, items });
  // `repeatedItemIds` reports repeated ids, over all dimensions.
  return problems
    .filter((problem) => !problem.path.endsWith('.id'))
    .map((problem) => ({ path: [...path, ...steps(problem.path)], message: problem.message }));
}

/** `items[3].b[1]` as a path. */
function steps(path: string): JsonPath {
  return [...path.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d+$/.test(step) ? Number(step) : step));
}

type Rule = Problem & { readonly broken: boolean };

function brokenRules(rules: readonly Rule[]): readonly Problem[] {
  return rules.filter(({ broken }) => broken).map(({ path, message }) => ({ path, message }));
}

function stopProblems({ adaptive, items }: AdaptiveDimension, path: JsonPath): readonly Problem[] {
  const inWindows = Object.entries(adaptive.stop_in ?? {}).flatMap(([window, stop]) =>
    stop === undefined ? [] : lengthProblems(stop, items.length, [...path, 'stop_in', window]),
  );
  const most = Math.min(
    adaptive.stop.max_items,
    ...Object.values(adaptive.stop_in ?? {}).map((stop) => stop?.max_items ?? Infinity),
  );
  return [
    ...lengthProblems(adaptive.stop, items.length, [...path, 'stop']),
    ...inWindows,
    ...brokenRules([
      {
        broken: adaptive.expected_items > most,
        path: [...path, 'expected_items'],
        message: 'expected_items must not be above max_items.',
      },
    ]),
  ];
}

function lengthProblems(stop: StopSettings, items: number, path: JsonPath): readonly Problem[] {
  const { min_items: fewest, max_items: most, healthiest } = stop;
  return brokenRules([
    {
      broken: fewest > most,
      path: [...path, 'min_items'],
      message: 'min_items must not be above max_items.',
    },
    {
      broken: most > items,
      path: [...path, 'max_items'],
      message: `max_items must not be above the number of items, ${items}.`,
    },
    {
      broken: healthiest !== undefined && healthiest.items > most,
      path: [...path, 'healthiest', 'items'],
      message: 'The items of healthiest must not be above max_items.',
    },
  ]);
}

/** Problems of the rules that say which items may be asked. */
function choiceProblems({ adaptive, items }: AdaptiveDimension, path: JsonPath): readonly Problem[] {
  const known = new Set(items.map(({ id }) => id));
  const named = [
    ...(adaptive.start_item === undefined ? [] : [{ id: adaptive.start_item, at: ['start_item'] }]),
    ...(adaptive.enemies ?? []).flatMap((set, s) => set.map((id, i) => ({ id, at: ['enemies', s, i] }))),
    ...Object.keys(adaptive.exposure ?? {}).map((id) => ({ id, at: ['exposure', id] })),
  ];
  const unknown = named
    .filter(({ id }) => !known.has(id))
    .map(({ id, at }) => ({
      path: [...path, ...at],
      message: `There is no item "${id}" in this dimension.`,
    }));
  const both = {
    broken: adaptive.exposure !== undefined && adaptive.randomesque > 1,
    path: [...path, 'exposure'],
    message: 'exposure and a randomesque above 1 exclude each other.',
  };
  return [...unknown, ...brokenRules([both]), ...contentProblems({ adaptive, items }, path)];
}

function lastEstimateProblems({ adaptive }: AdaptiveDimension, path: JsonPath): readonly Problem[] {
  const windows = adaptive.last_estimate?.windows ?? [];
  return windows.flatMap((window, index) => {
    const rules = [
      { broken: window === 'PRE', message: 'PRE is the first survey, so there is no last estimate.' },
      { broken: windows.indexOf(window) < index, message: `${window} is listed twice.` },
    ];
    return brokenRules(rules.map((rule) => ({ ...rule, path: [...path, index] })));
  });
}

/** Shares are rounded numbers, so their sum may miss 1 by this much. */
const ROUNDING = 0.005;

function contentProblems(
  { adaptive, items }: Pick<AdaptiveDimension, 'adaptive' | 'items'>,
  path: JsonPath,
): readonly Problem[] {
  const { content } = adaptive;
  if (content === undefined) return [];
  const facets = new Set(items.map(({ facet }) => facet));
  const unused = Object.keys(content).filter((facet) => !facets.has(facet));
  const open = items.filter(({ facet }) => facet === undefined || !Object.hasOwn(content, facet));
  const sum = Object.values(content).reduce((total, share) => total + share, 0);
  return [
    ...unused.map((facet) => ({
      path: [...path, 'content', facet],
      message: `No item has the facet "${facet}".`,
    })),
    ...open.map(({ id }) => ({
      path: [...path, 'content'],
      message: `The item "${id}" has no facet that content names.`,
    })),
    ...brokenRules([
      {
        broken: Math.abs(sum - 1) > ROUNDING,
        path: [...path, 'content'],
        message: 'The shares of content must add up to 1.',
      },
    ]),
  ];
}
