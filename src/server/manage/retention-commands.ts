import { appendAudit } from '../audit/queries.ts';
import { withTenant } from '../db/transaction.ts';
import * as queries from '../retention/queries.ts';
import { required, UsageError, type Command, type CommandContext } from './command.ts';
import { findClinic } from './find-clinic.ts';
import { operator, terminal } from '../audit/operator.ts';

const MOST_MONTHS = 1200;

/** The wish of the operator: months, never (null), or to see the setting (undefined). */
function wanted({ values }: CommandContext): number | null | undefined {
  const { months, never } = values;
  if (months !== undefined && never) throw new UsageError('--months and --never exclude each other');
  if (never) return null;
  if (months === undefined) return undefined;
  if (!/^\d{1,4}$/.test(String(months)) || Number(months) < 1 || Number(months) > MOST_MONTHS)
    throw new UsageError(`--months must be a whole number from 1 to ${MOST_MONTHS}`);
  return Number(months);
}

async function retain(context: CommandContext): Promise<void> {
  const name = required(context, 0, 'the clinic');
  const change = wanted(context);
  const services = await context.services();
  const clinic = await findClinic(services, name);
  await withTenant(services.pool, clinic.id, async (db) => {
    const months = change === undefined ? await queries.findRetention(db, clinic.id) : change;
    const today = services.today();
    const due = months === null ? 0 : await queries.countDuePatients(db, clinic.id, { months, today });
    if (change !== undefined) {
      if (due > 0 && !context.values['yes'])
        throw new UsageError(`${due} patient(s) would be erased within the hour. Add --yes to confirm`);
      await queries.setRetention(db, clinic.id, months);
      await appendAudit(db, operator, terminal, {
        action: 'retention_changed',
        objectId: months === null ? 'never' : `${months} months`,
      });
    }
    context.print([{ clinic: clinic.name, months, due_now: due }]);
  });
}

export const retentionCommands: Command[] = [
  {
    words: 'clinic retention',
    positionals: '<id or name>',
    summary: 'Show or set after how many months a patient is erased (--months, --never)',
    help: [
      'The time runs from the end of the last measurement point, or from the discharge where that is later.',
      'Then the server erases the patient as "erase patient" does. Not set, nobody is erased. Export research data before.',
    ].join('\n'),
    options: { months: { type: 'string' }, never: { type: 'boolean' } },
    run: retain,
  },
];
