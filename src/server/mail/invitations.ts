import type { IsoDate } from '../../domain/iso-date.ts';
import { type MailKind, mailWanted } from '../../domain/mails.ts';
import { pages } from '../../contract/pages.ts';
import { mailLead, mailSubject, mailText } from '../../text/mail.ts';
import { cellPlace } from '../keys/cells.ts';
import { decryptField } from '../keys/keys.ts';
import { composeMail, type Envelope } from './message.ts';
import { linkCode } from './link-code.ts';
import { OPT_OUT, optOutPath } from './opt-out-page.ts';
import { envelopeOf, type MailQueue } from './queue.ts';
import * as queries from './queries.ts';

const LONGEST_WAIT_MS = 12 * 3_600_000;

/** The invitations and reminders of patients (product 15.2). */
export const invitations: MailQueue = {
  table: 'outbox',
  longestWaitMs: LONGEST_WAIT_MS,
  keepsToTheDay: true,
  prepare: async (db, services, clinic, id) => {
    const today = { day: services.today(), timeZone: services.config.public.time_zone };
    const window = await queries.findMailWindow(db, { clinicId: clinic.id, id }, today);
    if (!window || !mailWanted(window, today.day)) return undefined;
    const { keys, publicOrigin: origin } = services;
    const { kind, end, address, address_kind: addressKind } = window;
    const patient = { clinicId: clinic.id, patientId: window.patient_id };
    const compose = () => {
      const place = cellPlace('mail_addresses|address_encrypted', { ...patient, kind: addressKind });
      const envelope = envelopeOf(services, clinic, id, decryptField(keys, address, place));
      const optOutUrl = `${origin}${optOutPath}?code=${linkCode(keys, OPT_OUT, { clinicId: clinic.id, id: window.patient_id })}`;
      return composeInvitation(envelope, { kind, end, loginUrl: loginUrl(origin, clinic.id), optOutUrl });
    };
    return { kind, compose };
  },
};

// The login knows the clinic and leads on to the survey.
function loginUrl(origin: string, clinicId: string): string {
  return `${origin}${pages.loginPatient}?klinik=${clinicId}&redirectTo=${pages.survey}`;
}

type Invitation = { kind: MailKind; end: IsoDate; loginUrl: string; optOutUrl: string };

/** A mail to a patient, with opt-out by link and by RFC 8058. */
export function composeInvitation(envelope: Envelope, { kind, end, loginUrl: url, optOutUrl }: Invitation) {
  const { product, clinic } = envelope;
  return composeMail(envelope, {
    subject: mailSubject[kind],
    body: [
      [mailText.greeting],
      [mailLead[kind](end)],
      [mailText.login, { url }, mailText.loginHint(product)],
      [mailText.questions(clinic.name, clinic.contact)],
    ],
    foot: [[mailText.reason], [mailText.optOut, { url: optOutUrl, label: mailText.optOutLink }]],
    headers: {
      'List-Unsubscribe': `<${optOutUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
}
