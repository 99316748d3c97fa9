import { holdClinicInUse } from '../login/queries.ts';
import { resumeClinic, suspendClinic } from '../clinics/suspension-queries.ts';
import { withoutTenant, withTenant } from '../database/transaction.ts';
import { terminal } from '../audit/operator.ts';
import { sealAudit } from '../audit/sealer.ts';
import { eraseClinic } from '../subject-rights/erase-clinic-queries.ts';
import { sweep } from '../subject-rights/retention.ts';
import { StartError } from '../settings/start-error.ts';
import type { Command, CommandContext } from './command.ts';
import { namedClinic, workInClinic } from './find-clinic.ts';

async function erase(context: CommandContext): Promise<void> {
  const { services, clinic } = await namedClinic(context);
  const { pool } = services;
  if (await withoutTenant(pool, (db) => holdClinicInUse(db, clinic.id)))
    throw new StartError(`"${clinic.name}" is in use; first: npm run manage -- clinic suspend`);
  // The end of the sealed trail is kept.
  await sealAudit(pool);
  const rows = await eraseClinic({ url: await context.databaseUrl(), pool }, clinic.id, terminal.id).catch(
    refuseOtherLogin,
  );
  await sweep(services);
  context.print([{ clinic: clinic.name, rows_deleted: rows }]);
  context.note('take a backup now: with its new list of patient keys no restore brings this clinic back');
}

/** Explains that the login may not become the owner of the tables. */
export function refuseOtherLogin(error: unknown): never {
  if ((error as { code?: string }).code !== '42501') throw error;
  throw new StartError('only the login that migrates the database may do this: set DATABASE_URL to it');
}

export const suspensionCommands: Command[] = [
  {
    words: 'clinic suspend',
    positionals: '<id or name>',
    summary: 'End all sessions of a clinic, refuse its logins, and hold its mails; nothing is deleted',
    help: 'Its patients no longer find the clinic on the login page. Tell them before, and tell them where they find help in a crisis.',
    destructive: true,
    run: async (context) => {
      const { services, clinic } = await namedClinic(context);
      const rests = await withTenant(services.pool, clinic.id, (db) => suspendClinic(db, clinic.id));
      if (!rests) throw new StartError(`"${clinic.name}" is suspended already`);
      context.print([{ clinic: clinic.name, ...rests }]);
      if (rests.open_events > 0)
        context.note(
          `${rests.open_events} answer(s) that showed danger are not acknowledged, and no reminder goes out any more: call the clinic`,
        );
    },
  },
  {
    words: 'clinic resume',
    positionals: '<id or name>',
    summary: 'Let a suspended clinic log in and send mails again',
    run: (context) =>
      workInClinic(context, async (db, clinicId) => {
        if (!(await resumeClinic(db, clinicId))) throw new StartError('the clinic is not suspended');
        return { suspended: false };
      }),
  },
  {
    words: 'clinic erase',
    positionals: '<id or name>',
    summary: 'Delete a suspended clinic with all patients, staff, answers, reports and its audit trail',
    help: [
      'For the end of a contract. First hand over what the clinic must keep ("export", "patient export"). The id and name of the',
      'clinic stay, with the time and the person of the erasure and the end of the trail. DATABASE_URL must name the login',
      'that migrates. An older backup with a list of patient keys from after the erasure restores everything but the clinic.',
    ].join('\n'),
    destructive: true,
    run: erase,
  },
];
