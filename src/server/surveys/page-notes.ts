import type { PageHelp } from '../../contract/surveys.ts';
import type { Answer } from '../../domain/answer-types.ts';
import { isHelpPage } from '../../domain/help-page.ts';
import { plannedItems } from '../../domain/survey-flow.ts';
import type { Instrument } from '../../domain/instrument-schema.ts';
import type { PageDimension } from '../../domain/survey-plan.ts';
import { helpPageText } from '../../text/crisis.ts';
import { readersText } from '../../text/survey.ts';
import { clinicHelp } from '../clinics/help.ts';
import { openAnswer } from '../keys/answer-cells.ts';
import { openDraft } from './stored-answers.ts';
import type { NoteContext, OpenPage, PageNote } from './page-note.ts';
import { listItemAnswers } from './page-queries.ts';

export const addReaderNotice: PageNote = async (_context, { session, page }) => ({
  dimension: withReaderNotice(page.dimension, session.plan.instruments),
});

/** The texts of a page. Where its instrument states who sees the single answers, the patient reads it there. */
export function withReaderNotice(
  dimension: PageDimension,
  instruments: readonly Instrument[],
): PageDimension {
  const own = instruments.find(({ dimensions }) => dimensions.some(({ id }) => id === dimension.id));
  if (own?.answers_shown === undefined) return dimension;
  const notice = readersText[own.answers_shown];
  return { ...dimension, paragraph: [dimension.paragraph, notice].filter(Boolean).join(' ') };
}

/** The help of the clinic on the page of help, and on a page after whose answers it may come. */
export const addHelp: PageNote = async ({ db, services, user }, { session, page }) => {
  const rules = session.plan.instruments.flatMap(({ crisis }) => crisis);
  const after = rules
    .filter(({ item }) => page.items.some(({ id }) => id === item))
    .map(({ item, at_least }) => ({ item, at_least }));
  const isHelp = isHelpPage(page.items);
  if (after.length === 0 && !isHelp) return {};
  const { text, numbers } = await clinicHelp(db, services.config, user.clinicId);
  const help: PageHelp = { text, numbers: [...numbers], after };
  return { help, ...(isHelp && helpTexts(page, text)) };
};

/** The texts of the page of help. */
export function helpTexts({ dimension, items }: OpenPage['page'], text: string) {
  return {
    dimension: { ...dimension, title: helpPageText.title, paragraph: helpPageText.notReadAtOnce },
    items: items.map((item) => ({ ...item, response_options: [], content: text })),
  };
}

/** What the patient entered here and did not send, or else the last answers to questions that show them again. */
export const addOwnEntries: PageNote = async (context, open) => {
  const { key } = open.session;
  if (open.draft) return { draft: openDraft(context.services.keys, key, open.draft) };
  const last = await lastAnswers(context, open);
  return last.length > 0 ? { draft: last, draft_is_last: true } : {};
};

async function lastAnswers(
  { db, services, user: { clinicId, userId: patientId } }: NoteContext,
  { session: { key, plan }, page }: OpenPage,
): Promise<Answer[]> {
  const planned = plannedItems(plan);
  const ids = page.items.map(({ id }) => id).filter((id) => planned.get(id)?.preset !== undefined);
  if (ids.length === 0) return [];
  const given = await listItemAnswers(db, { clinicId, patientId }, ids);
  return ids.flatMap((id) => {
    const last = given.findLast((row) => row.item_id === id && row.session_id !== key.sessionId);
    if (!last) return [];
    const content = openAnswer(services.keys, { clinicId, sessionId: last.session_id }, last);
    return [{ id, ...content, time_taken: 0, optionalQuestion: false }];
  });
}
