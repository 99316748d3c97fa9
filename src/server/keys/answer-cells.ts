import { privacyOf, type Answer, type ItemType } from '../../domain/answer-types.ts';
import type { SessionKey } from '../database/row-keys.ts';
import { cellPlace } from './cells.ts';
import { decryptField, encryptField, type Keys } from './keys.ts';
import { paddedJson } from './padded-json.ts';

export type AnswerContent = Pick<Answer, 'value' | 'label'>;

/** The columns of an answer that its content is read from. */
export type AnswerRow = { item_id: string; item_type: ItemType; encrypted: Buffer };

const placeOf = (session: SessionKey, itemId: string) =>
  cellPlace('answers|encrypted', { ...session, itemId });

/** Encrypts an answer. The cell of a private item holds its text, any other cell value and label. */
export function sealAnswer(
  keys: Keys,
  session: SessionKey,
  { id, type }: { id: string; type: ItemType },
  { value, label }: AnswerContent,
): Buffer {
  const text = privacyOf(type) === null ? paddedJson([value, label]) : String(value);
  return encryptField(keys, text, placeOf(session, id));
}

/** The content of an answer. The label of a private answer is its text. */
export function openAnswer(keys: Keys, session: SessionKey, row: AnswerRow): AnswerContent {
  const text = decryptField(keys, row.encrypted, placeOf(session, row.item_id));
  if (privacyOf(row.item_type) !== null) return { value: text, label: text };
  // `sealAnswer` wrote this pair.
  const [value, label] = JSON.parse(text) as [Answer['value'], Answer['label']];
  return { value, label };
}
