import { maskedAddress } from '../../domain/answers.ts';
import { appendAudit } from '../audit/queries.ts';
import type { Handler, UserContext } from '../http/context.ts';
import { cellPlace } from '../keys/cells.ts';
import { decryptField } from '../keys/keys.ts';
import { askAgain } from './confirmations.ts';
import * as queries from './address-queries.ts';

const patientOf = ({ user }: UserContext) => ({ clinicId: user.clinicId, patientId: user.userId });

/** The stored addresses of the patient, masked, each once. */
export const listMailAddresses: Handler<'listMailAddresses'> = async (_input, context) => {
  const patient = patientOf(context);
  const found = new Map<string, { address: string; confirmed: boolean }>();
  for (const { kind, address_encrypted: cell, confirmed } of await queries.listAddresses(
    context.db,
    patient,
  )) {
    const place = cellPlace('mail_addresses|address_encrypted', { ...patient, kind });
    const address = decryptField(context.services.keys, cell, place);
    found.set(`${address} ${confirmed}`, { address: maskedAddress(address), confirmed });
  }
  return { addresses: [...found.values()] };
};

/** Sends the mails of confirmation again. */
export const repeatConfirmation: Handler<'repeatConfirmation'> = async (_input, context) => {
  const patient = patientOf(context);
  await askAgain(context.db, patient, context.services);
  const entry = { action: 'mail_confirmation_repeated', patientId: patient.patientId } as const;
  await appendAudit(context.db, context.user, context.request, entry);
  return {};
};

/** Erases the addresses of the patient, with the mails that wait. */
export const removeMailAddresses: Handler<'removeMailAddresses'> = async (_input, context) => {
  const patient = patientOf(context);
  await queries.deleteAddresses(context.db, patient);
  const entry = { action: 'mail_addresses_removed', patientId: patient.patientId } as const;
  await appendAudit(context.db, context.user, context.request, entry);
  return {};
};
