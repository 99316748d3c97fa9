import { join } from 'node:path';
import { jobActor } from './audit/job-actor.ts';
import { HEADS_FILE } from './audit/heads-file.ts';
import { writeCountedRefusals } from './audit/count-refusals.ts';
import { publishHeads, sealAudit } from './audit/sealer.ts';
import { forgetSignIns } from './auth/forget-queries.ts';
import { forgetOldAttempts } from './auth/limit-queries.ts';
import { listClinics } from './clinics/queries.ts';
import { withoutTenant, withTenant } from './db/transaction.ts';
import { forgetStoredAnswers } from './http/idempotency-queries.ts';
import { rehashAll } from './imports/rehash.ts';
import { raiseMissedEvents } from './crisis/missed.ts';
import { crisisReminders, planReminders } from './crisis/reminder.ts';
import { confirmations } from './mail/confirmations.ts';
import { invitations } from './mail/invitations.ts';
import { erasePastAddresses, planMails } from './mail/plan.ts';
import { sendMails } from './mail/send.ts';
import type { Transport } from './mail/transport.ts';
import { judgeSymptomChanges } from './reports/symptom-change.ts';
import { eraseDuePatients } from './retention/retention.ts';
import { rereadSealing, sealRows } from './sealing/sealing.ts';
import type { Services } from './services.ts';

export type Jobs = { stop(): Promise<void> };

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * Starts the jobs of the server. They seal the audit trail and write its heads to `dataDir` every minute (R64), delete
 * expired login failures, past sign-ins and stored answers, hash imported birth dates with argon2id, reload changed keys, encrypt rows that
 * earlier versions left in clear (R63), send mails, and erase patients after their retention time (R66). Several processes may run them at once.
 */
export function startJobs(services: Services, dataDir: string, transport: Transport): Jobs {
  const { pool, keys, log, now } = services;
  const path = join(dataDir, HEADS_FILE);
  let published = new Map<string, number>();
  const seal = () => sealAudit(pool);
  const publish = async () => {
    published = await publishHeads(pool, { log, path, published, now: now() });
  };
  // Another process may have changed the keys. New cells use the new ones from now on.
  const rereadKeys = async () => keys.reread?.();
  const count = () => writeCountedRefusals(services);
  const forget = () => withoutTenant(pool, forgetOldAttempts);
  const forgetSignInsOfAll = async () => {
    for (const { id } of await withoutTenant(pool, listClinics))
      await withTenant(pool, id, (db) => forgetSignIns(db, id));
  };
  const forgetAnswers = () => withoutTenant(pool, forgetStoredAnswers);
  // After a large import this job runs for minutes, so it gets a signal to stop.
  const stopping = new AbortController();
  const rehash = () => rehashAll(services, stopping.signal);
  const plan = () => planMails(services);
  const eraseAddresses = () => erasePastAddresses(services);
  const send = () => sendMails(services, transport, invitations, stopping.signal);
  const ask = () => sendMails(services, transport, confirmations, stopping.signal);
  const planDanger = () => planReminders(services);
  const sendDanger = () => sendMails(services, transport, crisisReminders, stopping.signal);
  const raiseMissed = () => raiseMissedEvents(services);
  const judgeChanges = () => judgeSymptomChanges(services, stopping.signal);
  const rereadSealed = () => rereadSealing(services);
  const encrypt = () => sealRows(services, { actor: jobActor('encryption job'), stopped: stopping.signal });
  const erase = () => eraseDuePatients(services, stopping.signal);
  const failed = (error: unknown) =>
    log.error({ err: error }, 'a background job failed and will be tried again');
  const running = [
    repeat(seal, SECOND, failed),
    repeat(count, 10 * SECOND, failed),
    repeat(publish, MINUTE, failed),
    repeat(rereadKeys, MINUTE, failed),
    repeat(rereadSealed, 5 * SECOND, failed),
    // A process that had not learned yet that answers are written encrypted may have left some in clear.
    repeat(encrypt, 10 * MINUTE, failed),
    repeat(forget, 10 * MINUTE, failed),
    repeat(forgetSignInsOfAll, 10 * MINUTE, failed),
    // Answers with a password live for a minute.
    repeat(forgetAnswers, 10 * SECOND, failed),
    repeat(rehash, 30 * SECOND, failed),
    // Patients are due by the day. Frequent checks find them on that day even if the server is restarted often.
    repeat(erase, 10 * MINUTE, failed),
    repeat(plan, MINUTE, failed),
    repeat(send, 20 * SECOND, failed),
    // The patient may be waiting for it.
    repeat(ask, 5 * SECOND, failed),
    // A job of its own, so that a morning of many invitations delays no reminder of an open event.
    repeat(planDanger, MINUTE, failed),
    repeat(sendDanger, 20 * SECOND, failed),
    repeat(raiseMissed, 10 * MINUTE, failed),
    // The arrow in a clinician's list appears within seconds of the end of a survey.
    repeat(judgeChanges, 10 * SECOND, failed),
    repeat(eraseAddresses, 10 * MINUTE, failed),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running.map((job) => job.stop()));
      await writeCountedRefusals(services, Number.POSITIVE_INFINITY).then(seal).then(publish).catch(failed);
    },
  };
}

/** Runs `work` at an interval, never twice at once. */
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
