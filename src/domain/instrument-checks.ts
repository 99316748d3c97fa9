import { adaptiveProblems } from './instrument-adaptive-checks.ts';
import {
  answerForm,
  DECLINED,
  hasOptions,
  mayHaveReasons,
  NOT_APPLICABLE,
  reasonsOf,
} from './answer-types.ts';
import { conditionProblems } from './instrument-condition-checks.ts';
import { crisisProblems, decisionProblems, kindProblems } from './instrument-crisis-checks.ts';
import { itemRange } from './instrument-items.ts';
import { scaleProblems } from './instrument-scale-checks.ts';
import type {
  Dimension,
  FixedDimension,
  Instrument,
  InstrumentFile,
  InstrumentItem,
  Scale,
} from './instrument-schema.ts';
import { ownValue } from './own-value.ts';
import { sectionProblems } from './sections.ts';
import type { JsonPath, Problem } from './json-lines.ts';

/** Checks what the schema cannot: names must exist, parameters must fit, some settings exclude each other. */
export function instrumentProblems(file: InstrumentFile, instrument: Instrument): readonly Problem[] {
  const names = [
    ...optionSetProblems(file),
    ...repeated(
      instrument.dimensions.map(({ id }) => id),
      (index) => ['dimensions', index, 'id'],
      'dimension id',
    ),
    ...repeatedItemIds(instrument),
  ];
  // An unknown name causes further mistakes that would only repeat it in other words.
  if (names.length > 0) return names;
  return [
    ...instrument.dimensions.flatMap((dimension, index) =>
      dimensionProblems(dimension, ['dimensions', index]),
    ),
    ...scaleProblems(instrument),
    ...decisionProblems(file),
    ...kindProblems(file.crisis ?? []),
    ...crisisProblems(instrument),
    ...oppositeProblems(instrument),
    ...conditionProblems(instrument),
    ...sectionProblems([instrument]).map((problem) => ({ path: ['section'], message: `${problem}.` })),
  ];
}

/** A pair counts only if both answers are numbers, and if no scale says the same by reversing one of its items. */
function oppositeProblems({ opposites, dimensions, scales }: Instrument): readonly Problem[] {
  const items = new Map(dimensions.flatMap((one) => one.items.map((item) => [item.id, item] as const)));
  return opposites.flatMap((pair, index) => {
    const path = ['opposites', index];
    const wrong = pair.find((id) => itemRange(items.get(id)) === undefined);
    if (wrong !== undefined)
      return [{ path, message: `"${wrong}" is no item of the file with numbers as answers.` }];
    if (pair[0] === pair[1]) return [{ path, message: 'An item is no opposite of itself.' }];
    if (!scales.some((scale) => isReversedPair(scale, pair))) return [];
    return [{ path, message: `The scale of "${pair[0]}" reverses one of both already.` }];
  });
}

function isReversedPair(scale: Scale, [one, other]: readonly [string, string]): boolean {
  if (!('reversed' in scale) || !scale.items.includes(one) || !scale.items.includes(other)) return false;
  return scale.reversed.includes(one) !== scale.reversed.includes(other);
}

/** Problems of values that occur twice; `pathOf` names the place of the second one. */
function repeated(
  values: readonly (string | number)[],
  pathOf: (index: number) => JsonPath,
  what: string,
): readonly Problem[] {
  return values.flatMap((value, index) => {
    if (values.indexOf(value) === index) return [];
    return [{ path: pathOf(index), message: `The ${what} "${value}" is used twice.` }];
  });
}

function optionSetProblems(file: InstrumentFile): readonly Problem[] {
  return file.dimensions.flatMap((dimension, d) =>
    dimension.items.flatMap(({ options }, i) => {
      if (typeof options !== 'string' || ownValue(file.option_sets, options)) return [];
      const message = `There is no option set "${options}" in option_sets.`;
      return [{ path: ['dimensions', d, 'items', i, 'options'], message }];
    }),
  );
}

function repeatedItemIds(instrument: Instrument): readonly Problem[] {
  const places = instrument.dimensions.flatMap((dimension, d) =>
    dimension.items.map((item, i) => ({ id: item.id, path: ['dimensions', d, 'items', i, 'id'] })),
  );
  const ids = places.map(({ id }) => id);
  return repeated(ids, (index) => places[index]?.path ?? [], 'item id');
}

function dimensionProblems(dimension: Dimension, path: JsonPath): readonly Problem[] {
  return [
    ...dimension.items.flatMap((item, index) => itemProblems(item, [...path, 'items', index])),
    ...(dimension.form === 'fixed' ? fixedProblems(dimension, path) : adaptiveProblems(dimension, path)),
  ];
}

function itemProblems(item: InstrumentItem, path: JsonPath): readonly Problem[] {
  const here = [...path, 'options'];
  const { options, type } = item;
  const pathOf = (key: string) => (index: number) => [...here, index, key];
  return [
    ...optionCountProblems(item, here),
    ...repeated(
      options.map(({ id }) => id),
      pathOf('id'),
      'option id',
    ),
    ...repeated(
      options.map(({ value }) => value),
      pathOf('value'),
      'option value',
    ),
    ...reasonProblems(item, path),
    ...pointProblems(item, here),
    ...limitProblems(item, path),
    ...(answerForm(type) === 'email' && item.windows === undefined
      ? [{ path, message: 'An e-mail item must say in "windows" when it is asked.' }]
      : []),
  ];
}

