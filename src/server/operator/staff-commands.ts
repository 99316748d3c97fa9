import { typedNameKey } from '../../domain/patient-code.ts';
import { operator, terminal } from '../audit/operator.ts';
import { appendAudit } from '../audit/queries.ts';
import type { Db } from '../database/transaction.ts';
import { StartError } from '../settings/start-error.ts';
import { required, UsageError, type Command, type CommandContext } from './command.ts';
import { workInClinic } from './find-clinic.ts';
import { countPatientsOf } from '../clinicians/queries.ts';
import { eraseAccount, lockAccountsNamed } from '../login/account-queries.ts';

async function erase(context: CommandContext): Promise<void> {
  const name = required(context, 1, 'the user name');
  const { role } = context.values;
  if (role !== undefined && role !== 'admin' && role !== 'clinician')
    throw new UsageError('--role must be admin or clinician');
  await workInClinic(context, async (db, clinicId) => {
    const account = await theAccount(db, clinicId, name, role);
    const patients = await countPatientsOf(db, clinicId, account.id);
    if (patients > 0)
      throw new StartError(
        `"${account.username}" still has patients (${patients}); the admin of the clinic has to transfer them first`,
      );
    await eraseAccount(db, clinicId, account.id);
    await appendAudit(db, operator, terminal, { action: 'staff_erased', objectId: account.id });
    return { role: account.role, username: account.username, erased: true };
  });
  context.note(
    'the audit trail keeps the random id of the account, but not its name. Older backups still hold the account: ' +
      'replace them',
  );
}

async function theAccount(db: Db, clinicId: string, name: string, role: string | undefined) {
  const named = await lockAccountsNamed(db, clinicId, typedNameKey(name));
  const [account, another] = named.filter((one) => role === undefined || one.role === role);
  if (!account) throw new StartError(`this clinic has no such account "${name}"`);
  if (another) throw new UsageError(`an admin and a clinician are called "${name}": say --role`);
  return account;
}

export const staffCommands: Command[] = [
  {
    words: 'staff erase',
    positionals: '<clinic id or name> <user name>',
    summary:
      'Delete the account of a clinician without patients, or of an admin, with sessions, devices and address',
    help: 'The audit trail keeps what the account did, under its random id. --role tells an admin from a clinician of the same name.',
    options: { role: { type: 'string' } },
    destructive: true,
    run: erase,
  },
];
