import type { Answer } from '../../domain/answer-types.ts';
import { currentPage } from '../../domain/survey-flow.ts';
import type { Handler } from '../http/context.ts';
import { AppError } from '../settings/app-error.ts';
import { sealDraft } from './stored-answers.ts';
import { upsertDraft } from './page-queries.ts';
import { parseAnswers } from './submission.ts';
import { moment } from '../../domain/today.ts';
import { lockSession, type SurveySession } from './survey-session.ts';

/** Keeps the entries of the current page that were not sent (product 11). */
export const saveDraft: Handler<'saveDraft'> = async ({ body }, context) => {
  const { db, services } = context;
  const answers = parseAnswers(body.value);
  const today = services.today();
  const session = await lockSession(context);
  if (session.end < today) throw new AppError('window_closed');
  const page = currentPage(session.plan, session.pages);
  if (!page || !answers.every(({ id }) => page.items.some((item) => item.id === id))) {
    throw new AppError(isAnswered(session, answers) ? 'page_already_answered' : 'page_mismatch');
  }
  const encrypted = sealDraft(services.keys, session.key, answers);
  await upsertDraft(db, session.key, { page: page.number, encrypted, at: moment(services.now()) });
  return {};
};

function isAnswered({ pages }: SurveySession, answers: readonly Answer[]): boolean {
  return pages.some((page) => answers.every(({ id }) => page.answers.some((stored) => stored.id === id)));
}
