import type { ItemCondition } from './conditions.ts';
import type { AdaptiveDimension, Dimension, FixedDimension, InstrumentItem } from './instrument-schema.ts';
import type { WindowType } from './window-types.ts';
import type { PageDimension, SurveyPlan } from './survey-plan.ts';

/** A dimension of a session: in fixed pages or item by item. `weight` is its share of the progress bar. */
export type Block = FixedBlock | AdaptiveBlock;

type Shared = {
  readonly instrument_id: string;
  readonly weight: number;
  readonly itemIds: ReadonlySet<string>;
};
export type FixedBlock = Shared & { readonly form: 'fixed'; readonly pages: readonly PlannedPage[] };
type AdaptiveBlock = Shared & {
  readonly form: 'adaptive';
  readonly dimension: AdaptiveDimension;
};

export type Page = {
  readonly dimension: PageDimension;
  readonly items: readonly InstrumentItem[];
  /** The items are rows with the same answers. */
  readonly layout?: 'matrix' | undefined;
};
export type PlannedPage = Page & {
  readonly show_if?: ItemCondition | undefined;
  /** The number of items on the pages of the block before it, shown or not. */
  readonly before: number;
};
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

/** The pages of a fixed dimension in a window: by the layout of the file, or else pages of a readable size. */
function fixedPages(dimension: FixedDimension, window: WindowType): readonly Omit<PlannedPage, 'before'>[] {
  const asked = dimension.items.filter((item) => !item.windows || item.windows.includes(window));
  if (!dimension.pages) {
    return readablePages(asked).map((items) => ({ dimension: textsOf(dimension), items }));
  }
  return dimension.pages.flatMap(({ items: ids, show_if, layout, ...own }) => {
    const items = asked
      .filter(({ id }) => ids.includes(id))
      .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    return items.length === 0 ? [] : [{ dimension: textsOf(dimension, own), items, show_if, layout }];
  });
}

function fixedBlock(
  dimension: FixedDimension,
  window: WindowType,
  instrumentId: string,
): readonly FixedBlock[] {
  let weight = 0;
  const pages = fixedPages(dimension, window).map((page) => {
    const before = weight;
    weight += page.items.length;
    return { ...page, before };
  });
  if (pages.length === 0) return [];
  const itemIds = idsOf(pages.flatMap((page) => page.items));
  return [{ form: 'fixed', instrument_id: instrumentId, pages, weight, itemIds }];
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

function idsOf(items: readonly InstrumentItem[]): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}

type OwnTexts = { readonly [Key in keyof PageDimension]?: string | undefined };

/** The page's own texts, or else the texts of the dimension. */
export function textsOf(dimension: Dimension, own: OwnTexts = {}): PageDimension {
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
