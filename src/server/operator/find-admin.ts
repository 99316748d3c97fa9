import { typedNameKey } from '../../domain/patient-code.ts';
import { listAdmins } from '../clinics/queries.ts';
import type { Db } from '../database/transaction.ts';
import { StartError } from '../settings/start-error.ts';
import { type CommandContext, UsageError } from './command.ts';

/** The admin whom the second word names. A clinic with one admin needs no name. */
export async function namedAdmin({ positionals: [, name] }: CommandContext, db: Db, clinicId: string) {
  const all = await listAdmins(db, clinicId);
  if (all.length === 0)
    throw new StartError('this clinic has no admin yet; one registers on the page /regist');
  const fitting =
    name === undefined ? all : all.filter(({ username_key: key }) => key === typedNameKey(name));
  const [admin, another] = fitting;
  if (!admin) throw new StartError(`this clinic has no admin "${name}"`);
  if (another)
    throw new UsageError(
      `this clinic has several admins: name one after the clinic (${all.map(({ username }) => username).join(', ')})`,
    );
  return admin;
}
