import type { PatientWindow } from '../../contract/surveys.ts';
import { isAfterTherapy } from '../../domain/after-therapy.ts';
import { hasPatientReport } from '../../domain/protocol.ts';
import { isOffered, timeWindowStatus } from '../../domain/statuses.ts';
import { readConsent } from '../consent/in-force.ts';
import type { Handler, UserContext } from '../http/context.ts';
import { loginBefore } from '../login/queries.ts';
import { patientOf } from './survey-session.ts';
import { leftOf } from './time-left.ts';
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
