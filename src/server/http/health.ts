import type { FastifyInstance } from 'fastify';
import { appliedMigrations } from '../db/queries.ts';
import { migrationFiles } from '../db/migrate.ts';
import { withoutTenant } from '../db/transaction.ts';
import type { Services } from '../services.ts';

/** `/healthz`: the process answers. `/readyz`: the database answers and is migrated. */
export function registerHealth(app: FastifyInstance, { pool }: Services): void {
  app.get('/healthz', { config: { access: 'public' } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
    const state = await databaseState(pool);
    return reply
      .code(state === 'ok' ? 200 : 503)
      .send({ status: state === 'ok' ? 'ok' : 'unavailable', database: state });
  });
}

async function databaseState(pool: Services['pool']): Promise<'ok' | 'not migrated' | 'unreachable'> {
  try {
    const applied = new Set(await withoutTenant(pool, appliedMigrations));
    return migrationFiles().every((name) => applied.has(name)) ? 'ok' : 'not migrated';
  } catch {
    // The answer itself tells that the database cannot be reached.
    return 'unreachable';
  }
}
