import { randomUUID } from 'node:crypto';
import { addressKind, type Answer, isItemType } from '../../domain/answer-types.ts';
import { maskedAddress } from '../../domain/answers.ts';
import type { SurveyPage } from '../../domain/survey-flow.ts';
import type { PatientKey } from '../database/row-keys.ts';
import type { UserContext } from '../http/context.ts';
import { cellPlace } from '../keys/cells.ts';
import { decryptField, encryptField, type Keys } from '../keys/keys.ts';
import { insertConfirmation } from '../mail/address-queries.ts';
import type { NoteContext, PageNote } from './page-note.ts';
import { listAddresses, type StoredAddress, upsertMailAddress } from '../mail/address-queries.ts';

/** An item for an e-mail address says, masked, which one is stored for it. */
export async function addStoredAddresses(
  { db, services, user }: NoteContext,
  { page: { items } }: { page: Pick<SurveyPage, 'items'> },
): ReturnType<PageNote> {
  if (!items.some(({ type }) => kindOf(type) !== undefined)) return {};
  const patient = { clinicId: user.clinicId, patientId: user.userId };
  const rows = await listAddresses(db, patient);
  const withAddresses = items.map((item) => {
    const known = rows.find(({ kind }) => kind === kindOf(item.type));
    return {
      ...item,
      response_options: [...item.response_options],
      ...(known && {
        stored_address: maskedAddress(openAddress(services.keys, patient, known)),
        stored_confirmed: known.confirmed,
      }),
    };
  });
  return { items: withAddresses };
}

// A session may be pinned to an instrument of a later version of the server, whose types are unknown here.
function kindOf(type: string) {
  return isItemType(type) ? addressKind(type) : undefined;
}

function openAddress(
  keys: Keys,
  patient: PatientKey,
  { kind, address_encrypted: cell }: StoredAddress,
): string {
  return decryptField(keys, cell, cellPlace('mail_addresses|address_encrypted', { ...patient, kind }));
}

/**
 * Keeps the addresses that a page gave, each for its kind of window; an empty field changes nothing. An address that is new
 * for the patient is asked about by mail, once, in the transaction of the page (record 066).
 */
export async function keepAddresses(
  { db, services, user }: Pick<UserContext, 'db' | 'services' | 'user'>,
  items: SurveyPage['items'],
  answers: readonly Answer[],
): Promise<void> {
  const left = items.flatMap(({ id, type }) => {
    const kind = kindOf(type);
    const address = answers.find((answer) => answer.id === id)?.value;
    return kind === undefined || typeof address !== 'string' || address === '' ? [] : [{ kind, address }];
  });
  if (left.length === 0) return;
  const patient = { clinicId: user.clinicId, patientId: user.userId };
  const at = new Date(services.now()).toISOString();
  const confirmationOf = new Map(
    (await listAddresses(db, patient)).map((row) => [
      openAddress(services.keys, patient, row),
      row.confirmation_id,
    ]),
  );
  for (const { kind, address } of left) {
    if (!confirmationOf.has(address)) {
      const id = randomUUID();
      confirmationOf.set(address, id);
      await insertConfirmation(db, patient, { id, at });
    }
    const place = cellPlace('mail_addresses|address_encrypted', { ...patient, kind });
    await upsertMailAddress(db, patient, kind, {
      address: encryptField(services.keys, address, place),
      at,
      confirmationId: confirmationOf.get(address) ?? null,
    });
  }
}
