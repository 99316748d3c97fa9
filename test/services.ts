import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { todayIn } from '../src/domain/today.ts';
import { readConfig } from '../src/server/settings/config.ts';
import { createPool } from '../src/server/database/pool.ts';
import { createMetrics } from '../src/server/observe/metrics.ts';
import type { Services } from '../src/server/services.ts';
import { loadRegistry } from '../src/server/instruments/registry.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { atFileEnd } from './file-end.ts';
import { randomSeed } from '../src/server/surveys/survey-session.ts';

const opened = new Set<Services>();

// Dropping a database with idle connections does not fail a test.
const onError = () => {};

const seldomReached = {
  statement_timeout: '60000',
  lock_timeout: '60000',
  idle_in_transaction_session_timeout: '60000',
};

/** Connections with limits that a busy machine does not reach. The limits of R8 are tested with the product's pools. */
export function aPool(url: string, max = 20): Pool {
  const pool = createPool(url, { max, settings: seldomReached, onError });
  pool.options.connectionTimeoutMillis = 60_000;
  return pool;
}

/** The services of a server on a fresh database with its own keys. `changed` replaces single ones, such as the clock. */
export async function testServices(
  changed: Partial<Services> = {},
  database: Promise<TestDatabase> = testDatabase(),
): Promise<Services> {
  const { url } = await database;
  const pool = aPool(url);
  const config = changed.config ?? readConfig(undefined);
  const day = todayIn(config.public.time_zone, Date.now());
  const services: Services = {
    pool,
    loginPool: aPool(url, 5),
    keys: { current: 1, roots: new Map([[1, randomBytes(32)]]) },
    config,
    registry: await loadRegistry(pool, {
      protocolFile: config.protocol,
      instrumentsDir: config.instrumentsDir,
      clinics: config.clinics,
    }),
    extensions: [],
    log: { info: () => {}, warn: () => {}, error: (fields) => console.error(fields) },
    metrics: createMetrics(),
    lateJobs: () => [],
    drawSeed: randomSeed,
    publicOrigin: 'http://localhost:8080',
    requireAppHeader: false,
    now: Date.now,
    // The day stays the same, also if midnight comes during a test.
    today: () => day,
    ...changed,
  };
  opened.add(services);
  return services;
}

/** Ends services before the tests of the file have ended. */
export async function closeServices(services: Services): Promise<void> {
  opened.delete(services);
  await Promise.all([services.pool.end(), services.loginPool.end()]);
}

atFileEnd(() => Promise.all([...opened].map(closeServices)));
