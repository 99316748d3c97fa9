import { appendAudit } from '../audit/queries.ts';
import { AppError } from '../app-error.ts';
import type { Handler } from '../http/context.ts';
import { cellPlace } from '../keys/cells.ts';
import { encryptField } from '../keys/keys.ts';
import * as queries from './queries.ts';
import { shownEvent } from './shown-event.ts';
import { requireSight } from './sight.ts';

/** The answers of a patient that showed danger, with what was done about them. */
export const listCrisisEvents: Handler<'listCrisisEvents'> = async ({ params }, context) => {
  const { db, user, services, request } = context;
  await requireSight(context, params.id);
  await appendAudit(db, user, request, { action: 'crisis_events_viewed', patientId: params.id });
  const events = await queries.listEvents(db, { clinicId: user.clinicId, patientId: params.id });
  return { events: await Promise.all(events.map((event) => shownEvent(db, services, user.clinicId, event))) };
};

/** Only a person acknowledges an event, and only once (product 19.3). */
export const acknowledgeCrisisEvent: Handler<'acknowledgeCrisisEvent'> = async (
  { params, body },
  context,
) => {
  const { db, user, services, request } = context;
  const event = await queries.lockEvent(db, user.clinicId, params.id);
  if (!event) throw new AppError('not_found');
  // A deputy who acknowledged the last open event does not see the patient any more, but knows of the event.
  if (event.acknowledged_by === user.userId) throw new AppError('already_acknowledged');
  await requireSight(context, event.patient_id);
  if (event.acknowledged_at !== null) throw new AppError('already_acknowledged');
  const note = body.note.trim();
  const place = cellPlace('crisis_events|note_encrypted', { clinicId: user.clinicId, eventId: event.id });
  await queries.acknowledge(db, user.clinicId, event.id, {
    by: user.userId,
    at: new Date(services.now()).toISOString(),
    done: body.done,
    note: note === '' ? null : encryptField(services.keys, note, place),
  });
  const entry = { patientId: event.patient_id, objectId: event.id };
  await appendAudit(db, user, request, { action: 'crisis_event_acknowledged', ...entry });
  return {};
};

/** What the admin learns of events: how many wait too long, by clinician, and nothing of a patient. */
export const countCrisisEvents: Handler<'countCrisisEvents'> = async (_input, { db, user, services }) => ({
  events: services.registry.protocol.crisis_events,
  counts: await queries.countOverdue(db, user.clinicId, new Date(services.now()).toISOString()),
});
