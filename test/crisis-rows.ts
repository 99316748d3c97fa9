import { randomUUID } from 'node:crypto';
import type { CrisisLevel } from '../src/domain/crisis.ts';
import { acknowledge, insertEvent } from '../src/server/crisis/queries.ts';
import { cellPlace } from '../src/server/keys/cells.ts';
import { encryptField } from '../src/server/keys/keys.ts';
import type { Services } from '../src/server/services.ts';
import { inClinic, type TestUser } from './builders.ts';

type EventChanges = {
  itemId?: string;
  level?: CrisisLevel;
  answer?: string;
  at?: string;
  instrument?: { id: string; version: string };
  acknowledged?: { by: TestUser; note: string; at?: string };
};

/** Stores an event of a session, acknowledged where the test says so. Returns its id. */
export async function aCrisisEvent(
  services: Services,
  patient: TestUser,
  sessionId: string,
  changed: EventChanges = {},
): Promise<string> {
  const { itemId = 'dep-31', level = 'urgent', answer = 'oft', acknowledged } = changed;
  const at = changed.at ?? new Date(services.now()).toISOString();
  const instrument = changed.instrument ?? services.registry.instruments.get('dep')!;
  const id = randomUUID();
  const { clinicId } = patient;
  const key = { clinicId, eventId: id };
  const sealed = (text: string, column: 'answer_encrypted' | 'note_encrypted') =>
    encryptField(services.keys, text, cellPlace(`crisis_events|${column}`, key));
  const event = { id, instrumentId: instrument.id, instrumentVersion: instrument.version, itemId, level, at };
  await inClinic(services, clinicId, async (db) => {
    const answered = { ...event, answer: sealed(answer, 'answer_encrypted') };
    await insertEvent(db, { clinicId, sessionId, patientId: patient.id }, answered);
    if (!acknowledged) return;
    const { by, note, at: moment = at } = acknowledged;
    const done = { by: by.id, at: moment, done: 'talked' as const, note: sealed(note, 'note_encrypted') };
    await acknowledge(db, clinicId, id, done);
  });
  return id;
}

/** Stores a reminder of an event that waits to be sent. */
export async function aCrisisReminder(
  services: Services,
  { clinicId }: TestUser,
  eventId: string,
): Promise<void> {
  const due = new Date(services.now()).toISOString();
  const row = { clinic_id: clinicId, id: randomUUID(), event_id: eventId, step: 'duty' as const, due };
  await inClinic(services, clinicId, (db) => db.insertInto('crisis_reminders').values(row).execute());
}
