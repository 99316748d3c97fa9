import type { Body } from '../../../contract/routes.ts';
import type { CourseRoutes } from '../contract/routes.ts';
import { mayWaitUntil } from '../../../domain/crisis.ts';
import { supportHints, type SupportFacts, type SupportFile } from '../domain/support.ts';
import { readHints } from './course-files.ts';
import { AppError } from '../../../server/settings/app-error.ts';
import { appendAudit } from '../../../server/audit/queries.ts';
import * as signals from './signal-queries.ts';
import type { SignalRow } from './signal-queries.ts';
import { listEvents } from '../../../server/crisis/queries.ts';
import { checkSight } from '../../../server/crisis/sight.ts';
import type { SessionKey } from '../../../server/database/row-keys.ts';
import type { Handler, UserContext } from '../../../server/http/context.ts';
import { refuseField } from '../../../server/http/parse.ts';
import { cellPlace } from '../../../server/keys/cells.ts';
import { decryptField, encryptField } from '../../../server/keys/keys.ts';
import { pinnedPlan } from '../../../server/surveys/pinned-plan.ts';
import { listMeasurements } from '../../../server/reports/measurements.ts';
import { findReportSession } from '../../../server/reports/queries.ts';
import { responseSigns } from '../../../server/reports/report-input.ts';

// A deputy looks after an open event and sees nothing of the expected course.
async function requireTreating(context: UserContext, patientId: string): Promise<void> {
  if ((await checkSight(context, patientId)) !== 'treating') throw new AppError('not_found');
}

/** What the trail says of signals. */
type SignalAction = CourseRoutes[keyof CourseRoutes]['audit'] | 'course_signal_put_off';

const isOff = ({ services }: UserContext) => services.registry.protocol.expected_course === 'off';

/** Where the course of a patient deviated, with what the other scales said. Nothing while the protocol switches it off. */
export const listCourseSignals: Handler<CourseRoutes['listCourseSignals']> = async ({ params }, context) => {
  const { db, user, request } = context;
  await requireTreating(context, params.id);
  await appendAudit<SignalAction>(db, user, request, {
    action: 'course_signals_viewed',
    patientId: params.id,
  });
  if (isOff(context)) return { signals: [] };
  const patient = { clinicId: user.clinicId, patientId: params.id };
  const events = await listEvents(db, patient);
  const hasOpenEvent = events.some((event) => event.acknowledged_at === null);
  const rows = await signals.listSignals(db, patient);
  const shown = [];
  const hints = readHints(context.services.config);
  for (const row of rows) shown.push(await shownSignal(context, row, hints, hasOpenEvent));
  return { signals: shown };
};

async function shownSignal(context: UserContext, row: SignalRow, hints: SupportFile, hasOpenEvent: boolean) {
  const { user } = context;
  const key = { clinicId: user.clinicId, sessionId: row.session_id };
  const facts = { ...(await measuredFacts(context, key)), hasOpenEvent };
  const scale = facts.instruments
    .find(({ id }) => id === row.instrument_id)
    ?.scales.find((one) => one.key === row.scale);
  const { id, measurement_point, raised_at, unexpected, recovery, source } = row;
  return {
    id,
    measurement_point,
    raised_at,
    unexpected,
    recovery,
    source,
    scale: scale?.title ?? row.scale,
    hints: supportHints(hints, facts),
    acknowledged: acknowledgementOf(row),
    postponed: postponementOf(context, row),
  };
}

function acknowledgementOf({ acknowledged_at: at, acknowledged_name: by, done }: SignalRow) {
  return at === null || done === null ? null : { by: by ?? '', at, done };
}

function postponementOf({ user, services }: UserContext, row: SignalRow) {
  const { id, again_on, postponed_at: at, postponed_name: by, postponed_note_encrypted: cell } = row;
  if (again_on === null || at === null) return null;
  const place = noteOf(user.clinicId, id);
  return { again_on, by: by ?? '', at, note: cell ? decryptField(services.keys, cell, place) : '' };
}

const noteOf = (clinicId: string, signalId: string) =>
  cellPlace('course_signals|postponed_note_encrypted', { clinicId, signalId });

/** The measurements up to a survey. A survey that lies in no window any more has none. */
async function measuredFacts(
  { db, services }: UserContext,
  key: SessionKey,
): Promise<Omit<SupportFacts, 'hasOpenEvent'>> {
  const session = await findReportSession(db, key);
  if (!session) return { instruments: [], points: [], hasDoubtfulAnswers: false };
  const { instruments, skips } = await pinnedPlan(db, services, session);
  const { points } = await listMeasurements(db, services, key.clinicId, { ...session, skips });
  const signs = await responseSigns(db, services, { ...key, instruments });
  return {
    instruments,
    points: points.map(({ scores }) => scores),
    hasDoubtfulAnswers: signs.length > 0,
  };
}

/** Only a person acknowledges a signal, and only once. */
export const acknowledgeCourseSignal: Handler<CourseRoutes['acknowledgeCourseSignal']> = async (
  { params, body },
  context,
) => {
  const { db, user, services, request } = context;
  const signal = isOff(context) ? undefined : await signals.lockSignal(db, user.clinicId, params.id);
  if (!signal) throw new AppError('not_found');
  await requireTreating(context, signal.patient_id);
  if (signal.acknowledged_at !== null) throw new AppError('already_acknowledged');
  const at = new Date(services.now()).toISOString();
  if (body.done === 'supervision') {
    await putOff(context, params.id, signal.patient_id, body, at);
    return {};
  }
  const act = { by: user.userId, at, done: body.done };
  await signals.acknowledgeSignal(db, { clinicId: user.clinicId, id: params.id }, act);
  const entry = { patientId: signal.patient_id, objectId: params.id };
  await appendAudit<SignalAction>(db, user, request, { action: 'course_signal_acknowledged', ...entry });
  return {};
};

/** A signal that goes to supervision stays open and comes back on a day, because saying so does not do it. */
async function putOff(
  { db, user, services, request }: UserContext,
  id: string,
  patientId: string,
  { note: typed, again_on: day }: Body<CourseRoutes['acknowledgeCourseSignal']>,
  at: string,
): Promise<void> {
  const note = typed.trim();
  if (note === '') refuseField('note', 'required');
  if (day === undefined) refuseField('again_on', 'required');
  if (!mayWaitUntil(day, services.today())) refuseField('again_on', 'again_on_out_of_range');
  const cell = encryptField(services.keys, note, noteOf(user.clinicId, id));
  await signals.putSignalOff(db, { clinicId: user.clinicId, id }, { by: user.userId, at, day, note: cell });
  await appendAudit<SignalAction>(db, user, request, {
    action: 'course_signal_put_off',
    patientId,
    objectId: id,
  });
}
