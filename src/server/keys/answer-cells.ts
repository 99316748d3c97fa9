import { privacyOf, type Answer, type ItemType } from '../../domain/answer-types.ts';
import type { SessionKey } from '../database/row-keys.ts';
import { createMemory } from '../bulk/memory.ts';
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

/** A decrypted cell. It is known only at the place where it was decrypted (R63). */
type Known = SessionKey & { readonly id: string; readonly value: Answer['value'] };

// A page turn reads all answers of the session twice. Decrypting them takes longer than the rest of the program's work.
const known = createMemory<Known>(10_000);

/** Notes the value of a cell that was just encrypted, for the next page turn. `encrypted` is hexadecimal. */
export function rememberAnswer(
  { clinicId, sessionId }: SessionKey,
  id: string,
  { encrypted, value }: { encrypted: string; value: Answer['value'] },
): void {
  known.set(encrypted, { clinicId, sessionId, id, value });
}

/** The value of an encrypted answer. `encrypted` is hexadecimal. */
export function recallAnswer(
  keys: Keys,
  session: SessionKey,
  { id, type, encrypted }: { id: string; type: ItemType; encrypted: string },
): Answer['value'] {
  const remembered = known.get(encrypted);
  if (remembered && isAt(remembered, session, id)) return remembered.value;
  const cell = Buffer.from(encrypted, 'hex');
  const { value } = openAnswer(keys, session, { item_id: id, item_type: type, encrypted: cell });
  // A string of its own: the given one is a part of the text of all answers.
  rememberAnswer(session, id, { encrypted: cell.toString('hex'), value });
  return value;
}

function isAt(known: Known, { clinicId, sessionId }: SessionKey, id: string): boolean {
  return known.id === id && known.sessionId === sessionId && known.clinicId === clinicId;
}
