import process from 'node:process';
import { todayIn } from '../src/domain/today.ts';
import { readConfig } from '../src/server/settings/config.ts';
import { createPool } from '../src/server/database/pool.ts';
import { createMetrics } from '../src/server/observe/metrics.ts';
import type { MailServices } from '../src/server/mail/queue.ts';
import { openTransport } from '../src/server/mail/transport.ts';
import { planAndSend } from './mail-work.ts';

export type WorkerOrder = {
  databaseUrl: string;
  root: string;
  smtpUrl: string;
  now: number;
  again?: boolean;
};

// A process that plans and sends like the jobs of a server: once at a given moment, or again and again from that moment on.
// It waits for a message of its parent, so that several begin together.
process.once('message', (message) => {
  // The parent sends no other messages.
  void work(message as WorkerOrder).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.('ready');

async function work({ databaseUrl, root, smtpUrl, now: moment, again = false }: WorkerOrder): Promise<void> {
  const began = performance.now();
  const now = () => (again ? moment + performance.now() - began : moment);
  const services: MailServices = {
    pool: createPool(databaseUrl, { max: 5, onError: () => {} }),
    keys: { current: 1, roots: new Map([[1, Buffer.from(root, 'hex')]]) },
    config: readConfig(undefined),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    metrics: createMetrics(),
    publicOrigin: 'http://localhost:8080',
    now,
    today: () => todayIn('Europe/Berlin', now()),
  };
  const transport = openTransport(smtpUrl, '');
  await planAndSend(services, transport);
  if (!again) return;
  for (;;) await planAndSend(services, transport);
}
