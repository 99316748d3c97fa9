import { join } from 'node:path';
import { HEADS_FILE } from './audit/heads-file.ts';
import { publishHeads, sealAudit } from './audit/sealer.ts';
import { forgetOldAttempts } from './auth/limit-queries.ts';
import { withoutTenant } from './db/transaction.ts';
import { forgetStoredAnswers } from './http/idempotency.ts';
import { rehashAll } from './imports/rehash.ts';
import { erasePastAddresses, planMails } from './mail/plan.ts';
import { sendMails } from './mail/send.ts';
import type { Transport } from './mail/transport.ts';
import { eraseDuePatients } from './retention/retention.ts';
import type { Services } from './services.ts';

export type Jobs = { stop(): Promise<void> };

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * What the server does unasked: links audit rows into their chains, writes the ends of the chains to `dataDir` every
 * minute (R64), forgets login failures that no limit looks at and stored answers nobody can ask for, hashes imported
 * birth dates finally, takes over changed keys, erases patients whose time is over (R66). Safe in any number of processes
 * at once.
 */
export function startJobs(services: Services, dataDir: string, transport: Transport): Jobs {
  const { pool, keys, log, now } = services;
  const path = join(dataDir, HEADS_FILE);
  let published = new Map<string, number>();
  const seal = () => sealAudit(pool);
  const publish = async () => {
    published = await publishHeads(pool, { log, path, published, now: now() });
  };
  // Another process may have changed the keys: what is written from now on is written with the new ones.
  const rereadKeys = async () => keys.reread?.();
  const forget = () => withoutTenant(pool, forgetOldAttempts);
  const forgetAnswers = () => withoutTenant(pool, forgetStoredAnswers);
  // After a big import it works for minutes, so it is told to stop.
  const stopping = new AbortController();
  const rehash = () => rehashAll(services, stopping.signal);
  const plan = () => planMails(services);
  const eraseAddresses = () => erasePastAddresses(services);
  const send = () => sendMails(services, transport, stopping.signal);
  const erase = () => eraseDuePatients(services, stopping.signal);
  const failed = (error: unknown) =>
    log.error({ err: error }, 'a background job failed and will be tried again');
  const running = [
    repeat(seal, SECOND, failed),
    repeat(publish, MINUTE, failed),
    repeat(rereadKeys, MINUTE, failed),
    repeat(forget, 10 * MINUTE, failed),
    // Passwords among them are kept for a minute.
    repeat(forgetAnswers, 10 * SECOND, failed),
    repeat(rehash, 30 * SECOND, failed),
    // Patients are due by the day; looking often finds them on it, however often the server is started anew.
    repeat(erase, 10 * MINUTE, failed),
    repeat(plan, MINUTE, failed),
    repeat(send, 20 * SECOND, failed),
    repeat(eraseAddresses, 10 * MINUTE, failed),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running.map((job) => job.stop()));
      await seal().then(publish).catch(failed);
    },
  };
}

/** Does `work` every so often, never twice at once. */
function repeat(work: () => Promise<unknown>, everyMs: number, failed: (error: unknown) => void): Jobs {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch(failed)
      .finally(() => (running = undefined));
  }, everyMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
