import type { Answer } from '../../../domain/answer-types.ts';
import { itemRange } from '../../../domain/instrument-items.ts';
import type { Instrument, InstrumentItem } from '../../../domain/instrument-schema.ts';
import { currentPage, plannedItems, type SurveyPage } from '../../../domain/survey-flow.ts';
import type { StoredPage } from '../../../domain/survey-plan.ts';
import { answerOf, noAnswer, planOf, type Values } from './trial.ts';

/** A survey as a patient with these answers goes through it. */
export type Walk = {
  /** Every page with the pages answered before it. */
  readonly pages: readonly { readonly page: SurveyPage; readonly before: readonly StoredPage[] }[];
  readonly answers: readonly Answer[];
};

/** All pages for these answers, in their order. A question without an answer is left empty. */
export function walk(instrument: Instrument, values: Values): Walk {
  const plan = planOf(instrument);
  const items = plannedItems(plan);
  const pages: Walk['pages'][number][] = [];
  const stored: StoredPage[] = [];
  for (let page = currentPage(plan, stored); page; page = currentPage(plan, stored)) {
    pages.push({ page, before: [...stored] });
    const answers = page.items.map(({ id }) => {
      const item = items.get(id);
      return item ? given(item, values) : noAnswer({ id });
    });
    stored.push({ number: page.number, answers });
  }
  return { pages, answers: stored.flatMap(({ answers }) => answers) };
}

// A test needs an answer to go on.
function given(item: InstrumentItem, values: Values): Answer {
  const value = values.get(item.id) ?? (item.a === undefined ? undefined : itemRange(item)?.[0]);
  return (value === undefined ? undefined : answerOf(item, value)) ?? noAnswer(item);
}
