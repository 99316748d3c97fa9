import { checkAnswers, isSameAnswer, limitsOf, type AnswerError, type Limits } from './answers.ts';
import type { Answer, ItemType, ResponseOption } from './answer-types.ts';
import { crisisAnswers } from './crisis-rules.ts';
import { HELP_ITEM, isHelpPage } from './help-page.ts';
import { instrumentItems } from './instrument-items.ts';
import type { InstrumentItem } from './instrument-schema.ts';
import { adaptiveFraction, nextAdaptiveItem } from './survey-flow-adaptive.ts';
import { textsOf, type Block, type FixedBlock, type Page } from './survey-flow-blocks.ts';
import { priorKey, type PageDimension, type StoredPage, type SurveyPlan } from './survey-plan.ts';
import { shownSurvey } from './survey-shown.ts';

export type PageItem = Limits & {
  readonly id: string;
  readonly type: ItemType;
  readonly content: string;
  readonly response_options: readonly ResponseOption[];
  /** The patient may answer with `DECLINED`, or with `NOT_APPLICABLE`. */
  readonly declinable?: true;
  readonly not_applicable?: true;
};

export type SurveyPage = {
  readonly number: number;
  readonly dimension: PageDimension;
  readonly items: readonly PageItem[];
  readonly layout?: 'matrix';
  /** The answered part, 0 to 1; never falls from page to page. */
  readonly progress: number;
};

/** The relation of submitted answers to the stored pages (R23). */
export type SubmissionMatch =
  /** The current page, and all answers are valid: store `answers` as page `page.number`. */
  | { readonly kind: 'current'; readonly page: SurveyPage; readonly answers: readonly Answer[] }
  /** A stored page with the same answers: 200, write nothing. */
  | { readonly kind: 'repeat'; readonly number: number }
  /** A stored page with other answers: 409. */
  | { readonly kind: 'conflict'; readonly number: number }
  /** The current page with invalid answers: 422, one error per item. */
  | { readonly kind: 'invalid'; readonly page: SurveyPage; readonly errors: readonly AnswerError[] }
  /** Neither the current page nor a stored one: 400. */
  | { readonly kind: 'unknown' };

/**
 * The current page, or null at the end of the survey. Depends only on its arguments: the same plan and the same stored
 * pages give the same page, byte for byte. `storedPages` must be sorted by number. Throws if they do not fit the plan.
 * After answers that show danger comes a page of help (product 19.5); its texts are those of the clinic, so they are empty here.
 */
export function currentPage(plan: SurveyPlan, storedPages: readonly StoredPage[]): SurveyPage | null {
  assertNumbered(storedPages);
  const { next, answered, total } = nextQuestions(plan, storedPages);
  const number = storedPages.length + 1;
  const helped = storedPages.filter((page) => isHelpPage(page.answers)).length;
  if (isHelpDue(plan, storedPages)) {
    const progress = round((answered + helped) / (total + helped + 1));
    return { number, ...helpPage(helped + 1), progress };
  }
  if (!next) return null;
  const progress = round((answered + helped) / (total + helped));
  const { dimension, items, layout } = next;
  return { number, dimension, items: items.map(pageItem), ...(layout && { layout }), progress };
}

/** Are there questions left? A page of help may still follow the last one. */
export function hasQuestionsLeft(plan: SurveyPlan, storedPages: readonly StoredPage[]): boolean {
  return nextQuestions(plan, storedPages).next !== null;
}

type NextQuestions = {
  readonly next: Page | null;
  /** The weight of what is over, answered or not asked, and of the whole survey. Help pages do not count. */
  readonly answered: number;
  readonly total: number;
};

/** Goes through the stored pages of questions, block by block, to the first block that asks for more. */
function nextQuestions(plan: SurveyPlan, storedPages: readonly StoredPage[]): NextQuestions {
  const questions = storedPages.filter((page) => !isHelpPage(page.answers));
  const { blocks } = shownSurvey(
    plan,
    questions.flatMap((page) => page.answers),
  );
  const total = blocks.reduce((sum, block) => sum + block.weight, 0);
  let used = 0;
  let done = 0;
  for (const block of blocks) {
    const own = pagesOfBlock(block, questions, used);
    used += own.length;
    const next = block.isHidden ? null : nextPage(block, own, used < questions.length, plan);
    if (next) return { next, answered: done + next.answered, total };
    done += block.weight;
  }
  if (used < questions.length)
    throw new Error(`The stored page ${questions[used]?.number} does not follow from the plan.`);
  return { next: null, answered: total, total };
}

