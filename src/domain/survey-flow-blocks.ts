import { adaptiveFraction, nextAdaptiveItem } from './survey-flow-adaptive.ts';
import type { Answer } from './answer-types.ts';
import type { AdaptiveDimension, Dimension, FixedDimension, InstrumentItem } from './instrument-schema.ts';
import type { WindowType } from './window-types.ts';
import { priorKey, type PageDimension, type StoredPage, type SurveyPlan } from './survey-plan.ts';

/** A dimension of a session: in fixed pages or item by item. `weight` is its share of the progress bar. */
export type Block = FixedBlock | AdaptiveBlock;

type Shared = {
  readonly instrument_id: string;
  readonly weight: number;
  readonly itemIds: ReadonlySet<string>;
};
type FixedBlock = Shared & { readonly form: 'fixed'; readonly pages: readonly PlannedPage[] };
type AdaptiveBlock = Shared & {
  readonly form: 'adaptive';
  readonly dimension: AdaptiveDimension;
};

type PlannedPage = { readonly dimension: PageDimension; readonly items: readonly InstrumentItem[] };
/** The next page of a block, and the part of the block's weight that is already answered. */
type NextPage = PlannedPage & { readonly answered: number };

/** This number of items fits on a phone without much scrolling. */
const ITEMS_PER_PAGE = 5;

/** The blocks of a session in order; dimensions without an item in this window are left out. */
export function blocksOf({
  instruments,
  context: { window_type: window },
}: Pick<SurveyPlan, 'instruments' | 'context'>): readonly Block[] {
  return instruments.flatMap((instrument) =>
    instrument.dimensions.flatMap((dimension): readonly Block[] => {
      if (dimension.form === 'adaptive') return [adaptiveBlock(dimension, instrument.id)];
      return fixedBlock(dimension, window, instrument.id);
    }),
  );
}

/**
 * The page of a block after its stored pages; null when the block is over. `isPassed` says that pages of a later block are
 * stored, which means that this block is over.
 */
export function nextPage(
  block: Block,
  own: readonly StoredPage[],
  isPassed: boolean,
  { seed, context: { window_type }, priors }: Pick<SurveyPlan, 'seed' | 'context' | 'priors'>,
): NextPage | null {
  if (block.form === 'fixed') return nextFixedPage(block, own, isPassed);
  if (isPassed && own.length > 0) return null;
  if (isPassed)
    throw new Error(`A page of "${block.dimension.id}" must come before the pages stored after it.`);
  const { dimension, instrument_id: instrumentId } = block;
  const prior = priors?.get(priorKey(instrumentId, dimension.id));
  const place = { seed, instrument_id: instrumentId, window_type, prior };
  const item = nextAdaptiveItem(dimension, answersOf(own), place);
  if (!item) return null;
  const answered = adaptiveFraction(dimension, own.length, place) * block.weight;
  return { dimension: textsOf(dimension), items: [item], answered };
}

/** The pages of a fixed dimension in a window: by the layout of the file, or else pages of a readable size. */
function fixedPages(dimension: FixedDimension, window: WindowType): readonly PlannedPage[] {
  const asked = dimension.items.filter((item) => !item.windows || item.windows.includes(window));
  if (!dimension.pages) {
    return readablePages(asked).map((items) => ({ dimension: textsOf(dimension), items }));
  }
  return dimension.pages.flatMap(({ items: ids, ...own }) => {
    const items = asked
      .filter(({ id }) => ids.includes(id))
      .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    return items.length === 0 ? [] : [{ dimension: textsOf(dimension, own), items }];
  });
}

function fixedBlock(
  dimension: FixedDimension,
  window: WindowType,
  instrumentId: string,
): readonly FixedBlock[] {
  const pages = fixedPages(dimension, window);
  if (pages.length === 0) return [];
  const items = pages.flatMap((page) => page.items);
  return [{ form: 'fixed', instrument_id: instrumentId, pages, weight: items.length, itemIds: idsOf(items) }];
}

function adaptiveBlock(dimension: AdaptiveDimension, instrumentId: string): AdaptiveBlock {
  return {
    form: 'adaptive',
    instrument_id: instrumentId,
    dimension,
    weight: dimension.adaptive.expected_items,
    itemIds: idsOf(dimension.items),
  };
}

function nextFixedPage(
  { pages }: FixedBlock,
  own: readonly StoredPage[],
  isPassed: boolean,
): NextPage | null {
  for (const [index, stored] of own.entries()) {
    const items = pages[index]?.items ?? [];
    if (
      stored.answers.length !== items.length ||
      !items.every(({ id }, at) => id === stored.answers[at]?.id)
    ) {
      throw new Error(`The stored page ${stored.number} does not follow from the plan.`);
    }
  }
  const next = pages[own.length];
  if (!next) return null;
  if (isPassed)
    throw new Error(`A page of "${next.dimension.id}" must come before the pages stored after it.`);
  return { ...next, answered: answersOf(own).length };
}

function answersOf(pages: readonly StoredPage[]): readonly Answer[] {
  return pages.flatMap((page) => page.answers);
}

function idsOf(items: readonly InstrumentItem[]): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}

type OwnTexts = { readonly [Key in keyof PageDimension]?: string | undefined };

/** The page's own texts, or else the texts of the dimension. */
function textsOf(dimension: Dimension, own: OwnTexts = {}): PageDimension {
  return {
    id: dimension.id,
    title: own.title ?? dimension.title,
    paragraph: own.paragraph ?? dimension.paragraph,
    connector: own.connector ?? dimension.connector,
    footer: own.footer ?? dimension.footer,
  };
}

/** Pages of nearly equal length. An item that is sent without a click is alone on its page. */
export function readablePages<Item extends Pick<InstrumentItem, 'type'>>(
  items: readonly Item[],
): readonly (readonly Item[])[] {
  const runs: Item[][] = [];
  let open = false;
  for (const item of items) {
    const alone = item.type === 'INFO_AUTOSUBMIT';
    if (open && !alone) runs.at(-1)?.push(item);
    else runs.push([item]);
    open = !alone;
  }
  return runs.flatMap((run) => evenParts(run, Math.ceil(run.length / ITEMS_PER_PAGE)));
}

function evenParts<T>(list: readonly T[], parts: number): readonly (readonly T[])[] {
  const bounds = Array.from({ length: parts + 1 }, (_, index) => Math.round((index * list.length) / parts));
  return bounds.slice(1).map((end, index) => list.slice(bounds[index], end));
}
