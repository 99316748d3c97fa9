import { pages } from '../../contract/pages.ts';
import { crisisReminderText } from '../../text/mail.ts';
import { clinicsWithWork } from '../database/across-queries.ts';
import { withoutTenant, withTenant } from '../database/transaction.ts';
import { cellPlace } from '../keys/cells.ts';
import { decryptField, type Keys } from '../keys/keys.ts';
import { composeMail, type Envelope } from '../mail/message.ts';
import { envelopeOf, type MailQueue, type MailServices } from '../mail/queue.ts';
import * as queries from './reminder-queries.ts';

// An hour of silence after an outage would be long for an urgent event.
const LONGEST_WAIT_MS = 30 * 60_000;

const clockOf = ({ now, today }: MailServices): queries.Clock => ({
  now: new Date(now()).toISOString(),
  today: today(),
});

/** Plans the reminders of open events that are due (product 19.6). Several processes may run it at once. */
export async function planReminders(services: MailServices): Promise<void> {
  for (const { id } of await withoutTenant(services.pool, (db) => clinicsWithWork(db, 'open_events')))
    await withTenant(services.pool, id, (db) => queries.insertDueReminders(db, id, clockOf(services)));
}

/** The reminders of open events. A mail shows nothing of the event, so that other readers of the address learn nothing. */
export const crisisReminders: MailQueue = {
  table: 'crisis_reminders',
  longestWaitMs: LONGEST_WAIT_MS,
  keepsToTheDay: false,
  prepare: async (db, services, clinic, id) => {
    const target = await queries.findReminderTarget(db, { clinicId: clinic.id, id }, clockOf(services));
    if (!target) return undefined;
    const compose = () => {
      const to = addressOf(services.keys, clinic.id, target);
      return composeReminder(envelopeOf(services, clinic, id, to), target.step, services.publicOrigin);
    };
    return { kind: 'crisis_reminder', compose };
  },
};

function addressOf(keys: Keys, clinicId: string, target: queries.ReminderTarget): string {
  if (target.step === 'duty') return target.duty_address;
  const place = cellPlace('reminder_addresses|address_encrypted', { clinicId, accountId: target.account_id });
  return decryptField(keys, target.address_encrypted, place);
}

function composeReminder(envelope: Envelope, step: queries.ReminderStep, origin: string) {
  const subject = crisisReminderText.subject(envelope.product);
  return composeMail(envelope, {
    subject,
    body: [
      [crisisReminderText.greeting],
      [`${subject}.`],
      [crisisReminderText.login, { url: `${origin}${pages.loginClinician}` }],
    ],
    foot: [[crisisReminderText.reason[step](envelope.product)]],
  });
}
