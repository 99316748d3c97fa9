import { answerForm, isQuestion, privacyOf } from './answer-types.ts';
import { clausesOf, type Clause, type Condition, type ItemCondition } from './conditions.ts';
import { itemRange } from './instrument-items.ts';
import type { Dimension, Instrument, InstrumentItem } from './instrument-schema.ts';
import type { JsonPath, Problem } from './json-lines.ts';
import type { Protocol, ProtocolWindow } from './protocol.ts';
import { blocksOf } from './survey-flow-blocks.ts';
import { skipCondition } from './survey-shown.ts';
import { WINDOW_TYPES, type WindowType } from './window-types.ts';

/** A condition with its place in the file and the items that it decides about. */
type Owner = {
  readonly condition: ItemCondition;
  readonly path: JsonPath;
  readonly instrument: string;
  readonly items: readonly InstrumentItem[];
  readonly of: 'item' | 'page' | 'instrument';
};

/** What a protocol asks. */
type AskingProtocol = Pick<Protocol, 'skips'> & {
  readonly windows: readonly Pick<ProtocolWindow, 'type' | 'instruments'>[];
};

type Source = { readonly item: InstrumentItem; readonly form: Dimension['form'] };

/** Problems of the conditions of an instrument, as far as they name items of the same file. */
export function conditionProblems(instrument: Instrument): readonly Problem[] {
  const sources = sourcesOf([instrument]);
  const owners = ownersOf(instrument);
  if (owners.length === 0) return adaptiveProblems(instrument);
  const windows = WINDOW_TYPES.map((type) => ({ type, pages: pagesOf([instrument], type) }));
  return [
    ...owners.flatMap((owner) => [
      ...clausesOf(owner.condition).flatMap((clause, index) => {
        const message = problemInside(clause, owner, windows, sources);
        return message === undefined ? [] : [{ path: [...pathOfClauses(owner), index], message }];
      }),
      ...countProblems(owner),
      ...dangerProblems(owner, instrument),
    ]),
    ...adaptiveProblems(instrument),
  ];
}

/** A condition of an instrument that does not fit what a window asks. */
export type ConditionMisfit = {
  readonly type: WindowType;
  readonly instrument: string;
  /** The item that the condition names. */
  readonly item: string;
  /** As an English sentence for the operator. */
  readonly problem: string;
};

/** Problems of skips, and of conditions on items of other instruments, as English sentences for the operator. */
export function protocolConditionProblems(
  protocol: AskingProtocol,
  instruments: ReadonlyMap<string, Instrument>,
): readonly string[] {
  return conditionMisfits(protocol, instruments).map(
    ({ type, instrument, problem }) => `in ${type} "${instrument}" has a condition: ${problem}`,
  );
}

export function conditionMisfits(
  { skips, windows }: AskingProtocol,
  instruments: ReadonlyMap<string, Instrument>,
): readonly ConditionMisfit[] {
  const everywhere = sourcesOf([...instruments.values()]);
  return windows.flatMap(({ type, instruments: ids }) => {
    const asked = ids.flatMap((id) => instruments.get(id) ?? []);
    const pages = pagesOf(asked, type);
    const owners = [...asked.flatMap(ownersOf), ...skipOwners(skips, instruments)];
    return owners.flatMap((owner) => {
      const own = instruments.get(owner.instrument);
      const inside = own ? sourcesOf([own]) : new Map<string, Source>();
      return clausesOf(owner.condition).flatMap((clause) => {
        if (inside.has(clause.item)) return [];
        const source = everywhere.get(clause.item);
        const problem = source
          ? (valueProblem(clause, source) ?? orderProblem(clause, owner, pages, type))
          : `No instrument has an item "${clause.item}".`;
        const { instrument } = owner;
        return problem === undefined ? [] : [{ type, instrument, item: clause.item, problem }];
      });
    });
  });
}

function sourcesOf(instruments: readonly Instrument[]): ReadonlyMap<string, Source> {
  const dimensions = instruments.flatMap((instrument) => instrument.dimensions);
  return new Map(
    dimensions.flatMap(({ form, items }) => items.map((item) => [item.id, { item, form }] as const)),
  );
}

function ownersOf(instrument: Instrument): readonly Owner[] {
  const owner = (of: Owner['of'], items: readonly InstrumentItem[], path: JsonPath, condition?: Condition) =>
    condition ? [{ of, items, condition, path: [...path, 'show_if'], instrument: instrument.id }] : [];
  const inside = instrument.dimensions.flatMap((dimension, d) => {
    const pages = dimension.form === 'fixed' ? (dimension.pages ?? []) : [];
    return [
      ...pages.flatMap((page, p) => {
        const items = dimension.items.filter(({ id }) => page.items.includes(id));
        return owner('page', items, ['dimensions', d, 'pages', p], page.show_if);
      }),
      ...dimension.items.flatMap((item, i) =>
        owner('item', [item], ['dimensions', d, 'items', i], item.show_if),
      ),
    ];
  });
  const all = instrument.dimensions.flatMap(({ items }) => items);
  return [...owner('instrument', all, [], instrument.show_if), ...inside];
}

function skipOwners(
  skips: Protocol['skips'],
  instruments: ReadonlyMap<string, Instrument>,
): readonly Owner[] {
  return skips.flatMap((skip) =>
    skip.instruments.map((instrument) => ({
      of: 'instrument' as const,
      condition: skipCondition(skip),
      path: ['skips'],
      instrument,
      items: instruments.get(instrument)?.dimensions.flatMap(({ items }) => items) ?? [],
    })),
  );
}

