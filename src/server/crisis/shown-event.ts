import { instrumentItems } from '../../domain/instrument-items.ts';
import type { Db } from '../database/transaction.ts';
import { cellPlace, type EncryptedColumn } from '../keys/cells.ts';
import { decryptField } from '../keys/keys.ts';
import type { Services } from '../services.ts';
import type { EventRow } from './queries.ts';

type NoteColumn = Extract<EncryptedColumn, `crisis_events|${string}note_encrypted`>;

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
  const noteOf = (cell: Buffer | null, column: NoteColumn) =>
    cell ? decryptField(keys, cell, cellPlace(column, key)) : '';
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
          note: noteOf(event.note_encrypted, 'crisis_events|note_encrypted'),
        }
      : null,
    handed_over:
      event.handed_to_name !== null && event.handed_at !== null
        ? {
            to: event.handed_to_name,
            by: event.handed_by_name ?? '',
            at: event.handed_at,
            note: noteOf(event.handed_note_encrypted, 'crisis_events|handed_note_encrypted'),
          }
        : null,
    postponed:
      event.again_on !== null && event.postponed_at !== null
        ? {
            again_on: event.again_on,
            by: event.postponed_by_name ?? '',
            at: event.postponed_at,
            note: noteOf(event.postponed_note_encrypted, 'crisis_events|postponed_note_encrypted'),
          }
        : null,
  };
}
