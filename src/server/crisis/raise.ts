import { randomUUID } from 'node:crypto';
import type { CrisisAnswer } from '../../domain/crisis-rules.ts';
import { appendAudit } from '../audit/queries.ts';
import type { SessionKey } from '../db/row-keys.ts';
import type { UserContext } from '../http/context.ts';
import { cellPlace } from '../keys/cells.ts';
import { encryptField } from '../keys/keys.ts';
import { insertEvent } from './queries.ts';

/** Stores an event for each answer that shows danger, in the transaction of its page (product 19.2). */
export async function raiseEvents(
  { db, services, user, request }: UserContext,
  session: SessionKey,
  answers: readonly CrisisAnswer[],
  at: string,
): Promise<void> {
  for (const answer of answers) {
    const id = randomUUID();
    const place = cellPlace('crisis_events|answer_encrypted', { clinicId: session.clinicId, eventId: id });
    await insertEvent(db, session, user.userId, {
      id,
      instrumentId: answer.instrument_id,
      instrumentVersion: answer.instrument_version,
      itemId: answer.item_id,
      level: answer.level,
      answer: encryptField(services.keys, answer.label, place),
      at,
    });
    await appendAudit(db, user, request, {
      action: 'crisis_event_raised',
      patientId: user.userId,
      objectId: id,
    });
  }
}