const pathOfClauses = ({ path, condition }: Owner): JsonPath => [...path, condition.all ? 'all' : 'any'];

function problemInside(
  clause: Clause,
  owner: Owner,
  windows: readonly { readonly type: WindowType; readonly pages: ReadonlyMap<string, number> }[],
  sources: ReadonlyMap<string, Source>,
): string | undefined {
  const source = sources.get(clause.item);
  // The check of the protocol knows the other instruments.
  if (!source) return undefined;
  if (owner.of === 'instrument')
    return 'The condition of an instrument names items of instruments before it.';
  const problem = valueProblem(clause, source);
  if (problem !== undefined) return problem;
  const inWindows = windows.map(({ type, pages }) => orderProblem(clause, owner, pages, type));
  return inWindows.find((one) => one !== undefined);
}

/** The number of the page of each item that is asked in the window. */
function pagesOf(instruments: readonly Instrument[], window: WindowType): ReadonlyMap<string, number> {
  const blocks = blocksOf({ instruments, context: { window_type: window } });
  const pages = blocks.flatMap((block) =>
    block.form === 'fixed' ? block.pages.map(({ items }) => items.map(({ id }) => id)) : [[...block.itemIds]],
  );
  return new Map(pages.flatMap((ids, page) => ids.map((id) => [id, page] as const)));
}

function orderProblem(
  { item }: Clause,
  { items }: Owner,
  pages: ReadonlyMap<string, number>,
  window: WindowType,
): string | undefined {
  const own = items.flatMap(({ id }) => pages.get(id) ?? []);
  if (own.length === 0) return undefined;
  const source = pages.get(item);
  if (source === undefined) return `The item "${item}" is not asked before it in ${window}.`;
  const first = Math.min(...own);
  if (source < first) return undefined;
  return `The item "${item}" is asked ${source === first ? 'on the same page' : 'later'}: put it on an earlier page.`;
}

/** Why no answer to the item could make the clause true. */
function valueProblem(clause: Clause, { item, form }: Source): string | undefined {
  const { id, type } = item;
  if (form === 'adaptive') return `The item "${id}" is one of an adaptive test, which may not ask it.`;
  if (!isQuestion(type) || privacyOf(type) === 'address')
    return `The item "${id}" has no answer for a condition.`;
  if (clause.answered !== undefined) return undefined;
  const { is, is_not, at_least, at_most } = clause;
  const value = is ?? is_not ?? at_least ?? at_most;
  const isOrder = at_least !== undefined || at_most !== undefined;
  switch (answerForm(type)) {
    case 'option':
    case 'options':
      return optionProblem(item, value, isOrder);
    case 'range':
    case 'integer':
    case 'decimal':
      return numberProblem(item, value);
    default:
      return `The answer to "${id}" cannot be compared: use "answered".`;
  }
}

function optionProblem(item: InstrumentItem, value: unknown, isOrder: boolean): string | undefined {
  const { id, options, type } = item;
  if (!options.some((option) => option.value === value))
    return `The item "${id}" has no option with the value ${JSON.stringify(value)}.`;
  if (!isOrder || (answerForm(type) === 'option' && itemRange(item))) return undefined;
  return `The options of "${id}" have no order: use "is" or "is_not".`;
}

function numberProblem(item: InstrumentItem, value: unknown): string | undefined {
  const { id, min = 0, max = Infinity } = item;
  const [low, high] = itemRange(item) ?? [min, max];
  if (typeof value === 'number' && value >= low && value <= high) return undefined;
  return `The answer to "${id}" is a number ${high === Infinity ? `from ${low}` : `from ${low} to ${high}`}, never ${JSON.stringify(value)}.`;
}

function countProblems({ condition, items, path }: Owner): readonly Problem[] {
  const { counts_as: value } = condition;
  if (value === undefined) return [];
  const here = [...path, 'counts_as'];
  const ranges = items.flatMap((item) => {
    const range = itemRange(item);
    return range ? [{ id: item.id, range }] : [];
  });
  if (ranges.length === 0) return [{ path: here, message: 'No item here has numbers to score.' }];
  return ranges
    .filter(({ range: [low, high] }) => value < low || value > high)
    .map(({ id, range }) => ({
      path: here,
      message: `The values of "${id}" go from ${range.join(' to ')}.`,
    }));
}

/** Everybody must be asked for danger. A question behind another one about danger may depend on it. */
function dangerProblems({ condition, items, of, path }: Owner, { crisis }: Instrument): readonly Problem[] {
  const dangerous = new Set(crisis.map(({ item }) => item));
  const found = items.find(({ id }) => dangerous.has(id));
  if (of === 'instrument' || !found || clausesOf(condition).every(({ item }) => dangerous.has(item)))
    return [];
  const message = `"${found.id}" has a crisis rule: its condition may only name other items with one, or not everybody would be asked.`;
  return [{ path, message }];
}

function adaptiveProblems({ dimensions }: Instrument): readonly Problem[] {
  return dimensions.flatMap(({ form, items }, d) =>
    items.flatMap(({ show_if: condition }, i) => {
      if (form === 'fixed' || !condition) return [];
      const message = 'An adaptive test chooses its items. Put the condition on the whole instrument.';
      return [{ path: ['dimensions', d, 'items', i, 'show_if'], message }];
    }),
  );
}
