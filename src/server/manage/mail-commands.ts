import { listClinics } from '../clinics/queries.ts';
import { withoutTenant, withTenant } from '../db/transaction.ts';
import { countMails } from '../mail/queries.ts';
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
  for (const { id, name } of clinics)
    rows.push({ clinic: name, ...(await withTenant(services.pool, id, (db) => countMails(db, id, now))) });
  context.print(rows);
}

export const mailCommands: Command[] = [
  {
    words: 'mail status',
    summary: 'Show how many mails wait, were sent or were refused, by clinic',
    help:
      'waiting: planned and not out yet; overdue: of these, the ones whose time has come or that failed before; refused: ' +
      'the mail server does not take the address and is not asked again; addresses: how many are stored.',
    options: { clinic: { type: 'string' } },
    run: status,
  },
];
