import { resumeClinic, suspendClinic } from '../clinics/suspension-queries.ts';
import { withTenant } from '../db/transaction.ts';
import { StartError } from '../start-error.ts';
import { required, type Command } from './command.ts';
import { findClinic } from './find-clinic.ts';

export const suspensionCommands: Command[] = [
  {
    words: 'clinic suspend',
    positionals: '<id or name>',
    summary: 'End all sessions of a clinic, let no one of it log in, and hold its mails; nothing is deleted',
    help: 'Its patients find the clinic no longer on the login page: tell them first, and name their help in a crisis.',
    destructive: true,
    run: async (context) => {
      const services = await context.services();
      const clinic = await findClinic(services, required(context, 0, 'the clinic'));
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
    run: async (context) => {
      const services = await context.services();
      const clinic = await findClinic(services, required(context, 0, 'the clinic'));
      if (!(await withTenant(services.pool, clinic.id, (db) => resumeClinic(db, clinic.id))))
        throw new StartError(`"${clinic.name}" is not suspended`);
      context.print([{ clinic: clinic.name, suspended: false }]);
    },
  },
];
