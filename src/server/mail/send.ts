import { setTimeout } from 'node:timers/promises';
import { outsideNight, retryDelay } from '../../domain/mails.ts';
import { holdClinicInUse } from '../login/queries.ts';
import { clinicsWithWork } from '../database/across-queries.ts';
import { withoutTenant, withTenant, type Db } from '../database/transaction.ts';
import type { MailClinic, MailQueue, MailServices } from './queue.ts';
import * as queries from './queue-queries.ts';
import { SEND_LIMIT_MS, type Delivery, type Message, type Transport } from './transport.ts';

type Claimed = { kind: 'mail'; facts: Facts; compose(): Message } | { kind: 'unwanted' } | { kind: 'none' };
type Facts = { mail: string; kind: string; attempts: number };

/**
 * Sends the mails of a queue until none is due, the mail server is away or asks for a pause, or `stopping` is set. Several
 * processes may run it at once.
 */
export async function sendMails(
  services: MailServices,
  transport: Transport,
  queue: MailQueue,
  stopping: AbortSignal,
): Promise<void> {
  const send = { services, transport, queue, stopping };
  const clinics = await withoutTenant(services.pool, (db) =>
    clinicsWithWork(db, queue.table, dueAt(services, queue)),
  );
  for (const clinic of clinics) {
    while (!stopping.aborted) {
      const next = await sendNext(send, clinic);
      if (next === 'server_away') return;
      if (next === 'nothing_left') break;
    }
  }
}

const outcomes = ['accepted', 'refused', 'failed'] as const satisfies Delivery['kind'][];

/** Begins the numbers of a queue. A rule sees an increase only of a number that was there before. */
export function countFromZero({ metrics }: MailServices, { table }: MailQueue): void {
  for (const outcome of outcomes) metrics.mails.inc({ queue: table, outcome }, 0);
}

type Send = { services: MailServices; transport: Transport; queue: MailQueue; stopping: AbortSignal };

async function sendNext({ services, transport, queue, stopping }: Send, clinic: MailClinic) {
  if (!transport.isFree()) return 'server_away';
  const claimed = await withTenant(services.pool, clinic.id, (db) => claimMail(db, services, queue, clinic));
  if (claimed.kind === 'none') return 'nothing_left';
  if (claimed.kind === 'unwanted') return 'more';
  const id = claimed.facts.mail;
  const delivery = await transport.send(id, claimed.compose());
  report(services, transport, claimed.facts, delivery);
  services.metrics.mails.inc({ queue: queue.table, outcome: delivery.kind });
  await settle(services, { clinicId: clinic.id, table: queue.table, id }, delivery, stopping);
  return delivery.kind === 'failed' && delivery.server !== 'up' ? 'server_away' : 'more';
}

/**
 * Takes the next mail. The time of its next attempt is stored before this one begins, so other processes wait, and they
 * go on if this process dies. Mails that are no longer wanted are deleted. Those of a suspended clinic wait.
 */
async function claimMail(
  db: Db,
  services: MailServices,
  queue: MailQueue,
  clinic: MailClinic,
): Promise<Claimed> {
  const { table, prepare } = queue;
  if (!(await holdClinicInUse(db, clinic.id))) return { kind: 'none' };
  const at = dueAt(services, queue);
  const row = await queries.lockDueMail(db, { clinicId: clinic.id, table }, at);
  if (!row) return { kind: 'none' };
  const mail = { clinicId: clinic.id, table, id: row.id };
  const prepared = await prepare(db, services, clinic, row.id);
  if (!prepared) {
    await queries.deleteMail(db, mail);
    return { kind: 'unwanted' };
  }
  const attempts = row.attempts + 1;
  const due = isoMoment(nextAttempt(services, queue, attempts));
  await queries.startAttempt(db, mail, { attempts, due });
  return {
    kind: 'mail',
    facts: { mail: row.id, kind: prepared.kind, attempts },
    compose: prepared.compose,
  };
}

// Logs internal ids and codes only (R65). The answer of the mail server repeats the address, so it stays out.
function report({ log }: MailServices, { via }: Transport, facts: Facts, delivery: Delivery): void {
  if (delivery.kind === 'accepted') return log.info({ ...facts, via }, 'mail sent');
  const { reason } = delivery;
  if (delivery.kind === 'failed') {
    const isOfSender = delivery.server === 'up' && (reason.response ?? 0) >= 500;
    const cause = isOfSender ? 'the mail server refuses the sender or the text, not the address' : undefined;
    return log.warn(
      { ...facts, via, reason, ...(cause && { cause }) },
      'a mail could not be sent and will be tried again',
    );
  }
  log.warn({ ...facts, via, reason }, 'an address was refused for good: this mail will not be tried again');
}

/** Stores the result of an attempt. A failed one was counted before it began. */
async function settle(
  services: MailServices,
  mail: queries.QueuedMail,
  delivery: Delivery,
  stopping: AbortSignal,
): Promise<void> {
  if (delivery.kind === 'failed') return;
  const at = isoMoment(services.now());
  const write = () =>
    withTenant(services.pool, mail.clinicId, (db) =>
      delivery.kind === 'accepted' ? queries.markSent(db, mail, at) : queries.markRefused(db, mail),
    );
  await insist(write, stopping);
}

const FIRST_WAIT_MS = 200;

/**
 * Stores that the mail was sent, and tries again until other processes may take it. A connection that breaks at this
 * moment must not send a mail twice.
 */
async function insist(write: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  const longest = retryDelay(1, Infinity) - 2 * SEND_LIMIT_MS;
  for (let waited = 0, wait = FIRST_WAIT_MS; ; waited += wait, wait *= 2) {
    try {
      return await write();
    } catch (error) {
      if (waited + wait > longest) throw error;
      await setTimeout(wait, undefined, { signal: stopping });
    }
  }
}

function nextAttempt({ now, config }: MailServices, queue: MailQueue, attempts: number): number {
  const next = now() + retryDelay(attempts, queue.longestWaitMs);
  return queue.keepsToTheDay ? outsideNight(next, config.public.time_zone) : next;
}

const LONGEST_NIGHT_MS = 12 * 3_600_000;

// No planned moment may lie after `latest`.
function dueAt({ now }: MailServices, { longestWaitMs, keepsToTheDay }: MailQueue) {
  const night = keepsToTheDay ? LONGEST_NIGHT_MS : 0;
  return { now: isoMoment(now()), latest: isoMoment(now() + longestWaitMs + night) };
}

const isoMoment = (epochMs: number) => new Date(epochMs).toISOString();
