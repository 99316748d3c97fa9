import { instrumentItems } from '../../domain/instrument.ts';
import type { Db } from '../db/transaction.ts';
import { cellPlace } from '../keys/cells.ts';
import { decryptField } from '../keys/keys.ts';
import type { Services } from '../services.ts';
import type { EventRow } from './queries.ts';

/** An event with its question and answer in words. */
export async function shownEvent(
  db: Db,
  { registry, keys }: Pick<Services, 'registry' | 'keys'>,
  clinicId: string,
  event: EventRow,
) {
  const { id, level, raised_at, measurement_point, item_id: item, done } = event;
  const version = { id: event.instrument_id, version: event.instrument_version };
  const instrument = await registry.pinnedInstrument(db, version);
  const key = { clinicId, eventId: id };
  const note = event.note_encrypted;
  const isAcknowledged = event.acknowledged_at !== null && done !== null;
  return {
    id,
    level,
    raised_at,
    measurement_point,
    question: instrumentItems(instrument).find((one) => one.id === item)?.content ?? item,
    answer: decryptField(keys, event.answer_encrypted, cellPlace('crisis_events|answer_encrypted', key)),
    acknowledged: isAcknowledged
      ? {
          by: event.acknowledged_name ?? '',
          at: event.acknowledged_at ?? '',
          done,
          note: note ? decryptField(keys, note, cellPlace('crisis_events|note_encrypted', key)) : '',
        }
      : null,
  };
}
