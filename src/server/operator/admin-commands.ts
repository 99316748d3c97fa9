import { randomInt } from 'node:crypto';
import { generatePassword } from '../../domain/passwords.ts';
import { appendAudit } from '../audit/queries.ts';
import { withoutTenant, withTenant, type Db } from '../database/transaction.ts';
import { StartError } from '../settings/start-error.ts';
import { hashSecret } from '../login/password-hash.ts';
import { endOtherSessions, setPassword } from '../login/queries.ts';
import { required, type Command } from './command.ts';
import { findClinic } from './find-clinic.ts';
import { operator, terminal } from '../audit/operator.ts';
import * as queries from '../clinics/queries.ts';

const GENERATED_PASSWORD_DAYS = 14;

async function adminOf(db: Db, clinicId: string) {
  const [admin] = await queries.listAdmins(db, clinicId);
  if (!admin) throw new StartError('this clinic has no admin yet; one registers on the page /regist');
  return admin;
}

export const adminCommands: Command[] = [
  {
    words: 'admin list',
    summary: 'List the clinic admins and whether they are activated',
    run: async (context) => {
      const { pool } = await context.services();
      const clinics = await withoutTenant(pool, queries.listClinics);
      const rows = [];
      for (const clinic of clinics) {
        const admins = await withTenant(pool, clinic.id, (db) => queries.listAdmins(db, clinic.id));
        rows.push(
          ...admins.map(({ username, activated_at, created, registration_expires }) => ({
            clinic: clinic.name,
            username,
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
    positionals: '<clinic id or name>',
    summary: 'Activate the registered admin of a clinic',
    help: 'Check by a call or a letter that the clinic named the person who registered.',
    run: async (context) => {
      const services = await context.services();
      const clinic = await findClinic(services, required(context, 0, 'the clinic'));
      const admin = await withTenant(services.pool, clinic.id, async (db) => {
        const found = await adminOf(db, clinic.id);
        const change = await queries.activateAdmin(db, clinic.id, found.id);
        if (change === 'expired')
          throw new StartError(
            'the registration of this admin has expired; the person has to register again on the page /regist',
          );
        if (change === 'activated')
          await appendAudit(db, operator, terminal, { action: 'admin_activated', objectId: found.id });
        return found;
      });
      context.print([{ clinic: clinic.name, username: admin.username, activated: true }]);
    },
  },
  {
    words: 'admin reject',
    positionals: '<clinic id or name>',
    summary:
      'Delete a registration of an admin that is not activated yet, so that another person can register',
    help: 'For a person whom the clinic does not know. An activated admin is erased with `staff erase`.',
    destructive: true,
    run: async (context) => {
      const services = await context.services();
      const clinic = await findClinic(services, required(context, 0, 'the clinic'));
      const username = await withTenant(services.pool, clinic.id, async (db) => {
        const admin = await adminOf(db, clinic.id);
        if (!(await queries.rejectAdmin(db, clinic.id, admin.id)))
          throw new StartError('the admin of this clinic is activated; `staff erase` erases the account');
        await appendAudit(db, operator, terminal, { action: 'admin_rejected', objectId: admin.id });
        return admin.username;
      });
      context.print([{ clinic: clinic.name, username, rejected: true }]);
    },
  },
  {
    words: 'admin reset-password',
    positionals: '<clinic id or name>',
    summary: 'Give the admin of a clinic a new password and end all sessions; the password is shown once',
    destructive: true,
    run: async (context) => {
      const services = await context.services();
      const clinic = await findClinic(services, required(context, 0, 'the clinic'));
      const password = String(generatePassword((limit) => randomInt(limit)));
      const hash = await hashSecret(services.keys, password);
      const username = await withTenant(services.pool, clinic.id, async (db) => {
        const admin = await adminOf(db, clinic.id);
        await setPassword(db, clinic.id, admin.id, {
          hash,
          mustChange: true,
          expiresInDays: GENERATED_PASSWORD_DAYS,
        });
        await endOtherSessions(db, clinic.id, { accountId: admin.id }, null);
        await appendAudit(db, operator, terminal, { action: 'password_reset', objectId: admin.id });
        return admin.username;
      });
      context.print([{ clinic: clinic.name, username, password }]);
    },
  },
];
