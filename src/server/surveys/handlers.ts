import { isAfterTherapy } from '../../domain/after-therapy.ts';
import type { Answer } from '../../domain/answer-types.ts';
import type { AnswerError } from '../../domain/answers.ts';
import { crisisAnswers } from '../../domain/crisis-rules.ts';
import { isHelpPage } from '../../domain/help-page.ts';
import { ageOn } from '../../domain/iso-date.ts';
import { hasNormGroups, scoreSession, type SessionScores } from '../../domain/scoring.ts';
import type { NormedPerson } from '../../domain/scoring-scales.ts';
import { isOffered, timeWindowStatus } from '../../domain/statuses.ts';
import {
  currentPage,
  hasQuestionsLeft,
  isHelpDue,
  matchSubmission,
  type SubmissionMatch,
  type SurveyPage,
} from '../../domain/survey-flow.ts';
import type { SurveyPlan } from '../../domain/survey-plan.ts';
import { hasPatientReport } from '../../domain/protocol.ts';
import type { PageHelp, PatientWindow, SurveyPage as SentPage } from '../../contract/surveys.ts';
import { helpPageText } from '../../text/crisis.ts';
import { answerErrorText } from '../../text/survey.ts';
import { appendAudit } from '../audit/queries.ts';
import { loginBefore } from '../login/queries.ts';
import { clinicHelp } from '../clinics/help.ts';
import { raiseEvents } from '../crisis/raise.ts';
import { cellPlace } from '../keys/cells.ts';
import { openBirthDate } from '../keys/patient-cells.ts';
import { sealScore } from '../keys/score-cells.ts';
import { readConsent } from '../consent/in-force.ts';
import { AppError } from '../settings/app-error.ts';
import type { Handler, UserContext } from '../http/context.ts';
import { decryptField, encryptField, type Keys } from '../keys/keys.ts';
import type { SessionKey } from '../database/row-keys.ts';
import { insertPage, insertScores, upsertDraft } from './page-queries.ts';
import { findPerson } from './session-queries.ts';
import { listPatientWindows } from './window-queries.ts';
import { presetAnswers } from './presets.ts';
import { answerRecord, recogniseAddresses } from './stored-answers.ts';
import { keepAddresses, withAddresses } from './stored-addresses.ts';
import { parseAnswers } from './submission.ts';
import { leftOf, placeOf } from './time-left.ts';
import { withReaders } from './told-readers.ts';
import { lockSession, moment, openSession, patientOf, type SurveySession } from './survey-session.ts';

/** Returns the current page and starts the session if needed; null (204) when the survey is finished. */
export const getSurvey: Handler<'getSurvey'> = (_input, context) => readPage(context);

async function readPage(context: UserContext): Promise<SentPage | null> {
  const open = await openSession(context);
  return open && pageOf(context, open.session, open.draft);
}

/** The current page as it travels. */
async function pageOf(
  context: UserContext,
  { key, plan, pages, finished }: SurveySession,
  stored: Buffer | null,
): Promise<SentPage | null> {
  // A finished survey may still owe the patient the page of help after its last question.
  const page = finished && !isHelpDue(plan, pages) ? null : currentPage(plan, pages);
  if (!page) return null;
  const help = await helpOf(context, plan, page);
  const { dimension, items, progress } = help && isHelpPage(page.items) ? withHelp(page, help) : page;
  const { keys } = context.services;
  const draft = stored && openDraft(keys, key, stored);
  const last = draft ? null : await presetAnswers(context, { key, plan }, page.items);
  return {
    dimension: withReaders(dimension, plan.instruments),
    items: await withAddresses(context, items),
    survey_session_id: key.sessionId,
    progress,
    ...(await placeOf(context, { plan, pages }, page)),
    draft: draft ?? last,
    ...(last && { draft_is_last: true as const }),
    help,
  };
}

/** The help of the clinic for the page of help, and for a page after whose answers it may come; null for other pages. */
async function helpOf(
  { db, services, user }: UserContext,
  { instruments }: SurveyPlan,
  page: SurveyPage,
): Promise<PageHelp | null> {
  const rules = instruments.flatMap(({ crisis }) => crisis);
  const after = rules
    .filter(({ item }) => page.items.some(({ id }) => id === item))
    .map(({ item, at_least }) => ({ item, at_least }));
  if (after.length === 0 && !isHelpPage(page.items)) return null;
  const { text, numbers } = await clinicHelp(db, services.config, user.clinicId);
  return { text, numbers: [...numbers], after };
}

/** The page of help with its texts. */
function withHelp({ dimension, items, progress }: SurveyPage, { text }: PageHelp) {
  return {
    dimension: { ...dimension, title: helpPageText.title, paragraph: helpPageText.notReadAtOnce },
    items: items.map((item) => ({ ...item, content: text })),
    progress,
  };
}

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
  const encrypted = encryptField(
    services.keys,
    JSON.stringify(answers),
    cellPlace('drafts|encrypted', session.key),
  );
  const draft = { page: page.number, encrypted, at: moment(services.now()) };
  await upsertDraft(db, session.key, draft);
  return {};
};

function isAnswered({ pages }: SurveySession, answers: readonly Answer[]): boolean {
  return pages.some((page) => answers.every(({ id }) => page.answers.some((stored) => stored.id === id)));
}

function openDraft(keys: Keys, session: SessionKey, encrypted: Buffer): Answer[] {
  // `saveDraft` parsed the draft before it encrypted it; the schema of the route checks it again on its way out.
  return JSON.parse(decryptField(keys, encrypted, cellPlace('drafts|encrypted', session))) as Answer[];
}

/** The windows of the signed-in patient, each with the progress of its survey, and the login before this one. */
export const listWindows: Handler<'listWindows'> = async (_input, context) => {
  const stws = await patientWindows(context);
  const last_login = (await loginBefore(context.db, context.user)) ?? null;
  const consent = await readConsent(context);
  return { stws, last_login, ...(consent && { consent: consent.state }) };
};

/** The window that is open today, if there is one and the patient may be asked. */
export const getCurrentWindow: Handler<'getCurrentWindow'> = async (_input, context) => {
  const consent = await readConsent(context);
  if (consent?.state === 'withdrawn') return { stw: null };
  const today = context.services.today();
  const windows = await patientWindows(context);
  return { stw: windows.find((window) => timeWindowStatus(window, today) === 'current') ?? null };
};

async function patientWindows(context: UserContext): Promise<PatientWindow[]> {
  const rows = await listPatientWindows(context.db, patientOf(context));
  const { registry, today, config } = context.services;
  const windows: PatientWindow[] = [];
  for (const {
    finished_at: finishedAt,
    shows_help: showsHelp,
    report_viewed_at: readTime,
    ...stored
  } of rows) {
    const { created, discharge, ...row } = stored;
    if (row.survey_session_id === null && !isOffered(row, { created }, config.public.time_zone)) continue;
    const window = { ...row, finished: finishedAt !== null };
    windows.push({
      ...window,
      shows_help: showsHelp ?? false,
      patient_report: hasPatientReport(registry.protocol, row.type),
      read_time: readTime,
      after_therapy: isAfterTherapy(row.type, discharge, today()),
      left: await leftOf(context, patientOf(context), window, today()),
    });
  }
  return windows;
}
