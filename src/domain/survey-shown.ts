import { reasonIn, type Answer } from './answer-types.ts';
import { clausesOf, holds, type Condition, type Known, type Standing } from './conditions.ts';
import type { Instrument, InstrumentItem } from './instrument-schema.ts';
import type { ProtocolSkip } from './protocol.ts';
import { blocksOf, type Block, type FixedBlock, type PlannedPage } from './survey-flow-blocks.ts';
import type { SurveyPlan } from './survey-plan.ts';

// What a survey shows after the answers so far. A condition looks only at items that are asked before its own, so an item that
// was shown once stays shown.

/** What the survey shows after some answers. An undecided condition hides nothing yet. */
export type Shown = {
  readonly blocks: readonly ShownBlock[];
  /** The ids of the instruments that are not asked. */
  readonly hidden: ReadonlySet<string>;
  /** The items that are not asked, in the order of the plan. A number is the value for which they count in scales. */
  readonly notAsked: ReadonlyMap<string, number | null>;
};

/** A block with the pages that are shown. */
export type ShownBlock = Block & { readonly isHidden: boolean };

export type ConditionalPlan = Pick<SurveyPlan, 'instruments' | 'context' | 'skips'>;
type Given = Pick<Answer, 'id' | 'value'>;

export function shownSurvey(plan: ConditionalPlan, answers: readonly Given[]): Shown {
  const blocks = blocksOf(plan);
  const walk = newWalk(blocks, answers);
  const hidden = new Set<string>();
  const shown = plan.instruments.flatMap((instrument) => {
    const own = blocks.filter((block) => block.instrument_id === instrument.id);
    const conditions = conditionsOf(instrument, plan.skips);
    if (conditions.every((one) => holds(one, walk) !== false))
      return own.map((block) => shownBlock(block, walk));
    hidden.add(instrument.id);
    return own.map((block) => hiddenBlock(block, walk));
  });
  return { blocks: shown, hidden, notAsked: walk.notAsked };
}

/** All conditions of an instrument as a whole: its own, and the skips of the protocol. */
function conditionsOf(
  { id, show_if: own }: Pick<Instrument, 'id' | 'show_if'>,
  skips: readonly ProtocolSkip[] = [],
): readonly Condition[] {
  const skipping = skips.filter(({ instruments }) => instruments.includes(id));
  return [...(own ? [own] : []), ...skipping.map(skipCondition)];
}

/** The items that the conditions of a plan name. */
export function conditionItems({ instruments, skips }: ConditionalPlan): ReadonlySet<string> {
  const conditions = instruments.flatMap((instrument) => [
    ...conditionsOf(instrument, skips),
    ...instrument.dimensions.flatMap((dimension) => {
      const pages = dimension.form === 'fixed' ? (dimension.pages ?? []) : [];
      return [...pages, ...dimension.items].flatMap(({ show_if: one }) => one ?? []);
    }),
  ]);
  return new Set(conditions.flatMap(clausesOf).map(({ item }) => item));
}

/** A skip hides its instruments after one answer, and after no other. */
export function skipCondition({ item, value }: ProtocolSkip): Condition {
  return {
    any: [
      { item, is_not: value },
      { item, answered: false },
    ],
  };
}

type Walk = Standing & {
  readonly given: ReadonlyMap<string, Answer['value']>;
  readonly known: Map<string, Known>;
  readonly coming: Set<string>;
  readonly notAsked: Map<string, number | null>;
};

function newWalk(blocks: readonly Block[], answers: readonly Given[]): Walk {
  // An adaptive test may never ask an item, so nothing waits for its items.
  const coming = new Set(blocks.flatMap(({ form, itemIds }) => (form === 'fixed' ? [...itemIds] : [])));
  return {
    given: new Map(answers.map(({ id, value }) => [id, value])),
    known: new Map(),
    coming,
    isComing: (item) => coming.has(item),
    notAsked: new Map(),
  };
}

function shownBlock(block: Block, walk: Walk): ShownBlock {
  if (block.form === 'fixed') return { ...block, isHidden: false, pages: shownPages(block, walk) };
  for (const { id } of block.dimension.items) {
    const value = walk.given.get(id);
    if (value !== undefined) walk.known.set(id, value);
  }
  return { ...block, isHidden: false };
}

function hiddenBlock(block: Block, walk: Walk): ShownBlock {
  for (const id of block.itemIds) hide(id, null, walk);
  return { ...block, isHidden: true };
}

function shownPages({ pages }: FixedBlock, walk: Walk): readonly PlannedPage[] {
  return pages.flatMap((page) => {
    // All items are looked at before the answers of the page count.
    const results = page.items.map((item) => ({ item, condition: failedCondition(item, page, walk) }));
    for (const { item, condition } of results) {
      if (condition) hide(item.id, condition.counts_as ?? null, walk);
      else note(item, walk);
    }
    const items = results.flatMap(({ item, condition }) => (condition ? [] : [item]));
    return items.length === 0 ? [] : [{ ...page, items }];
  });
}

function failedCondition(item: InstrumentItem, page: PlannedPage, walk: Walk) {
  const conditions = [item.show_if, page.show_if].filter((one) => one !== undefined);
  return conditions.find((one) => holds(one, walk) === false);
}

function hide(id: string, countsAs: number | null, { coming, notAsked }: Walk): void {
  coming.delete(id);
  notAsked.set(id, countsAs);
}

function note(item: InstrumentItem, { given, coming, known }: Walk): void {
  const { id } = item;
  const value = given.get(id);
  if (value === undefined) return;
  coming.delete(id);
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  known.set(id, isEmpty || reasonIn(item, value) ? null : value);
}
