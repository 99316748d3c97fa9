import { writeCountedRefusals } from './audit/count-refusals.ts';
import { publishHeads, sealAudit } from './audit/sealer.ts';
import { forgetSignIns } from './login/forget-queries.ts';
import { forgetOldAttempts } from './login/limit-queries.ts';
import { listClinics } from './clinics/queries.ts';
import { claimJob, noteRun } from './database/across-queries.ts';
import { withoutTenant, withTenant } from './database/transaction.ts';
import { forgetStoredAnswers } from './http/idempotency-queries.ts';
import { rehashAll } from './patients/rehash-patients.ts';
import { crisisReminders, planReminders } from './crisis/reminder.ts';
import { confirmations } from './mail/confirmations.ts';
import { invitations } from './mail/invitations.ts';
import { erasePastAddresses, planMails } from './mail/plan.ts';
import { countFromZero, sendMails } from './mail/send.ts';
import type { Transport } from './mail/transport.ts';
import { extendWindows } from './patients/extend-windows.ts';
import { judgeSymptomChanges } from './reports/symptom-change.ts';
import { eraseDuePatients } from './subject-rights/retention.ts';
import type { Services } from './services.ts';

export type Jobs = {
  /** The jobs that have not succeeded for too long. */
  late(): string[];
  stop(): Promise<void>;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * What the server does by itself at an interval. `once`: one process of the installation does it in this time, which is its
 * interval or longer.
 */
type Job = { name: JobName; every: number; once?: number; work: () => Promise<unknown> };

export type JobName =
  | 'seal the trail'
  | 'count refusals'
  | 'publish heads'
  | 'reread keys'
  | 'forget attempts'
  | 'forget sign-ins'
  | 'forget answers'
  | 'hash birth dates'
  | 'erase patients'
  | 'plan mails'
  | 'send invitations'
  | 'send confirmations'
  | 'plan crisis reminders'
  | 'send crisis reminders'
  | 'judge changes'
  | 'erase addresses'
  | 'extend windows';

/**
 * Starts the jobs of the server. They seal the audit trail and write its heads to `dataDir` every minute (R64), delete
 * expired login failures, past sign-ins and stored answers, hash imported birth dates with argon2id, reload changed keys, send
 * mails, and erase patients after their retention time (R66). Several processes may run them at once.
 */
export function startJobs(services: Services, dataDir: string, transport: Transport): Jobs {
  const { pool, keys, log, now } = services;
  let published = new Map<string, number>();
  const seal = () => sealAudit(pool);
  const publish = async () => {
    published = await publishHeads(pool, { log, dataDir, published, now: now() });
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
  const judgeChanges = () => judgeSymptomChanges(services, stopping.signal);
  const extend = () => extendWindows(services, stopping.signal);
  const erase = () => eraseDuePatients(services, stopping.signal);
  const jobs: Job[] = [
    { name: 'seal the trail', every: SECOND, work: seal },
    { name: 'count refusals', every: 10 * SECOND, work: count },
    { name: 'publish heads', every: MINUTE, work: publish },
    { name: 'reread keys', every: MINUTE, work: rereadKeys },
    { name: 'forget attempts', every: 10 * MINUTE, once: 10 * MINUTE, work: forget },
    { name: 'forget sign-ins', every: 10 * MINUTE, once: 60 * MINUTE, work: forgetSignInsOfAll },
    // Answers with a password live for a minute.
    { name: 'forget answers', every: 10 * SECOND, work: forgetAnswers },
    { name: 'hash birth dates', every: 30 * SECOND, work: rehash },
    // Patients are due by the day. Frequent checks find them on that day even if the server is restarted often.
    { name: 'erase patients', every: 10 * MINUTE, once: 10 * MINUTE, work: erase },
    { name: 'plan mails', every: MINUTE, once: MINUTE, work: plan },
    { name: 'send invitations', every: 20 * SECOND, work: send },
    // The patient may be waiting for it.
    { name: 'send confirmations', every: 5 * SECOND, work: ask },
    // A job of its own, so that a morning of many invitations delays no reminder of an open event.
    { name: 'plan crisis reminders', every: MINUTE, once: MINUTE, work: planDanger },
    { name: 'send crisis reminders', every: 20 * SECOND, work: sendDanger },
    // The arrow in a clinician's list appears within seconds of the end of a survey.
    { name: 'judge changes', every: 10 * SECOND, work: judgeChanges },
    { name: 'erase addresses', every: 10 * MINUTE, once: 60 * MINUTE, work: eraseAddresses },
    // The next windows lie two years ahead, so an hour is soon enough.
    { name: 'extend windows', every: 10 * MINUTE, once: 60 * MINUTE, work: extend },
  ];
  for (const queue of [invitations, confirmations, crisisReminders]) countFromZero(services, queue);
  const running = jobs.map((job) => repeat(services, job));
  return {
    late: () => running.flatMap((job) => job.late()),
    stop: async () => {
      stopping.abort();
      await Promise.all(running.map((job) => job.stop()));
      await writeCountedRefusals(services, Number.POSITIVE_INFINITY)
        .then(seal)
        .then(publish)
        .catch((error: unknown) => log.error({ err: error }, 'the last work of a process failed'));
    },
  };
}

const outcomes = ['done', 'failed', 'left to others'] as const;
type Outcome = (typeof outcomes)[number];

/** Runs a job at its interval, never twice at once. */
function repeat(services: Services, job: Job): Jobs {
  const { log, metrics } = services;
  const { name, every } = job;
  let running: Promise<unknown> | undefined;
  let succeeded = 0;
  let isFirst = true;
  const noteSuccess = () => {
    succeeded = performance.now();
    metrics.jobSucceeded.set({ task: name }, services.now() / SECOND);
  };
  const note = (outcome: Outcome, began: number) => {
    metrics.jobRuns.inc({ task: name, outcome });
    metrics.jobSeconds.inc({ task: name }, (performance.now() - began) / SECOND);
    if (outcome !== 'failed') noteSuccess();
  };
  // A rule sees an increase only of a number that was there before. A job that never succeeds counts from the start.
  for (const outcome of outcomes) metrics.jobRuns.inc({ task: name, outcome }, 0);
  metrics.jobSeconds.inc({ task: name }, 0);
  noteSuccess();
  const run = async () => {
    const began = performance.now();
    try {
      const mine = !job.once || (await claimRun(services, job, isFirst));
      isFirst = false;
      if (mine) await job.work();
      note(mine ? 'done' : 'left to others', began);
      if (mine && job.once) await withoutTenant(services.pool, (db) => noteRun(db, name, 'ended'));
    } catch (error) {
      note('failed', began);
      metrics.noteError(error, services.now());
      log.error({ err: error, job: name }, 'a background job failed and will be tried again');
    }
  };
  const timer = setInterval(() => {
    running ??= run().finally(() => (running = undefined));
  }, every).unref();
  return {
    late: () => (performance.now() - succeeded > patience(every) ? [name] : []),
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Every process does a job in its first interval: what is due must not wait for a process that has ended. Then the
 * process that asks first does it for all.
 */
function claimRun({ pool }: Services, { name, once = 0 }: Job, isFirst: boolean): Promise<boolean> {
  // Timers of two processes drift a little, so the next run may begin somewhat early.
  const seconds = (once * 0.9) / SECOND;
  return withoutTenant(pool, (db) => claimJob(db, { job: name, seconds, anyway: isFirst }));
}

/** A job may miss some intervals; after a large import or for many due patients one run takes minutes. */
const patience = (every: number) => Math.max(3 * every, 15 * MINUTE);
