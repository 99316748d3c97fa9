import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { todayIn } from '../src/domain/iso-date.ts';
import { readConfig } from '../src/server/config.ts';
import { createPool } from '../src/server/db/pool.ts';
import type { Services } from '../src/server/services.ts';
import { loadRegistry } from '../src/server/surveys/registry.ts';
import { testDatabase } from './database.ts';

const opened: Services[] = [];

// A database that is dropped while its connections are idle is no failure of a test.
const onError = () => {};

/** The services of a server on a fresh database, with keys of its own. `changed` replaces single ones: a clock, a config. */
export async function testServices(changed: Partial<Services> = {}): Promise<Services> {
  const { url } = await testDatabase();
  const pool = createPool(url, { max: 20, onError });
  const config = changed.config ?? readConfig(undefined);
  const services: Services = {
    pool,
    loginPool: createPool(url, { max: 5, onError }),
    keys: { current: 1, roots: new Map([[1, randomBytes(32)]]) },
    config,
    registry: await loadRegistry(pool, {
      protocolFile: config.protocol,
      instrumentsDir: config.instrumentsDir,
    }),
    log: { info: () => {}, warn: () => {}, error: (fields) => console.error(fields) },
    publicOrigin: 'http://localhost:8080',
    requireAppHeader: false,
    now: Date.now,
    today: () => todayIn(config.public.time_zone, Date.now()),
    ...changed,
  };
  opened.push(services);
  return services;
}

after(async () => {
  await Promise.all(opened.flatMap(({ pool, loginPool }) => [pool.end(), loginPool.end()]));
});
