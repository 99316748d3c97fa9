import { collectDefaultMetrics, Gauge, type GaugeConfiguration, type Registry } from 'prom-client';
import type { Pool } from 'pg';
import { hashQueueSizes } from '../auth/password-hash.ts';
import { installationCounts, listRuns } from '../db/across-queries.ts';
import { type Db, withoutTenant } from '../db/transaction.ts';
import type { Services } from '../services.ts';

/** The numbers that are read when Prometheus asks: of the process, its pools and queue, and of the whole installation. */
export function collectOnDemand(services: Services): void {
  const { registry } = services.metrics;
  collectDefaultMetrics({ register: registry });
  collectPools(services);
  collectInstallation(services);
  addGauge(registry, {
    name: 'resonanz_hashes',
    help: 'Password hashes that are computed and that wait for their turn',
    labelNames: ['state'],
    collect() {
      const { running, waiting } = hashQueueSizes();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}

function addGauge(registry: Registry, gauge: GaugeConfiguration<string>): void {
  registry.registerMetric(new Gauge({ ...gauge, registers: [] }));
}

function collectPools({ pool, loginPool, metrics }: Services): void {
  const pools: [string, Pool][] = [
    ['calls', pool],
    ['logins', loginPool],
  ];
  addGauge(metrics.registry, {
    name: 'resonanz_database_connections',
    help: 'Connections of a pool by state, the calls that wait for one, and the most it opens',
    labelNames: ['pool', 'state'],
    collect() {
      for (const [name, { totalCount, idleCount, waitingCount, options }] of pools) {
        this.set({ pool: name, state: 'busy' }, totalCount - idleCount);
        this.set({ pool: name, state: 'idle' }, idleCount);
        this.set({ pool: name, state: 'waiting' }, waitingCount);
        this.set({ pool: name, state: 'most' }, options.max);
      }
    },
  });
}

/** Every process of an installation tells the same numbers here. Without an answer of the database it tells none. */
function collectInstallation(services: Services): void {
  addGauge(services.metrics.registry, {
    name: 'resonanz_installation',
    help: 'Numbers over all clinics: due mails, live sessions, open events, rows of the trail without a seal',
    labelNames: ['what'],
    async collect() {
      this.reset();
      for (const [what, count] of (await ask(services, installationCounts)) ?? []) this.set({ what }, count);
    },
  });
  addGauge(services.metrics.registry, {
    name: 'resonanz_installation_job_timestamp_seconds',
    help: 'When a job that one process does for all last began, ended and failed; "backup" is the last backup',
    labelNames: ['task', 'moment'],
    async collect() {
      this.reset();
      for (const { job, ...run } of (await ask(services, listRuns)) ?? [])
        for (const moment of ['begun', 'ended', 'failed'] as const)
          if (run[moment]) this.set({ task: job, moment }, Date.parse(run[moment]) / 1000);
    },
  });
}

async function ask<T>({ pool, log }: Services, query: (db: Db) => Promise<T>): Promise<T | undefined> {
  try {
    return await withoutTenant(pool, query);
  } catch (error) {
    log.warn({ err: error }, 'the numbers of the installation could not be read');
    return undefined;
  }
}
