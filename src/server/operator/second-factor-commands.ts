import { typedNameKey } from '../../domain/patient-code.ts';
import { appendAudit } from '../audit/queries.ts';
import { endOtherSessions } from '../login/queries.ts';
import { countSecondFactors, deleteSecondFactor } from '../login/second-factor-queries.ts';
import { StartError } from '../settings/start-error.ts';
import { required, UsageError, type Command, type CommandContext } from './command.ts';
import { workInClinic } from './find-clinic.ts';
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
    run: (context) => {
      const offered = chosen(context);
      return workInClinic(context, async (db, clinicId) => {
        const action = offered ? 'second_factor_offered' : 'second_factor_withdrawn';
        if (await offerSecondFactor(db, clinicId, offered))
          await appendAudit(db, operator, terminal, { action, objectId: clinicId });
        return { offered, accounts_with_second_factor: await countSecondFactors(db, clinicId) };
      });
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

function reset(context: CommandContext, wanted: Parameters<typeof findAccount>[2]): Promise<void> {
  return workInClinic(context, async (db, clinicId) => {
    const account = await findAccount(db, clinicId, wanted);
    if (!account) throw new StartError(`this clinic has no such ${wanted.role}`);
    if (!(await deleteSecondFactor(db, clinicId, account.id)))
      throw new StartError(`"${account.username}" has no second factor`);
    await endOtherSessions(db, clinicId, { accountId: account.id }, null);
    await appendAudit(db, operator, terminal, { action: 'second_factor_reset', objectId: account.id });
    return { username: account.username, second_factor: false };
  });
}
