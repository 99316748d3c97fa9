import { typedNameKey } from '../../domain/patient-code.ts';
import { appendAudit } from '../audit/queries.ts';
import type { Db } from '../database/transaction.ts';
import { endOtherSessions } from '../login/queries.ts';
import { countSecondFactors, deleteSecondFactor } from '../login/second-factor-queries.ts';
import { StartError } from '../settings/start-error.ts';
import { required, UsageError, type Command, type CommandContext } from './command.ts';
import { namedAdmin } from './find-admin.ts';
import { workInClinic } from './find-clinic.ts';
import { operator, terminal } from '../audit/operator.ts';
import { offerSecondFactor } from '../clinics/queries.ts';
import { findClinicianNamed } from '../login/account-queries.ts';

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
    positionals: '<clinic id or name> [user name]',
    summary: 'Remove the second factor of an admin of a clinic and end all sessions',
    help: 'For a person who lost both phone and recovery codes. Check in another way that this person asks. The password stays.',
    destructive: true,
    run: (context) => reset(context, (db, clinicId) => namedAdmin(context, db, clinicId)),
  },
  {
    words: 'staff reset-second-factor',
    positionals: '<clinic id or name> <user name>',
    summary: 'Remove the second factor of a clinician and end all sessions',
    help: 'For a person who lost both phone and recovery codes. Check in another way that this person asks. The password stays.',
    destructive: true,
    run: (context) => {
      const name = required(context, 1, 'the user name');
      return reset(context, (db, clinicId) => namedClinician(db, clinicId, name));
    },
  },
];

function chosen({ values }: CommandContext): boolean {
  if ((values['on'] === true) === (values['off'] === true))
    throw new UsageError('one of --on and --off is needed');
  return values['on'] === true;
}

async function namedClinician(db: Db, clinicId: string, name: string) {
  const clinician = await findClinicianNamed(db, clinicId, typedNameKey(name));
  if (!clinician) throw new StartError('this clinic has no such clinician');
  return clinician;
}

type Found = (db: Db, clinicId: string) => Promise<{ id: string; username: string }>;

function reset(context: CommandContext, find: Found): Promise<void> {
  return workInClinic(context, async (db, clinicId) => {
    const account = await find(db, clinicId);
    if (!(await deleteSecondFactor(db, clinicId, account.id)))
      throw new StartError(`"${account.username}" has no second factor`);
    await endOtherSessions(db, clinicId, { accountId: account.id }, null);
    await appendAudit(db, operator, terminal, { action: 'second_factor_reset', objectId: account.id });
    return { username: account.username, second_factor: false };
  });
}
