import { awaitDatabase, findPrimary } from '../database/client.ts';
import { withoutTenant } from '../database/transaction.ts';
import { migrate, migrationFiles, planMigrations } from '../database/migrate.ts';
import { isEmptyDatabase } from '../database/queries.ts';
import { readNumber } from '../settings/environment.ts';
import { explainDatabaseError } from '../settings/errors-at-start.ts';
import { StartError } from '../settings/start-error.ts';
import type { Command, CommandContext } from './command.ts';
import { createDemoData } from '../demo/demo.ts';
import { describeClinics } from '../clinics/queries.ts';

async function migrateOnly({ databaseUrl, note, print, values }: CommandContext): Promise<void> {
  const { wait, 'dry-run': isTrial } = values;
  const seconds = readNumber('--wait', typeof wait === 'string' ? wait : undefined);
  const url = await databaseUrl();
  try {
    await awaitDatabase(url, seconds);
    await findPrimary(url);
    if (isTrial === true) return print(await planMigrations(url));
    const done = await migrate(url);
    note(done.length > 0 ? `database migrated: ${done.join(', ')}` : 'the database is up to date');
  } catch (error) {
    throw explainDatabaseError(error, url);
  }
  const all = migrationFiles();
  print([{ migrations: all.length, newest: all.at(-1) ?? null }]);
}

export const databaseCommands: Command[] = [
  {
    words: 'migrate',
    summary:
      'Bring the database up to date; the login of DATABASE_URL must be allowed to create roles and tables',
    help: [
      'It changes tables only: it needs no key file and makes none. --wait: waits so many seconds for a database that does not answer yet.',
      '--dry-run: changes nothing; names the migrations that would run, and the tables that each of them locks or writes with their size.',
    ].join('\n'),
    options: { wait: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    run: migrateOnly,
  },
  {
    words: 'demo',
    summary: 'Create the demo data in an empty database',
    run: async (context) => {
      const services = await context.services();
      if (!(await withoutTenant(services.pool, isEmptyDatabase)))
        throw new StartError('the database is not empty; demo data is only made in an empty one');
      await createDemoData(services);
      context.note('the demo data is there');
      context.print(await withoutTenant(services.pool, describeClinics));
    },
  },
];
