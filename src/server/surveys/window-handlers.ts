import type { PatientWindow } from '../../contract/surveys.ts';
import { isAfterTherapy } from '../../domain/after-therapy.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { hasPatientReport } from '../../domain/protocol.ts';
import { isOffered, timeWindowStatus } from '../../domain/statuses.ts';
import { currentPage } from '../../domain/survey-flow.ts';
import { minutesLeft } from '../../domain/survey-time.ts';
import { moment } from '../../domain/today.ts';
import { readConsent } from '../consent/in-force.ts';
import type { PatientKey } from '../database/row-keys.ts';
import type { Handler, UserContext } from '../http/context.ts';
import { loginBefore } from '../login/queries.ts';
import { carriedPriors } from './carried-priors.ts';
import { findOpenSurvey } from './session-queries.ts';
import { patientOf, planInForce, readSession } from './survey-session.ts';
import { pageSeconds } from './time-left.ts';
import { listPatientWindows } from './window-queries.ts';

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

/** What is left of the survey of this window: nothing unless it is open and unfinished. */
async function leftOf(
  context: UserContext,
  patient: PatientKey,
  window: Pick<PatientWindow, 'type' | 'start' | 'end' | 'finished' | 'survey_session_id'>,
  today: IsoDate,
): Promise<PatientWindow['left']> {
  const { db, services, user } = context;
  if (window.finished || timeWindowStatus(window, today) !== 'current') return null;
  const row = window.survey_session_id === null ? undefined : await findOpenSurvey(db, patient, today);
  if (row?.session_id == null) {
    const plan = planInForce(services.registry, window.type);
    const carrying = { instruments: plan.instruments, window: window.type, at: moment(services.now()) };
    const priors = await carriedPriors(db, services.keys, patient, carrying);
    return {
      progress: 0,
      minutes_left: minutesLeft({ ...plan, priors }, [], [], await pageSeconds(context)),
    };
  }
  const { plan, pages } = await readSession(db, services, user.clinicId, row);
  const page = currentPage(plan, pages);
  if (!page) return null;
  const minutes_left = minutesLeft(plan, pages, page.items, await pageSeconds(context));
  return { progress: page.progress, minutes_left };
}
