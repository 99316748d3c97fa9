import { listClinics } from '../clinics/queries.ts';
import { withoutTenant, withTenant } from '../db/transaction.ts';
import { countReminders } from '../crisis/reminder-queries.ts';
import { countMails } from '../mail/queries.ts';
import { countWeeklyMails } from '../summaries/queries.ts';
import type { Command, CommandContext } from './command.ts';
import { findClinic } from './find-clinic.ts';

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
];