/** No option of a question is the same as a reason that it allows in place of an answer. */
function reasonProblems(item: InstrumentItem, path: JsonPath): readonly Problem[] {
  const words: readonly unknown[] = item.not_applicable ? [DECLINED, NOT_APPLICABLE] : [DECLINED];
  const reserved = item.options.flatMap(({ id, value }, index) => {
    const word = [id, value].find((one) => words.includes(one));
    if (word === undefined) return [];
    const message = `"${word}" is reserved for questions without an answer.`;
    return [{ path: [...path, 'options', index], message }];
  });
  const keys = (['declinable', 'not_applicable'] as const).filter((key) => item[key]);
  if (mayHaveReasons(item.type)) return reserved;
  const wrong = keys.map((key) => {
    return { path: [...path, key], message: `An item of type ${item.type} cannot be ${key}.` };
  });
  return [...reserved, ...wrong];
}

/** Ticked boxes count by their points: all boxes of a question have some, or none has. */
function pointProblems({ options, type }: InstrumentItem, path: JsonPath): readonly Problem[] {
  const counted = options.filter(({ points }) => points !== undefined);
  if (counted.length === 0) return [];
  if (answerForm(type) !== 'options')
    return [{ path, message: `The options of a ${type} have no points: their values count.` }];
  if (counted.length === options.length) return [];
  return [{ path, message: 'Either all options have points or none.' }];
}

function limitProblems({ min, max, type }: InstrumentItem, path: JsonPath): readonly Problem[] {
  const [key] = [min !== undefined && 'min', max !== undefined && 'max'].filter((one) => one !== false);
  if (key === undefined) return [];
  const form = answerForm(type);
  if (form !== 'integer' && form !== 'range')
    return [{ path: [...path, key], message: `An item of type ${type} cannot have a ${key}.` }];
  if (form === 'range' && !((min ?? 0) < (max ?? 100) && (max ?? 100) <= 100))
    return [{ path: [...path, key], message: 'A slider goes from its min up to its max, at most 100.' }];
  if (min === undefined || max === undefined || min <= max) return [];
  return [{ path: [...path, 'max'], message: 'The max must not be below the min.' }];
}

function optionCountProblems(item: InstrumentItem, path: JsonPath): readonly Problem[] {
  const values = item.options.map(({ value }) => value);
  if (hasOptions(item.type)) {
    const fewest = answerForm(item.type) === 'options' ? 1 : 2;
    if (values.length >= fewest) return [];
    return [{ path, message: `An item of type ${item.type} needs at least ${fewest} options.` }];
  }
  if (values.length === 0) return [];
  if (item.type !== 'QUESTION_RANGE_INDICATOR') {
    return [{ path, message: `An item of type ${item.type} has no options.` }];
  }
  const ends = [item.min ?? 0, item.max ?? 100];
  if (values.join() === ends.join()) return [];
  const message = `The options of a range are its two ends, with the values ${ends.join(' and ')}.`;
  return [{ path, message }];
}

function fixedProblems(dimension: FixedDimension, path: JsonPath): readonly Problem[] {
  const parameters = dimension.items.flatMap((item, index) => {
    if (item.a === undefined && item.b === undefined) return [];
    return [
      { path: [...path, 'items', index], message: 'Only items of an adaptive dimension have a and b.' },
    ];
  });
  return [...parameters, ...pageProblems(dimension, path)];
}

function pageProblems(dimension: FixedDimension, path: JsonPath): readonly Problem[] {
  const { pages } = dimension;
  if (!pages) return autosubmitProblems([{ items: dimension.items.map(({ id }) => id) }], dimension, path);
  const placed = pages.flatMap((page, p) =>
    page.items.map((id, i) => ({ id, path: [...path, 'pages', p, 'items', i] })),
  );
  const known = new Set(dimension.items.map(({ id }) => id));
  const unknown = placed.filter(({ id }) => !known.has(id));
  const absent = dimension.items.filter(({ id }) => !placed.some((place) => place.id === id));
  return [
    ...unknown.map((place) => ({
      path: place.path,
      message: `There is no item "${place.id}" in this dimension.`,
    })),
    ...repeated(
      placed.map(({ id }) => id),
      (index) => placed[index]?.path ?? path,
      'item',
    ),
    ...absent.map(({ id }) => ({ path: [...path, 'pages'], message: `The item "${id}" is on no page.` })),
    ...autosubmitProblems(pages, dimension, path),
    ...matrixProblems(dimension, path),
  ];
}

/** The heads of the columns stand once, so all rows must have the same answers. */
function matrixProblems({ pages = [], items }: FixedDimension, path: JsonPath): readonly Problem[] {
  return pages.flatMap(({ layout, items: ids }, index) => {
    const rows = items.filter(({ id }) => layout === 'matrix' && ids.includes(id));
    const isChoice = rows.every(({ type }) => answerForm(type) === 'option' && type !== 'QUESTION_SELECT');
    const answers = rows.map((item) => {
      return JSON.stringify([item.options.map(({ label, value }) => [label, value]), reasonsOf(item)]);
    });
    if (layout === undefined || (rows.length > 1 && isChoice && new Set(answers).size === 1)) return [];
    const message =
      'A matrix has two rows or more, all with radio buttons, the same options, "declinable" and "not_applicable".';
    return [{ path: [...path, 'pages', index, 'layout'], message }];
  });
}

/** A page that is sent without a click must hold no other question, whose answer could then be missing. */
function autosubmitProblems(
  pages: readonly { readonly items: readonly string[] }[],
  dimension: FixedDimension,
  path: JsonPath,
): readonly Problem[] {
  const automatic = dimension.items.filter(({ type }) => type === 'INFO_AUTOSUBMIT').map(({ id }) => id);
  const crowded = pages.flatMap((page) => (page.items.length > 1 ? page.items : []));
  return automatic
    .filter((id) => crowded.includes(id))
    .map((id) => ({ path, message: `The INFO_AUTOSUBMIT item "${id}" must be alone on its page.` }));
}
