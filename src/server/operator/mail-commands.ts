import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { trialText } from '../../text/mail.ts';
import { operator, terminal } from '../audit/operator.ts';
import { appendAudit } from '../audit/queries.ts';
import { listClinics } from '../clinics/queries.ts';
import { withoutTenant, withTenant } from '../database/transaction.ts';
import { countReminders } from '../crisis/reminder-queries.ts';
import { type Environment, readSmtpUrl } from '../settings/environment.ts';
import { composeMail } from '../mail/message.ts';
import { deleteAddresses } from '../mail/address-queries.ts';
import { countMails } from '../mail/queries.ts';
import { sendTrial } from '../mail/transport.ts';
import { StartError } from '../settings/start-error.ts';
import { type Command, type CommandContext, required, UsageError } from './command.ts';
import { readSettings } from './config-commands.ts';
import { chosenClinics, findPatient, workInClinic } from './find-clinic.ts';
import { findMail } from '../mail/queue-queries.ts';

const env: Environment = process.env;

async function status(context: CommandContext): Promise<void> {
  const services = await context.services();
  const now = new Date(services.now()).toISOString();
  const rows = [];
  for (const { id, name } of await chosenClinics(context, services)) {
    const { mails, reminders } = await withTenant(services.pool, id, async (db) => ({
      mails: await countMails(db, id, now),
      reminders: await countReminders(db, id, now),
    }));
    rows.push({ clinic: name, mails: 'survey', ...mails });
    for (const { step, ...counts } of reminders)
      rows.push({ clinic: name, mails: `crisis ${step}`, ...counts });
  }
  context.print(rows);
}

async function trial(context: CommandContext): Promise<void> {
  const to = required(context, 0, 'the address');
  const smtpUrl = readSmtpUrl(env);
  if (!smtpUrl) throw new StartError('SMTP_URL is not set: each mail becomes a file and reaches nobody');
  const { config } = readSettings(context.extensions);
  const { from, product } = { from: config.mailFrom, product: config.public.product_name };
  const content = {
    subject: trialText.subject(product),
    body: [[trialText.body]],
    foot: [[trialText.reason]],
  };
  const message = composeMail(
    { id: randomUUID(), to, from, product, clinic: { name: '', contact: '' } },
    content,
  );
  const answer = await sendTrial(smtpUrl, message).catch((error: Error) => {
    throw new StartError(`the mail was not accepted: ${error.message}`);
  });
  context.print([{ to, from, answer }]);
}

/** A bounce names the Message-ID, which holds the id of the mail in its queue. */
async function find(context: CommandContext): Promise<void> {
  const text = required(context, 0, 'the Message-ID');
  const [id] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i.exec(text) ?? [];
  if (id === undefined)
    throw new UsageError('a Message-ID of this program begins with an id like 0b5cf1d6-…');
  const services = await context.services();
  for (const { id: clinicId, name } of await withoutTenant(services.pool, listClinics)) {
    const mail = await withTenant(services.pool, clinicId, (db) => findMail(db, clinicId, id.toLowerCase()));
    if (mail) return context.print([{ clinic: name, ...mail }]);
  }
  throw new StartError('no clinic has this mail; mails are deleted after the last window of their patient');
}

/** Does what the opt-out link does. The patient can leave an address again in the next survey. */
async function forget(context: CommandContext): Promise<void> {
  const code = required(context, 1, 'the code of the patient');
  await workInClinic(context, async (db, clinicId) => {
    const { id: patientId } = await findPatient(db, clinicId, code);
    const erased = await deleteAddresses(db, { clinicId, patientId });
    const entry = { action: 'mail_addresses_erased', patientId } as const;
    if (erased) await appendAudit(db, operator, terminal, entry);
    return { erased };
  });
}

export const mailCommands: Command[] = [
  {
    words: 'mail status',
    summary: 'Show how many mails wait, were sent or were refused, by clinic',
    help:
      'survey: invitations and reminders to patients. crisis: reminders of open events to the clinician, the deputy and ' +
      'the duty address. waiting: planned and not sent yet. overdue: waiting mails that are due or failed before. ' +
      'refused: the mail server does not accept the address. The program does not try again, for a crisis until another ' +
      'address is set. addresses: stored addresses.',
    options: { clinic: { type: 'string' } },
    run: status,
  },
  {
    words: 'mail test',
    positionals: '<address>',
    summary: 'Send one mail through the server of SMTP_URL, and say what the server answered',
    run: trial,
  },
  {
    words: 'mail find',
    positionals: '<Message-ID>',
    summary: 'Show which clinic and patient a mail belongs to, for example a mail that came back',
    help: 'A bounce names the Message-ID. The address itself is not shown. "mail forget" erases that of a patient.',
    run: find,
  },
  {
    words: 'mail forget',
    positionals: '<clinic> <code>',
    summary: 'Erase the mail addresses of a patient, and the mails that wait for them',
    destructive: true,
    run: forget,
  },
];
