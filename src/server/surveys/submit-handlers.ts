import type { Answer } from '../../domain/answer-types.ts';
import type { AnswerError } from '../../domain/answers.ts';
import { crisisAnswers } from '../../domain/crisis-rules.ts';
import { isHelpPage } from '../../domain/help-page.ts';
import { ageOn } from '../../domain/iso-date.ts';
import { hasNormGroups, scoreSession, type SessionScores } from '../../domain/scoring.ts';
import type { NormedPerson } from '../../domain/scoring-classical.ts';
import {
  hasQuestionsLeft,
  matchSubmission,
  type SubmissionMatch,
  type SurveyPage,
} from '../../domain/survey-flow.ts';
import type { SurveyPlan } from '../../domain/survey-plan.ts';
import { answerErrorText } from '../../text/survey.ts';
import { appendAudit } from '../audit/queries.ts';
import { raiseEvents } from '../crisis/raise.ts';
import { openBirthDate } from '../keys/patient-cells.ts';
import { sealScore } from '../keys/score-cells.ts';
import { AppError } from '../settings/app-error.ts';
import type { Handler, UserContext } from '../http/context.ts';
import type { SessionKey } from '../database/row-keys.ts';
import { pageOf, readPage } from './page-handlers.ts';
import { insertPage, insertScores } from './page-queries.ts';
import { findPerson } from './session-queries.ts';
import { answerRecord, recogniseAddresses } from './stored-answers.ts';
import { keepAddresses } from './stored-addresses.ts';
import { parseAnswers } from './submission.ts';
import { moment } from '../../domain/today.ts';
import { lockSession, patientOf, type SurveySession } from './survey-session.ts';

/** Stores the answers of the current page exactly once (R23). */
export const submitSurvey: Handler<'submitSurvey'> = async ({ body }, context) => {
  const answers = parseAnswers(body.value);
  const today = context.services.today();
  const session = await lockSession(context);
  const match = matchAnswers(session, answers);
  if (match.kind === 'repeat') return body.next ? { next: await readPage(context) } : {};
  if (match.kind === 'conflict') throw new AppError('page_already_answered');
  if (session.end < today) throw new AppError('window_closed');
  if (match.kind === 'unknown') throw new AppError('page_mismatch');
  if (match.kind === 'invalid')
    throw new AppError('answers_invalid', { errors: match.errors.map(itemError) });
  const now = await storePage(context, session, match.page, match.answers);
  // Storing the page has dropped its draft, and there is none of the next one.
  return body.next ? { next: await pageOf(context, now, null) } : {};
};

function matchAnswers({ key, plan, pages }: SurveySession, answers: readonly Answer[]): SubmissionMatch {
  return matchSubmission(plan, recogniseAddresses(key, plan, pages, answers), answers);
}

function itemError({ id, code, number, limits }: AnswerError) {
  return { path: id, code, message: answerErrorText[code](number, limits) };
}

/** Stores a page; returns the session with it. */
async function storePage(
  context: UserContext,
  session: SurveySession,
  page: SurveyPage,
  answers: readonly Answer[],
): Promise<SurveySession> {
  const { key, plan, pages } = session;
  const { db, services } = context;
  const all = [...pages, { number: page.number, answers }];
  // After the last question the survey is finished. A page of help that follows changes nothing about it.
  const isLast = !isHelpPage(page.items) && !hasQuestionsLeft(plan, all);
  const scores = isLast ? scoreSession(plan, all, await normedPerson(context, plan)) : null;
  const shown = crisisAnswers(plan.instruments, answers);
  const at = moment(services.now());
  const record = {
    number: page.number,
    at,
    timeTaken: answers.reduce((sum, { time_taken }) => sum + time_taken, 0),
    answers: page.items.flatMap(({ id, type }, position) => {
      const answer = answers.find((one) => one.id === id);
      return answer ? [answerRecord(services.keys, key, answer, { type, position })] : [];
    }),
    finished: scores !== null,
    severity: scores?.condition_severity ?? 'UNKNOWN',
    showsHelp: shown.length > 0,
  };
  if (!(await insertPage(db, key, record)))
    throw new Error(`page ${page.number} does not follow the stored pages`);
  if (plan.crisis_events !== 'off') await raiseEvents(context, { ...key, ...patientOf(context) }, shown, at);
  await keepAddresses(context, page.items, answers);
  if (scores) await finish(context, key, scores);
  return { ...session, pages: all, finished: session.finished || isLast };
}

/** Gender and age of the patient, where the norms of the plan differ by them. */
async function normedPerson(context: UserContext, plan: SurveyPlan): Promise<NormedPerson | null> {
  if (!hasNormGroups(plan)) return null;
  const { db, services } = context;
  const { gender, ...cell } = await findPerson(db, patientOf(context));
  return { gender, age: ageOn(openBirthDate(services.keys, cell), services.today()) };
}

async function finish(
  { db, user, request, services }: UserContext,
  key: SessionKey,
  { scales, algorithm_version }: SessionScores,
): Promise<void> {
  const records = scales.map((score) => ({
    instrument_id: score.instrument_id,
    scale: score.scale,
    instrument_version: score.instrument_version,
    algorithm_version,
    result_encrypted: sealScore(services.keys, key, score, score),
  }));
  await insertScores(db, key, records);
  const entry = { patientId: user.userId, objectId: key.sessionId };
  await appendAudit(db, user, request, { action: 'survey_finished', ...entry });
}
