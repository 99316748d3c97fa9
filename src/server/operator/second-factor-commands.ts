import { typedNameKey } from '../../domain/patient-code.ts';
import { appendAudit } from '../audit/queries.ts';
import { endOtherSessions } from '../login/queries.ts';
import { countSecondFactors, deleteSecondFactor } from '../login/second-factor-queries.ts';
import { withTenant } from '../database/transaction.ts';
import { StartError } from '../settings/start-error.ts';
import { required, UsageError, type Command, type CommandContext } from './command.ts';
import { findClinic } from './find-clinic.ts';
import { operator, terminal } from '../audit/operator.ts';
import { offerSecondFactor } from '../clinics/queries.ts';
import { findAccount } from '../login/account-queries.ts';

export const secondFactorCommands: Command[] = [
  {
    words: 'clinic second-factor',
    positionals: '<id or name>',
    summary: 'Let the staff of a clinic set up a second factor (--on), or no longer (--off)',
    help: 'A second factor is voluntary. After --off, an account keeps its second factor until the person or the operator removes it.',
    options: { on: { type: 'boolean' }, off: { type: 'boolean' } },
    run: async (context) => {
      const isOffered = chosen(context);
      const services = await context.services();
      const clinic = await findClinic(services, required(context, 0, 'the clinic'));
      const count = await withTenant(services.pool, clinic.id, async (db) => {
        const action = isOffered ? 'second_factor_offered' : 'second_factor_withdrawn';
        if (await offerSecondFactor(db, clinic.id, isOffered))
          await appendAudit(db, operator, terminal, { action, objectId: clinic.id });
        return countSecondFactors(db, clinic.id);
      });
      context.print([{ clinic: clinic.name, offered: isOffered, accounts_with_second_factor: count }]);
    },
  },
  {
    words: 'admin reset-second-factor',
    positionals: '<clinic id or name>',
    summary: 'Remove the second factor of the admin of a clinic and end all sessions',
    help: 'For a person who lost both phone and recovery codes. Check in another way that this person asks. The password stays.',
    destructive: true,
    run: (context) => reset(context, { role: 'admin' }),
  },
  {
    words: 'staff reset-second-factor',
    positionals: '<clinic id or name> <user name>',
    summary: 'Remove the second factor of a clinician and end all sessions',
    help: 'For a person who lost both phone and recovery codes. Check in another way that this person asks. The password stays.',
    destructive: true,
    run: (context) =>
      reset(context, { role: 'clinician', usernameKey: typedNameKey(required(context, 1, 'the user name')) }),
  },
];

function chosen({ values }: CommandContext): boolean {
  if ((values['on'] === true) === (values['off'] === true))
    throw new UsageError('one of --on and --off is needed');
  return values['on'] === true;
}

async function reset(context: CommandContext, wanted: Parameters<typeof findAccount>[2]): Promise<void> {
  const services = await context.services();
  const clinic = await findClinic(services, required(context, 0, 'the clinic'));
  const username = await withTenant(services.pool, clinic.id, async (db) => {
    const account = await findAccount(db, clinic.id, wanted);
    if (!account) throw new StartError(`this clinic has no such ${wanted.role}`);
    if (!(await deleteSecondFactor(db, clinic.id, account.id)))
      throw new StartError(`"${account.username}" has no second factor`);
    await endOtherSessions(db, clinic.id, { accountId: account.id }, null);
    await appendAudit(db, operator, terminal, { action: 'second_factor_reset', objectId: account.id });
    return account.username;
  });
  context.print([{ clinic: clinic.name, username, second_factor: false }]);
}
