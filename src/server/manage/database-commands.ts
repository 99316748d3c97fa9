import { withoutTenant } from '../db/transaction.ts';
import { appliedMigrations, isEmptyDatabase } from '../db/queries.ts';
import { StartError } from '../start-error.ts';
import type { Command } from './command.ts';
import { createDemoData } from '../demo/demo.ts';
import { listClinics } from './queries.ts';

export const databaseCommands: Command[] = [
  {
    words: 'migrate',
    summary:
      'Bring the database up to date; the login of DATABASE_URL must be allowed to create roles and tables',
    // Opening the services migrates.
    run: async (context) => {
      const { pool } = await context.services();
      const applied = await withoutTenant(pool, appliedMigrations);
      context.note('the database is up to date');
      context.print([{ migrations: applied.length, newest: applied.sort().at(-1) ?? null }]);
    },
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
      context.print(await withoutTenant(services.pool, listClinics));
    },
  },
];
