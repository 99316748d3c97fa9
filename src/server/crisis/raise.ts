import { randomUUID } from 'node:crypto';
import type { CrisisAnswer } from '../../domain/crisis-rules.ts';
import { appendAudit, type Actor } from '../audit/queries.ts';
import type { PatientKey, SessionKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';
import type { RequestFacts } from '../http/context.ts';
import { cellPlace } from '../keys/cells.ts';
import { encryptField, type Keys } from '../keys/keys.ts';
import { insertEvent } from './queries.ts';

type Raising = { db: Db; services: { keys: Keys }; user: Actor; request: RequestFacts };

/** Stores an event for each answer that shows danger, in the transaction of its page (product 19.2). */
export async function raiseEvents(
  { db, services, user, request }: Raising,
  session: SessionKey & PatientKey,
  answers: readonly CrisisAnswer[],
  at: string,
): Promise<void> {
  for (const answer of answers) {
    const id = randomUUID();
    const place = cellPlace('crisis_events|answer_encrypted', { clinicId: session.clinicId, eventId: id });
    const isNew = await insertEvent(db, session, {
      id,
      instrumentId: answer.instrument_id,
      instrumentVersion: answer.instrument_version,
      itemId: answer.item_id,
      level: answer.level,
      answer: encryptField(services.keys, answer.label, place),
      at,
    });
    if (!isNew) continue;
    const entry = { patientId: session.patientId, objectId: id };
    await appendAudit(db, user, request, { action: 'crisis_event_raised', ...entry });
  }
}
