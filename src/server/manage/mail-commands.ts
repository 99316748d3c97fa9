import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { trialText } from '../../text/mail.ts';
import { listClinics } from '../clinics/queries.ts';
import { withoutTenant, withTenant } from '../db/transaction.ts';
import { countReminders } from '../crisis/reminder-queries.ts';
import { type Environment, readSmtpUrl } from '../environment.ts';
import { composeMail } from '../mail/message.ts';
import { countMails } from '../mail/queries.ts';
import { sendTrial } from '../mail/transport.ts';
import { StartError } from '../start-error.ts';
import { countWeeklyMails } from '../summaries/queries.ts';
import { type Command, type CommandContext, required } from './command.ts';
import { readSettings } from './config-commands.ts';
import { findClinic } from './find-clinic.ts';

const env: Environment = process.env;

async function status(context: CommandContext): Promise<void> {
  const services = await context.services();
  const { clinic } = context.values;
  const clinics =
    typeof clinic === 'string'
      ? [await findClinic(services, clinic)]
      : await withoutTenant(services.pool, listClinics);
  const now = new Date(services.now()).toISOString();
  const rows = [];
  for (const { id, name } of clinics) {
    const { mails, reminders, weekly } = await withTenant(services.pool, id, async (db) => ({
      mails: await countMails(db, id, now),
      reminders: await countReminders(db, id, now),
      weekly: await countWeeklyMails(db, id, now),
    }));
    rows.push({ clinic: name, mails: 'survey', ...mails });
    for (const { step, ...counts } of reminders)
      rows.push({ clinic: name, mails: `crisis ${step}`, ...counts });
    rows.push({ clinic: name, mails: 'weekly', ...weekly });
  }
  context.print(rows);
}

async function trial(context: CommandContext): Promise<void> {
  const to = required(context, 0, 'the address');
  const smtpUrl = readSmtpUrl(env);
  if (!smtpUrl) throw new StartError('SMTP_URL is not set: each mail becomes a file and reaches nobody');
  const { config } = readSettings();
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

export const mailCommands: Command[] = [
  {
    words: 'mail status',
    summary: 'Show how many mails wait, were sent or were refused, by clinic',
    help:
      'survey: invitations and reminders of patients; crisis: reminders of open events, to the clinician, the deputy and ' +
      'the duty address; weekly: the summary of clinicians who want it. waiting: planned and not out yet; overdue: of these, the ones whose time has come or that ' +
      'failed before; refused: ' +
      'the mail server does not take the address and is not asked again, for a crisis until another address is set; ' +
      'addresses: how many are stored.',
    options: { clinic: { type: 'string' } },
    run: status,
  },
  {
    words: 'mail test',
    positionals: '<address>',
    summary: 'Send one mail through the server of SMTP_URL, and say what the server answered',
    run: trial,
  },
];
