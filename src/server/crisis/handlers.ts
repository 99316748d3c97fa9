import type { Body } from '../../contract/routes.ts';
import { mayWaitUntil } from '../../domain/crisis.ts';
import { appendAudit, type AuditAction } from '../audit/queries.ts';
import { AppError } from '../settings/app-error.ts';
import { lockClinician } from '../login/account-queries.ts';
import type { Handler, UserContext } from '../http/context.ts';
import { refuseField } from '../http/parse.ts';
import { cellPlace, type EncryptedColumn } from '../keys/cells.ts';
import { encryptField } from '../keys/keys.ts';
import * as queries from './queries.ts';
import { shownEvent } from './shown-event.ts';
import { requireSight } from './sight.ts';
import * as standing from './standing-queries.ts';
import type { LockedEvent } from './standing-queries.ts';

type Acknowledgement = Body<'acknowledgeCrisisEvent'>;

/** The answers of a patient that showed danger, with what was done about them. */
export const listCrisisEvents: Handler<'listCrisisEvents'> = async ({ params }, context) => {
  const { db, user, services, request } = context;
  await requireSight(context, params.id);
  await appendAudit(db, user, request, { action: 'crisis_events_viewed', patientId: params.id });
  const events = await queries.listEvents(db, { clinicId: user.clinicId, patientId: params.id });
  const key = { clinicId: user.clinicId, patientId: params.id };
  const own = await standing.listOwnEvents(db, key, user.userId, services.today());
  const shown = await Promise.all(events.map((event) => shownEvent(db, services, user.clinicId, event)));
  return { events: shown.map((event) => ({ ...event, may_acknowledge: own.has(event.id) })) };
};

/**
 * Only a person acknowledges an event, and only once. Handing it over or putting it off leaves it open; after a handing over only
 * the colleague acknowledges it (product 19.3).
 */
export const acknowledgeCrisisEvent: Handler<'acknowledgeCrisisEvent'> = async (
  { params, body },
  context,
) => {
  const event = await eventToActOn(context, params.id);
  if (!event.acts_for_owner && !isTakenBack(event, body)) throw new AppError('already_handed_over');
  if (body.done === 'handed_over') await handOver(context, event, body);
  else if (body.done === 'other') await putOff(context, event, body);
  else await close(context, event, body);
  return {};
};

/** The open event, locked. */
async function eventToActOn(context: UserContext, eventId: string): Promise<LockedEvent> {
  const { db, user, services } = context;
  const key = { clinicId: user.clinicId, eventId };
  const seen = await standing.findEvent(db, key);
  if (!seen) throw new AppError('not_found');
  // A deputy who acknowledged the last open event does not see the patient any more, but knows of the event.
  if (seen.acknowledged_by === user.userId) throw new AppError('already_acknowledged');
  // Before the lock: whoever waits for it while another person acknowledges is told so.
  await requireSight(context, seen.patient_id);
  const event = await standing.lockEvent(db, key, user.userId, services.today());
  if (!event) throw new AppError('not_found');
  if (event.acknowledged_at !== null) throw new AppError('already_acknowledged');
  return event;
}

/** The treating clinician, or the deputy of today, takes an event back that was handed over. */
const isTakenBack = (event: LockedEvent, { done, to }: Acknowledgement) =>
  event.acts_for_treating && done === 'handed_over' && to === event.treating_id;

async function handOver(context: UserContext, event: LockedEvent, { to, note }: Acknowledgement) {
  const { db, user } = context;
  if (to === undefined) refuseField('to', 'required');
  if (to === event.owner_id) refuseField('to', 'invalid');
  const receiver = await lockClinician(db, user.clinicId, to);
  if (!receiver) throw new AppError('not_found');
  if (!receiver.enabled) throw new AppError('clinician_disabled');
  await standing.handOver(db, actOf(context, event, 'crisis_events|handed_note_encrypted', note), to);
  await audit(context, event, 'crisis_event_handed_over', `${event.id} ${to}`);
}

async function putOff(context: UserContext, event: LockedEvent, { note, again_on: day }: Acknowledgement) {
  const { db, services } = context;
  if (note.trim() === '') refuseField('note', 'required');
  if (day === undefined) refuseField('again_on', 'required');
  if (!mayWaitUntil(day, services.today())) refuseField('again_on', 'again_on_out_of_range');
  await standing.putOff(db, actOf(context, event, 'crisis_events|postponed_note_encrypted', note), day);
  await audit(context, event, 'crisis_event_put_off', event.id);
}

async function close(context: UserContext, event: LockedEvent, { done, note }: Acknowledgement) {
  const { clinicId, by, at, note: cell } = actOf(context, event, 'crisis_events|note_encrypted', note);
  await queries.acknowledge(context.db, clinicId, event.id, { by, at, done, note: cell });
  await audit(context, event, 'crisis_event_acknowledged', event.id);
}

type NoteColumn = Extract<EncryptedColumn, `crisis_events|${string}note_encrypted`>;

function actOf({ user, services }: UserContext, event: LockedEvent, column: NoteColumn, typed: string) {
  const { clinicId, userId: by } = user;
  const note = typed.trim();
  const place = cellPlace(column, { clinicId, eventId: event.id });
  const at = new Date(services.now()).toISOString();
  return { clinicId, event, by, at, note: note === '' ? null : encryptField(services.keys, note, place) };
}

function audit(
  { db, user, request }: UserContext,
  event: LockedEvent,
  action: AuditAction,
  objectId: string,
) {
  return appendAudit(db, user, request, { action, patientId: event.patient_id, objectId });
}

/** What the admin learns of events: how many wait too long, by clinician, and nothing of a patient. */
export const countCrisisEvents: Handler<'countCrisisEvents'> = async (_input, { db, user, services }) => ({
  events: services.registry.protocol.crisis_events,
  counts: await queries.countOverdue(db, user.clinicId, {
    now: new Date(services.now()).toISOString(),
    today: services.today(),
  }),
});
