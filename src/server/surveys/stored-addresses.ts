import { addressKind, isItemType } from '../../domain/answer-types.ts';
import { maskedAddress } from '../../domain/mails.ts';
import type { SurveyPage } from '../../domain/survey-flow.ts';
import type { Db } from '../db/transaction.ts';
import { cellPlace } from '../keys/cells.ts';
import { decryptField, type Keys } from '../keys/keys.ts';
import { listAddresses } from '../mail/queries.ts';

type Context = { db: Db; services: { keys: Keys }; user: { clinicId: string; userId: string } };

/** The items of a page for the browser. An item for an e-mail address says, masked, which one is stored for it. */
export async function withAddresses({ db, services, user }: Context, items: SurveyPage['items']) {
  const patient = { clinicId: user.clinicId, patientId: user.userId };
  const isAsked = items.some(({ type }) => kindOf(type) !== undefined);
  const rows = isAsked ? await listAddresses(db, patient) : [];
  return items.map((item) => {
    const known = rows.find(({ kind }) => kind === kindOf(item.type));
    return {
      ...item,
      response_options: [...item.response_options],
      ...(known && { stored_address: maskedAddress(openAddress(known)) }),
    };
  });

  function openAddress({ kind, address_encrypted: cell }: (typeof rows)[number]): string {
    const place = cellPlace('mail_addresses|address_encrypted', { ...patient, kind });
    return decryptField(services.keys, cell, place);
  }
}

// A session may be pinned to an instrument of a later version of the server, whose types are unknown here.
function kindOf(type: string) {
  return isItemType(type) ? addressKind(type) : undefined;
}
