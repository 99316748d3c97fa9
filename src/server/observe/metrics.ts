import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const DISK_FULL = /^(53100|ENOSPC)$/;
const MINUTE_MS = 60_000;

export type Metrics = ReturnType<typeof createMetrics>;

/** What a process counts of its own work, for Prometheus. Nothing here names a person or a clinic. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  let diskWasFull = -Infinity;
  return {
    registry,
    requests: new Histogram({
      name: 'resonanz_http_request_seconds',
      help: 'Time to answer, by method, pattern of the route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers,
    }),
    jobRuns: new Counter({
      name: 'resonanz_job_runs_total',
      help: 'Runs of a job in this process, by outcome',
      labelNames: ['task', 'outcome'],
      registers,
    }),
    jobSeconds: new Counter({
      name: 'resonanz_job_seconds_total',
      help: 'Time that the runs of a job took',
      labelNames: ['task'],
      registers,
    }),
    jobSucceeded: new Gauge({
      name: 'resonanz_job_last_success_timestamp_seconds',
      help: 'End of the last run of a job that did not fail, in this process; its start before the first one',
      labelNames: ['task'],
      registers,
    }),
    mails: new Counter({
      name: 'resonanz_mails_total',
      help: 'Attempts to send a mail, by queue and outcome',
      labelNames: ['queue', 'outcome'],
      registers,
    }),
    scriptFailures: new Counter({
      name: 'resonanz_script_failures_total',
      help: 'Pages that told that their script failed, by page',
      labelNames: ['page'],
      registers,
    }),
    /** Looks for a full disk among the causes of an error. */
    noteError(error: unknown, now: number): void {
      for (let cause = error; cause instanceof Error; cause = cause.cause)
        if (DISK_FULL.test(String((cause as NodeJS.ErrnoException).code))) diskWasFull = now;
    },
    /** True for a minute after a write failed because a disk is full. */
    isDiskFull: (now: number) => now - diskWasFull < MINUTE_MS,
  };
}
