import { randomUUID } from 'node:crypto';
import { pages } from '../../contract/pages.ts';
import { consentState } from '../../domain/consent.ts';
import { DAY_MS, formatIsoDate, todayIn } from '../../domain/iso-date.ts';
import {
  isWeekToSend,
  mondayOf,
  weeklyCounts,
  weeklyMoment,
  type WeeklyCounts,
} from '../../domain/weekly.ts';
import { weeklyMailText as text } from '../../text/weekly-mail.ts';
import { listClinicsInUse } from '../clinics/queries.ts';
import { consentInForce } from '../consent/in-force.ts';
import { withoutTenant, withTenant, type Db } from '../db/transaction.ts';
import { cellPlace } from '../keys/cells.ts';
import { decryptField } from '../keys/keys.ts';
import { linkCode } from '../mail/link-code.ts';
import { composeMail } from '../mail/message.ts';
import { envelopeOf, type MailClinic, type MailQueue } from '../mail/queue.ts';
import { consentByPatient, sessionsByPatient, windowsByPatient } from '../patients/list-queries.ts';
import { surveyState } from '../patients/patient-list.ts';
import { servicesOf, type Services } from '../services.ts';
import * as queries from './queries.ts';

export const weeklyPath = '/bestaetigen-woche';
export const WEEKLY = 'mail|weekly code';

const LONGEST_WAIT_MS = 12 * 3_600_000;
const LINK_DAYS = 14;
const LINK_MS = LINK_DAYS * DAY_MS;

/** A link counts if its mail was asked for after this moment. */
export const askedFrom = ({ now }: Pick<Services, 'now'>) => new Date(now() - LINK_MS).toISOString();

/** Plans the mails of the week, once for each clinician who wants them. Several processes may run it at once. */
export async function planWeeklyMails(services: Services): Promise<void> {
  const { pool, now, today, config } = services;
  const week = mondayOf(today());
  const due = weeklyMoment(week, config.public.time_zone);
  if (now() < due || !isWeekToSend(week, today())) return;
  for (const { id: clinicId } of await withoutTenant(pool, listClinicsInUse))
    await withTenant(pool, clinicId, async (db) => {
      const mail = { week, due: new Date(due).toISOString() };
      for (const accountId of await queries.listUnplanned(db, clinicId, mail)) {
        const counts = await countWork(db, services, clinicId, accountId);
        const state = hasWork(counts) ? 'waiting' : 'empty';
        await queries.insertWeeklyMail(db, clinicId, { id: randomUUID(), accountId, ...mail, state });
      }
    });
}

const hasWork = ({ unread, closing }: WeeklyCounts) => unread + closing > 0;

/** The counts are those of the clinician's own worklist. */
async function countWork(
  db: Db,
  services: Services,
  clinicId: string,
  clinicianId: string,
): Promise<WeeklyCounts> {
  const scope = { clinicId, clinicianId };
  const windowsOf = await windowsByPatient(db, scope);
  const sessionsOf = await sessionsByPatient(db, scope);
  const consentText = consentInForce(servicesOf(services, clinicId));
  const consentOf = consentText && (await consentByPatient(db, scope));
  const patients = (await queries.listPatientIds(db, clinicId, clinicianId)).map(({ id, created }) => ({
    created,
    survey_time_windows: windowsOf(id),
    // The mail does not count them.
    deviates: false,
    survey_statuses: sessionsOf(id).map((session) => ({
      ...surveyState(session),
      report_viewed: session.isViewed,
      symptom_change: session.change,
    })),
    ...(consentOf && { consent: { state: consentState(consentOf(id), consentText) } }),
  }));
  return weeklyCounts(patients, services.today(), services.config.public.time_zone);
}

/** The weekly mails of clinicians, and the mails that ask whether the address is right. They name no patient. */
export function weeklyMails(services: Services): MailQueue {
  return {
    table: 'weekly_mails',
    longestWaitMs: LONGEST_WAIT_MS,
    keepsToTheDay: false,
    prepare: async (db, _services, clinic, id) => {
      const mail = await queries.findPlannedMail(db, clinic.id, id);
      if (!mail) return undefined;
      const place = { clinicId: clinic.id, accountId: mail.account_id };
      const to = () =>
        decryptField(
          services.keys,
          mail.address_encrypted,
          cellPlace('reminder_addresses|address_encrypted', place),
        );
      if (mail.week === null)
        return { kind: 'weekly_confirmation', compose: () => question(services, clinic, id, to()) };
      if (!isWeekToSend(mail.week, services.today())) return undefined;
      const counts = await countWork(db, services, clinic.id, mail.account_id);
      if (!hasWork(counts)) return undefined;
      return { kind: 'weekly', compose: () => summary(services, clinic, { id, to: to(), counts }) };
    },
  };
}

function summary(
  services: Services,
  clinic: MailClinic,
  { id, to, counts }: { id: string; to: string; counts: WeeklyCounts },
) {
  const envelope = envelopeOf(services, clinic, id, to);
  return composeMail(envelope, {
    subject: text.subject(envelope.product),
    body: [
      [text.greeting],
      [text.counts(counts)],
      [text.login, { url: `${services.publicOrigin}${pages.loginClinician}` }],
    ],
    foot: [[text.reason(envelope.product)]],
  });
}

/** The reader may be a stranger, because of a typing error. So the mail names no clinic. */
function question(services: Services, clinic: MailClinic, id: string, to: string) {
  const envelope = envelopeOf(services, { id: clinic.id, name: '', contact: '' }, id, to);
  const code = linkCode(services.keys, WEEKLY, { clinicId: clinic.id, id });
  const until = formatIsoDate(todayIn(services.config.public.time_zone, services.now() + LINK_MS));
  return composeMail(envelope, {
    subject: text.confirmTitle,
    body: [
      [text.greeting],
      [text.confirmLead(envelope.product)],
      [
        text.confirmLink(until),
        { url: `${services.publicOrigin}${weeklyPath}?code=${code}`, label: text.confirmTitle },
      ],
    ],
    foot: [[text.stranger]],
  });
}
