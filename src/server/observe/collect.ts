import { collectDefaultMetrics, Gauge, type GaugeConfiguration, type Registry } from 'prom-client';
import type { Pool } from 'pg';
import { installationCounts, listRuns } from '../database/across-queries.ts';
import { type Db, withoutTenant } from '../database/transaction.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** What the numbers are read from. */
export type Observed = {
  pool: Pool;
  loginPool: Pool;
  metrics: Metrics;
  log: Log;
  /** The password hashes that are computed, and those that wait for their turn. */
  hashes(): { running: number; waiting: number };
};

/** The numbers that are read when Prometheus asks: of the process, its pools and queue, and of the whole installation. */
export function collectOnDemand(observed: Observed): void {
  const { registry } = observed.metrics;
  collectDefaultMetrics({ register: registry });
  collectPools(observed);
  collectInstallation(observed);
  addGauge(registry, {
    name: 'resonanz_hashes',
    help: 'Password hashes that are computed and that wait for their turn',
    labelNames: ['state'],
    collect() {
      const { running, waiting } = observed.hashes();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}

function addGauge(registry: Registry, gauge: GaugeConfiguration<string>): void {
  registry.registerMetric(new Gauge({ ...gauge, registers: [] }));
}

function collectPools({ pool, loginPool, metrics }: Observed): void {
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
function collectInstallation(observed: Observed): void {
  addGauge(observed.metrics.registry, {
    name: 'resonanz_installation',
    help: 'Numbers over all clinics: due mails, live sessions, open events, rows of the trail without a seal',
    labelNames: ['what'],
    async collect() {
      this.reset();
      for (const [what, count] of (await ask(observed, installationCounts)) ?? []) this.set({ what }, count);
    },
  });
  addGauge(observed.metrics.registry, {
    name: 'resonanz_installation_job_timestamp_seconds',
    help: 'When a job that one process does for all last began, ended and failed; "backup" is the last backup',
    labelNames: ['task', 'moment'],
    async collect() {
      this.reset();
      for (const { job, ...run } of (await ask(observed, listRuns)) ?? [])
        for (const moment of ['begun', 'ended', 'failed'] as const)
          if (run[moment]) this.set({ task: job, moment }, Date.parse(run[moment]) / 1000);
    },
  });
}

async function ask<T>({ pool, log }: Observed, query: (db: Db) => Promise<T>): Promise<T | undefined> {
  try {
    return await withoutTenant(pool, query);
  } catch (error) {
    log.warn({ err: error }, 'the numbers of the installation could not be read');
    return undefined;
  }
}
