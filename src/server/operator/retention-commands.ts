import { appendAudit } from '../audit/queries.ts';
import { operator, terminal } from '../audit/operator.ts';
import { sealAudit } from '../audit/sealer.ts';
import { withTenant, type Db } from '../database/transaction.ts';
import * as queries from '../subject-rights/queries.ts';
import { eraseDueOf, findDoubt, findWaiting } from '../subject-rights/retention.ts';
import { doubts } from '../subject-rights/trusted-day.ts';
import type { Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { namedClinic } from './find-clinic.ts';

const MOST_MONTHS = 1200;

/** The wish of the operator: months, never (null), or to see the setting (undefined). */
function wanted({ values }: CommandContext): number | null | undefined {
  const { months, never } = values;
  if (values['erase-now'] && (months !== undefined || never))
    throw new UsageError('--erase-now stands alone');
  if (months !== undefined && never) throw new UsageError('--months and --never exclude each other');
  if (never) return null;
  if (months === undefined) return undefined;
  if (!/^\d{1,4}$/.test(String(months)) || Number(months) < 1 || Number(months) > MOST_MONTHS)
    throw new UsageError(`--months must be a whole number from 1 to ${MOST_MONTHS}`);
  return Number(months);
}

async function retain(context: CommandContext): Promise<void> {
  const change = wanted(context);
  const { services, clinic } = await namedClinic(context);
  if (context.values['erase-now']) await eraseNow(context, services, clinic.id);
  await withTenant(services.pool, clinic.id, async (db) => {
    if (change !== undefined)
      await changeRetention(context, db, { services, clinicId: clinic.id, months: change });
    const months = await queries.findRetention(db, clinic.id);
    const { due, dailyLimit } = await findWaiting(db, clinic.id, services.today());
    const doubt = months === null ? undefined : await findDoubt(db, services, clinic.id);
    context.print([
      { clinic: clinic.name, months, due_now: due, most_a_day: dailyLimit, halted: doubt ?? null },
    ]);
    if (doubt) context.note(`no patient is erased: ${doubts[doubt]}`);
    else if (due > dailyLimit)
      context.note(`${due} patients wait; ${dailyLimit} are erased a day. --erase-now erases all of them`);
  });
}

async function changeRetention(
  { values }: CommandContext,
  db: Db,
  { services, clinicId, months }: { services: Services; clinicId: string; months: number | null },
): Promise<void> {
  const today = services.today();
  if ((await findDoubt(db, services, clinicId)) === 'clocks_differ')
    throw new StartError(doubts.clocks_differ);
  const due = months === null ? 0 : await queries.countDuePatients(db, clinicId, { months, today });
  if (due > 0 && !values['yes'])
    throw new UsageError(`on ${today} ${due} patient(s) would be erased, a few a day. Add --yes to confirm`);
  await queries.setRetention(db, clinicId, { months, today });
  await appendAudit(db, operator, terminal, {
    action: 'retention_changed',
    objectId: months === null ? 'never' : `${months} months`,
  });
}

async function eraseNow({ values }: CommandContext, services: Services, clinicId: string): Promise<void> {
  const [doubt, { due }] = await withTenant(services.pool, clinicId, async (db) => [
    await findDoubt(db, services, clinicId),
    await findWaiting(db, clinicId, services.today()),
  ]);
  if (doubt) throw new StartError(`no patient is erased: ${doubts[doubt]}`);
  if (due > 0 && !values['yes'])
    throw new UsageError(
      `on ${services.today()} ${due} patient(s) would be erased at once. Add --yes to confirm`,
    );
  // Erasing empties sealed rows only, so the waiting rows are sealed first.
  await sealAudit(services.pool);
  const by = { role: operator.role, requestId: terminal.id };
  await eraseDueOf(services, clinicId, { by, stopped: new AbortController().signal });
}

export const retentionCommands: Command[] = [
  {
    words: 'clinic retention',
    positionals: '<id or name>',
    summary: 'Show or set after how many months a patient is erased (--months, --never)',
    help: [
      'The time runs from the end of the last measurement point, or from the discharge where that is later.',
      'Then the server erases the patient as "erase patient" does. Without a number of months it erases no patient.',
      'Export research data before. A day, the server erases at most 10 patients or 2 % of a clinic; the others wait.',
      '--erase-now erases all that wait. If the clocks cannot be trusted, it erases no patient ("halted"). Set --months',
      'again to confirm that the date of today is right.',
    ].join('\n'),
    options: { months: { type: 'string' }, never: { type: 'boolean' }, 'erase-now': { type: 'boolean' } },
    run: retain,
  },
];
