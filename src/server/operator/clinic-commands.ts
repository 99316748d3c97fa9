import { nameKey } from '../../domain/patient-code.ts';
import { withoutTenant, withTenant } from '../database/transaction.ts';
import { required, UsageError, type Command, type CommandContext } from './command.ts';
import { findClinic } from './find-clinic.ts';
import * as queries from '../clinics/queries.ts';
import { StartError } from '../settings/start-error.ts';

export const clinicCommands: Command[] = [
  {
    words: 'clinic add',
    positionals: '<name>',
    summary: 'Add a clinic',
    options: { contact: { type: 'string' } },
    run: async (context) => {
      const name = clinicName(context, 0, 'the name of the clinic');
      const contact = oneLine(context.values['contact'] ?? '', '--contact');
      const { pool } = await context.services();
      const id = await withoutTenant(pool, (db) =>
        queries.insertClinic(db, { name, nameKey: nameKey(name), contact }),
      ).catch(refuseTakenName);
      context.print([{ id, name, contact }]);
    },
  },
  {
    words: 'clinic list',
    summary: 'List the clinics',
    run: async (context) => {
      const { pool } = await context.services();
      context.print(await withoutTenant(pool, queries.describeClinics));
    },
  },
  {
    words: 'clinic rename',
    positionals: '<id or name> <new name>',
    summary: 'Rename a clinic; --contact changes its contact as well',
    options: { contact: { type: 'string' } },
    run: async (context) => {
      const old = required(context, 0, 'the clinic');
      const name = clinicName(context, 1, 'the new name');
      const { contact } = context.values;
      const services = await context.services();
      const { id } = await findClinic(services, old);
      const changed = {
        name,
        nameKey: nameKey(name),
        ...(contact !== undefined && { contact: oneLine(contact, '--contact') }),
      };
      await withTenant(services.pool, id, (db) => queries.renameClinic(db, id, changed)).catch(
        refuseTakenName,
      );
      context.print([{ id, name }]);
    },
  },
];

const LONGEST_NAME = 200;

// The name stands in lists, in mails and at the top of every page.
function clinicName(context: CommandContext, index: number, what: string): string {
  const name = required(context, index, what).normalize('NFC').trim();
  oneLine(name, what);
  if (name.length > LONGEST_NAME)
    throw new UsageError(`${what} may have ${LONGEST_NAME} characters at most, not ${name.length}`);
  return name;
}

function oneLine(value: unknown, what: string): string {
  const text = String(value);
  if (/\p{Cc}/u.test(text)) throw new UsageError(`${what} must be one line`);
  return text;
}

function refuseTakenName(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'clinics_name_key_key')
    throw new StartError('a clinic of this name exists already');
  throw error;
}
