import { appendAudit } from '../audit/queries.ts';
import { withoutTenant, withTenant } from '../database/transaction.ts';
import { StartError } from '../settings/start-error.ts';
import { giveGeneratedPassword } from '../login/new-password.ts';
import { endOtherSessions } from '../login/queries.ts';
import type { Command } from './command.ts';
import { namedAdmin } from './find-admin.ts';
import { workInClinic } from './find-clinic.ts';
import { operator, terminal } from '../audit/operator.ts';
import * as queries from '../clinics/queries.ts';

export const adminCommands: Command[] = [
  {
    words: 'admin list',
    summary: 'List the clinic admins and whether they are enabled and activated',
    run: async (context) => {
      const { pool } = await context.services();
      const clinics = await withoutTenant(pool, queries.listClinics);
      const rows = [];
      for (const clinic of clinics) {
        const admins = await withTenant(pool, clinic.id, (db) => queries.listAdmins(db, clinic.id));
        rows.push(
          ...admins.map(({ username, enabled, activated_at, created, registration_expires }) => ({
            clinic: clinic.name,
            username,
            enabled,
            activated_at,
            created,
            registration_expires,
          })),
        );
      }
      context.print(rows);
    },
  },
  {
    words: 'admin activate',
    positionals: '<clinic id or name> [user name]',
    summary: 'Activate the registered admin of a clinic, or enable one who was disabled',
    help: 'Check by a call or a letter that the clinic named the person who registered.',
    run: (context) =>
      workInClinic(context, async (db, clinicId) => {
        const { id, username } = await namedAdmin(context, db, clinicId);
        const change = await queries.activateAdmin(db, clinicId, id);
        if (change === 'expired')
          throw new StartError(
            'the registration of this admin has expired; the person has to register again on the page /regist',
          );
        if (change === 'activated')
          await appendAudit(db, operator, terminal, { action: 'admin_activated', objectId: id });
        return { username, activated: true };
      }),
  },
  {
    words: 'admin reject',
    positionals: '<clinic id or name> [user name]',
    summary:
      'Delete a registration of an admin that is not activated yet, so that another person can register',
    help: 'For a person whom the clinic does not know. An activated admin is erased with `staff erase`.',
    destructive: true,
    run: (context) =>
      workInClinic(context, async (db, clinicId) => {
        const { id, username } = await namedAdmin(context, db, clinicId);
        if (!(await queries.rejectAdmin(db, clinicId, id)))
          throw new StartError('the admin of this clinic is activated; `staff erase` erases the account');
        await appendAudit(db, operator, terminal, { action: 'admin_rejected', objectId: id });
        return { username, rejected: true };
      }),
  },
  {
    words: 'admin reset-password',
    positionals: '<clinic id or name> [user name]',
    summary: 'Give an admin of a clinic a new password and end all sessions; the password is shown once',
    destructive: true,
    run: (context) =>
      workInClinic(context, async (db, clinicId, { keys }) => {
        const { id, username } = await namedAdmin(context, db, clinicId);
        const password = String(await giveGeneratedPassword(db, keys, clinicId, id));
        await endOtherSessions(db, clinicId, { accountId: id }, null);
        await appendAudit(db, operator, terminal, { action: 'password_reset', objectId: id });
        return { username, password };
      }),
  },
];
