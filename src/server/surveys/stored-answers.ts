import { createHash } from 'node:crypto';
import { privacyOf, type Answer, type ItemType, type PrivateKind } from '../../domain/answer-types.ts';
import type { StoredPage, SurveyPlan } from '../../domain/survey-plan.ts';
import { plannedItems } from '../../domain/survey-flow.ts';
import { sealAnswer } from '../keys/answer-cells.ts';
import { cellPlace } from '../keys/cells.ts';
import { decryptField, encryptField, type Keys } from '../keys/keys.ts';
import type { SessionKey } from '../database/row-keys.ts';
import type { AnswerRecord } from './page-queries.ts';

/** The item of an answer, and its place on the page. */
type Asked = { type: ItemType; position: number };

/** An answer as it is stored: encrypted (R63), of an address only a digest that recognises it. */
export function answerRecord(
  keys: Keys,
  session: SessionKey,
  answer: Answer,
  { type, position }: Asked,
): AnswerRecord {
  const { id, label, time_taken, answered_after = null } = answer;
  const value = hiddenText(session, answer, type) ?? answer.value;
  const encrypted = sealAnswer(keys, session, { id, type }, { value, label }).toString('hex');
  return { item_id: id, position, item_type: type, encrypted, time_taken, answered_after };
}

function hiddenText(session: SessionKey, { id, value }: Answer, type: ItemType): string | undefined {
  if (value === '') return undefined;
  const kind = privacyOf(type);
  return kind === null ? undefined : hiding[kind](String(value), session, id);
}

// The text that is encrypted for each kind of private answer.
const hiding = {
  text: (text) => text,
  address: (address, session, id) => digest(session, id, address),
} satisfies Record<PrivateKind, (text: string, session: SessionKey, id: string) => string>;

// Addresses are kept apart from the answers, so that erasing one leaves none behind (product 15). A repeated
// submission must still be recognised: for that a digest is enough.
function digest({ sessionId }: SessionKey, id: string, address: string): string {
  return createHash('sha256').update(`${sessionId}|${id}|${address}`).digest('base64');
}

/** The stored pages, with each address that the answers of a stored page name again in the place of its digest. */
export function recogniseAddresses(
  session: SessionKey,
  plan: SurveyPlan,
  pages: readonly StoredPage[],
  sent: readonly Answer[],
): readonly StoredPage[] {
  const repeated = pages.some((page) => page.answers.some(({ id }) => id === sent[0]?.id));
  if (!repeated) return pages;
  const items = plannedItems(plan);
  const addresses = new Map(
    sent.flatMap(({ id, value }) => {
      const type = items.get(id)?.type;
      const isAddress = type !== undefined && privacyOf(type) === 'address' && typeof value === 'string';
      return isAddress ? [[id, value.trim()] as const] : [];
    }),
  );
  if (addresses.size === 0) return pages;
  const named = (answer: Answer): Answer => {
    const address = addresses.get(answer.id);
    if (address === undefined || answer.value !== digest(session, answer.id, address)) return answer;
    return { ...answer, value: address };
  };
  return pages.map((page) => ({ ...page, answers: page.answers.map(named) }));
}

/** The encrypted cell of the entries that a patient did not send. */
export function sealDraft(keys: Keys, session: SessionKey, answers: readonly Answer[]): Buffer {
  return encryptField(keys, JSON.stringify(answers), cellPlace('drafts|encrypted', session));
}

/** The entries of such a cell. */
export function openDraft(keys: Keys, session: SessionKey, encrypted: Buffer): Answer[] {
  // `saveDraft` parsed the draft before it encrypted it; the schema of the route checks it again on its way out.
  return JSON.parse(decryptField(keys, encrypted, cellPlace('drafts|encrypted', session))) as Answer[];
}
