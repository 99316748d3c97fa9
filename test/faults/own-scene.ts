import { readConfig } from '../../src/server/settings/config.ts';
import { startEmbeddedDatabase } from '../../src/server/trial-database/embedded.ts';
import { loadKeys } from '../../src/server/keys/key-file.ts';
import { createMetrics } from '../../src/server/observe/metrics.ts';
import type { Services } from '../../src/server/services.ts';
import { loadRegistry } from '../../src/server/instruments/registry.ts';
import { todayIn } from '../../src/domain/today.ts';
import { aClinic, aClinician, anAdmin } from '../builders.ts';
import { aPool } from '../services.ts';
import type { Scene } from './load.ts';
import { randomSeed } from '../../src/server/surveys/survey-session.ts';

/** The address of the embedded database of a running server. */
export async function databaseUrlOf(dataDir: string): Promise<string> {
  return (await startEmbeddedDatabase({ dataDir, log: () => {}, whenOwned: 'join' })).url;
}

/** Opens the embedded database of a running server with its keys. */
export async function ownDatabase<T>(dataDir: string, look: (services: Services) => Promise<T>): Promise<T> {
  const pool = aPool(await databaseUrlOf(dataDir), 5);
  const config = readConfig(undefined);
  try {
    return await look({
      pool,
      loginPool: pool,
      keys: loadKeys(dataDir, { mayCreate: false }),
      config,
      registry: await loadRegistry(pool, {
        protocolFile: config.protocol,
        instrumentsDir: config.instrumentsDir,
      }),
      extensions: [],
      log: { info: () => {}, warn: () => {}, error: () => {} },
      metrics: createMetrics(),
      lateJobs: () => [],
      drawSeed: randomSeed,
      publicOrigin: 'http://localhost:8080',
      requireAppHeader: false,
      now: Date.now,
      today: () => todayIn(config.public.time_zone, Date.now()),
    });
  } finally {
    await pool.end();
  }
}

/** A clinic with its staff, for the load. */
export async function sceneIn(services: Services): Promise<Scene> {
  const clinicId = (await aClinic(services)).id;
  return {
    clinicId,
    admin: await anAdmin(services, clinicId),
    clinician: await aClinician(services, clinicId),
    colleague: await aClinician(services, clinicId),
  };
}
