import { randomUUID } from 'node:crypto';
import { todayIn } from '../../domain/today.ts';
import { DAY_MS, formatIsoDate } from '../../domain/iso-date.ts';
import { CONFIRMATION_DAYS } from '../../domain/mails.ts';
import { confirmationText as text } from '../../text/mail.ts';
import type { PatientKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';
import { AppError } from '../settings/app-error.ts';
import { cellPlace } from '../keys/cells.ts';
import { decryptField } from '../keys/keys.ts';
import { linkCode } from './link-code.ts';
import { composeMail, type Envelope } from './message.ts';
import { envelopeOf, type MailQueue, type MailServices } from './queue.ts';
import { insertConfirmation } from './address-queries.ts';
import * as queries from './confirmation-queries.ts';

export const confirmationPath = '/bestaetigen';
export const CONFIRMATION = 'mail|confirmation code';

const LONGEST_WAIT_MS = 12 * 3_600_000;
const LIFETIME_MS = CONFIRMATION_DAYS * DAY_MS;
const SHORTEST_PAUSE_MS = 10 * 60_000;

/** A link counts if its mail was asked for after this moment. */
export function askedFrom({ now }: Pick<MailServices, 'now'>): string {
  return new Date(now() - LIFETIME_MS).toISOString();
}

/**
 * The mails that ask whether an address is right (product 15.5). The reader may be a stranger, because of a typing error. So
 * the mail names no clinic.
 */
export const confirmations: MailQueue = {
  table: 'address_confirmations',
  longestWaitMs: LONGEST_WAIT_MS,
  keepsToTheDay: false,
  prepare: async (db, services, clinic, id) => {
    const asked = await queries.findAskedAddress(db, { clinicId: clinic.id, id });
    const ends = asked && Date.parse(asked.created) + LIFETIME_MS;
    if (!ends || ends <= services.now()) return undefined;
    const compose = () => {
      const place = cellPlace('mail_addresses|address_encrypted', {
        clinicId: clinic.id,
        patientId: asked.patient_id,
        kind: asked.kind,
      });
      const to = decryptField(services.keys, asked.address_encrypted, place);
      const code = linkCode(services.keys, CONFIRMATION, { clinicId: clinic.id, id });
      const envelope = envelopeOf(services, { id: clinic.id, name: '', contact: '' }, id, to);
      const url = `${services.publicOrigin}${confirmationPath}?code=${code}`;
      return composeConfirmation(
        envelope,
        url,
        formatIsoDate(todayIn(services.config.public.time_zone, ends)),
      );
    };
    return { kind: 'confirmation', compose };
  },
};

function composeConfirmation(envelope: Envelope, url: string, until: string) {
  return composeMail(envelope, {
    subject: text.title,
    body: [[text.greeting], [text.lead(envelope.product)], [text.link(until), { url, label: text.title }]],
    foot: [[text.stranger(until)]],
  });
}

/** Asks again about every unconfirmed address of a patient. The links of earlier mails end. */
export async function askAgain(db: Db, patient: PatientKey, { now }: Pick<MailServices, 'now'>) {
  const at = new Date(now()).toISOString();
  for (const { id, created } of await queries.lockUnconfirmed(db, patient)) {
    const pause = Date.parse(created) + SHORTEST_PAUSE_MS - now();
    if (pause > 0) throw new AppError('too_many_attempts', { retryAfter: Math.ceil(pause / 1000) });
    const newId = randomUUID();
    await insertConfirmation(db, patient, { id: newId, at });
    await queries.replaceConfirmation(db, { clinicId: patient.clinicId, id }, newId);
  }
}