/** The next page of a block, and the part of the block's weight that is over. */
type NextPage = Page & { readonly answered: number };

/**
 * The page of a block after its stored pages; null when the block is over. `isPassed` says that pages of a later block are
 * stored, which means that this block is over.
 */
function nextPage(
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
  const item = nextAdaptiveItem(
    dimension,
    own.flatMap((page) => page.answers),
    place,
  );
  if (!item) return null;
  const answered = adaptiveFraction(dimension, own.length, place) * block.weight;
  return { dimension: textsOf(dimension), items: [item], answered };
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
  return { dimension: next.dimension, items: next.items, layout: next.layout, answered: next.before };
}

/** Did the last stored page show danger? Then the next page is one of help. */
export function isHelpDue(
  { instruments }: Pick<SurveyPlan, 'instruments'>,
  storedPages: readonly StoredPage[],
): boolean {
  const last = storedPages.at(-1);
  return last !== undefined && crisisAnswers(instruments, last.answers).length > 0;
}

function helpPage(ordinal: number): Pick<SurveyPage, 'dimension' | 'items'> {
  const id = ordinal === 1 ? HELP_ITEM : `${HELP_ITEM}-${ordinal}`;
  return {
    dimension: { id: HELP_ITEM, title: '', paragraph: '', connector: '', footer: '' },
    items: [{ id, type: 'INFO', content: '', response_options: [] }],
  };
}

/**
 * Says whether the submitted answers are for the current page, repeat a stored page, or neither (R23). Their ids must be
 * exactly the ids of one page. A repeat may have other times.
 */
export function matchSubmission(
  plan: SurveyPlan,
  storedPages: readonly StoredPage[],
  answers: readonly Answer[],
): SubmissionMatch {
  const ids = new Set(answers.map(({ id }) => id));
  const isFor = (items: readonly { readonly id: string }[]) =>
    answers.length === items.length && ids.size === items.length && items.every(({ id }) => ids.has(id));
  const stored = storedPages.find((page) => isFor(page.answers));
  if (stored) return { kind: isRepeat(plan, stored, answers) ? 'repeat' : 'conflict', number: stored.number };
  const page = currentPage(plan, storedPages);
  if (!page || !isFor(page.items)) return { kind: 'unknown' };
  const checked = checkAnswers(page.items, answers);
  if (checked.errors.length > 0) return { kind: 'invalid', page, errors: checked.errors };
  return { kind: 'current', page, answers: checked.answers };
}

/** All items that the plan can ask, by id. */
export function plannedItems({
  instruments,
}: Pick<SurveyPlan, 'instruments'>): ReadonlyMap<string, InstrumentItem> {
  const items = instruments.flatMap(instrumentItems);
  return new Map(items.map((item) => [item.id, item]));
}

function assertNumbered(storedPages: readonly StoredPage[]): void {
  const wrong = storedPages.findIndex((page, index) => page.number !== index + 1);
  if (wrong !== -1) throw new Error(`The stored page ${wrong + 1} is missing or out of order.`);
}

/** The stored pages that belong to a block, from the page at index `from` on. */
function pagesOfBlock(block: Block, storedPages: readonly StoredPage[], from: number): readonly StoredPage[] {
  const rest = storedPages.slice(from);
  const end = rest.findIndex((page) => !page.answers.every(({ id }) => block.itemIds.has(id)));
  return end === -1 ? rest : rest.slice(0, end);
}

function isRepeat(plan: SurveyPlan, stored: StoredPage, answers: readonly Answer[]): boolean {
  // A page of help asks nothing.
  if (isHelpPage(stored.answers)) return true;
  const items = plannedItems(plan);
  const asked = stored.answers.flatMap(({ id }) => items.get(id) ?? []).map(pageItem);
  const checked = checkAnswers(asked, answers);
  if (checked.answers.length !== stored.answers.length) return false;
  return stored.answers.every((answer, index) => {
    const given = checked.answers[index];
    return given !== undefined && isSameAnswer(answer, given);
  });
}

function pageItem({ id, type, content, options, ...item }: InstrumentItem): PageItem {
  const { declinable, not_applicable } = item;
  const reasons = { ...(declinable && { declinable }), ...(not_applicable && { not_applicable }) };
  return { id, type, content, response_options: options.map(responseOption), ...reasons, ...limitsOf(item) };
}

function responseOption({ id, label, value }: ResponseOption): ResponseOption {
  return { id, label, value };
}

/** Four decimals are enough for a bar. Rounding up would show 1 before the end. */
function round(progress: number): number {
  return Math.floor(progress * 10_000) / 10_000;
}
