import { todayIn } from '../../domain/today.ts';
import { linkSessions } from '../../domain/statuses.ts';
import type { AnsweredWindow } from '../../domain/window-changes.ts';
import type { PatientKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';
import * as queries from './window-queries.ts';

/** The windows of a patient with their surveys, which nobody answers until the transaction ends. */
export async function lockAnsweredWindows(
  db: Db,
  patient: PatientKey,
  timeZone: string,
): Promise<AnsweredWindow[]> {
  await queries.lockSessions(db, patient);
  const rows = await queries.listPatientWindows(db, patient);
  return rows.map(({ type, ordinal, start, end, label, update_time: answered, finished_at: finished }) => ({
    type,
    ordinal,
    start,
    end,
    label,
    survey:
      answered === null
        ? undefined
        : { isFinished: finished !== null, answered: todayIn(timeZone, Date.parse(answered)) },
  }));
}

/**
 * Links the sessions of a patient with the windows as they are now (`linkSessions`). Returns the sessions that belong to no
 * window any more: they stay stored and are exported, but are no longer shown as a result (product 10).
 */
export async function relinkSessions(
  db: Db,
  patient: PatientKey,
  timeZone: string,
): Promise<queries.PlacedSession[]> {
  const sessions = await queries.lockSessions(db, patient);
  const windows = await queries.listWindowRanges(db, patient);
  const { links, detached } = linkSessions(sessions, windows, timeZone);
  await queries.replaceLinks(
    db,
    patient,
    links.map(({ session, window: { id, label } }) => ({
      sessionId: session.survey_session_id,
      windowId: id,
      label,
    })),
  );
  return detached;
}
