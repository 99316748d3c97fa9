import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { WorkerOrder } from '../mail-worker.ts';

export type MailWorkers = {
  /** Kills one process at work; another takes its place, with another clock. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

const WORKERS = 2;
const HOUR_MS = 3_600_000;
// The hours that the clocks of these processes are wrong by, one after the other.
const clocks = [0, 5, -2, 1, 80, 0, -1];

/**
 * Two processes that plan and send mails without a pause, like the jobs of two servers. A process that fails because the
 * database is gone is started again.
 */
export function startMailWorkers(order: () => Omit<WorkerOrder, 'now' | 'again'>): MailWorkers {
  const workers: ChildProcess[] = [];
  let isRunning = true;
  let started = 0;

  function begin(place: number): void {
    const hours = clocks[(started += 1) % clocks.length] ?? 0;
    const worker = fork(join(import.meta.dirname, '../mail-worker.ts'), { stdio: 'ignore' });
    workers[place] = worker;
    worker.once('message', () =>
      worker.send({ ...order(), now: Date.now() + hours * HOUR_MS, again: true } satisfies WorkerOrder),
    );
    worker.once('exit', () => {
      if (isRunning) begin(place);
    });
    // A killed process closes its channel while the order is on its way.
    worker.on('error', () => {});
  }

  for (let place = 0; place < WORKERS; place += 1) begin(place);
  let turn = 0;
  return {
    kill: () => end(workers[(turn += 1) % WORKERS]),
    stop: async () => {
      isRunning = false;
      await Promise.all(workers.map(end));
    },
  };
}

async function end(worker: ChildProcess | undefined): Promise<void> {
  if (!worker || worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
}
