import { isHelpPage } from './help-page.ts';
import { USUAL_PAGE_SECONDS } from './protocol.ts';
import { blocksOf, type Block } from './survey-flow-blocks.ts';
import { expectedItems } from './survey-flow-adaptive.ts';
import { priorKey, type StoredPage, type SurveyPlan } from './survey-plan.ts';
import { shownSurvey } from './survey-shown.ts';

/** The place of a page in the survey, as the patient reads it: part 2 of 7. */
export type SurveyPart = { readonly number: number; readonly total: number; readonly title: string };

/** The measured median of the seconds for one page, by instrument. */
export type PageSeconds = ReadonlyMap<string, number>;

/** The plan as far as it decides about time: a survey that has not begun has no seed. */
export type TimedPlan = Pick<SurveyPlan, 'instruments' | 'context' | 'parts' | 'skips' | 'priors'>;

/** A survey with so little left is nearly done. */
const NEARLY_DONE_SECONDS = 30;

/**
 * The part of the survey after the stored pages. A page of help belongs to the part before it. Null for a survey without questions.
 */
export function currentPart(
  plan: TimedPlan,
  storedPages: readonly StoredPage[],
  next: NextItems,
): SurveyPart | null {
  const blocks = blocksOf(plan);
  const names = blocks.map((block) => partOf(plan, block));
  const runs = names.filter((name, index) => name.key !== names[index - 1]?.key);
  const { index } = openBlock(blocks, storedPages, next);
  const current = names[index];
  if (!current) return null;
  const number = names.slice(0, index + 1).filter((name, at, all) => name.key !== all[at - 1]?.key).length;
  return { number, total: runs.length, title: current.title };
}

type NextItems = readonly { readonly id: string }[];

/** The estimated minutes that are left: whole minutes, rounded up; 0 if the survey is nearly done. */
export function minutesLeft(
  plan: TimedPlan,
  storedPages: readonly StoredPage[],
  next: NextItems,
  measured: PageSeconds,
): number {
  const { blocks } = shownSurvey(
    plan,
    storedPages.flatMap((page) => page.answers),
  );
  const { index, own } = openBlock(blocks, storedPages, next);
  const seconds = blocks.slice(index).reduce((sum, block, at) => {
    if (block.isHidden) return sum;
    const done = at === 0 ? own : 0;
    const least = at === 0 && isPageOf(block, next) ? 1 : 0;
    return sum + Math.max(least, pagesOf(block, plan) - done) * pageSeconds(plan, block, measured);
  }, 0);
  return seconds <= NEARLY_DONE_SECONDS ? 0 : Math.ceil(seconds / 60);
}

/** The block of the next items, or else of the last stored question; and the number of its stored pages. */
function openBlock(blocks: readonly Block[], storedPages: readonly StoredPage[], next: NextItems) {
  const questions = storedPages.filter((page) => !isHelpPage(page.answers));
  const at = blocks.findIndex((block) => isPageOf(block, next));
  const last = blocks.findLastIndex((block) => isPageOf(block, questions.at(-1)?.answers ?? []));
  const index = Math.max(0, at === -1 ? last : at);
  const block = blocks[index];
  const own = block ? questions.filter((page) => isPageOf(block, page.answers)).length : 0;
  return { index, own };
}

function isPageOf({ itemIds }: Block, items: NextItems): boolean {
  return items.some(({ id }) => itemIds.has(id));
}

function pagesOf(block: Block, { context, priors }: TimedPlan): number {
  if (block.form === 'fixed') return block.pages.length;
  const { dimension, instrument_id: id } = block;
  return expectedItems(dimension, context.window_type, priors?.get(priorKey(id, dimension.id)));
}

function partOf({ parts = [], instruments }: TimedPlan, { instrument_id: id }: Block) {
  const part = parts.find((one) => one.instruments.includes(id));
  if (part) return { key: part.title, title: part.title };
  const instrument = instruments.find((one) => one.id === id);
  return { key: `instrument ${id}`, title: instrument?.dimensions[0]?.title ?? '' };
}

function pageSeconds({ parts = [] }: TimedPlan, { instrument_id: id }: Block, measured: PageSeconds): number {
  const part = parts.find((one) => one.instruments.includes(id));
  return measured.get(id) ?? part?.page_seconds ?? USUAL_PAGE_SECONDS;
}
