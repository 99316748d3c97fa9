import { setTimeout } from 'node:timers/promises';
import { mailWanted, retryDelay } from '../../domain/mails.ts';
import { cellPlace } from '../keys/cells.ts';
import { listClinics } from '../clinics/queries.ts';
import { withoutTenant, withTenant, type Db } from '../db/transaction.ts';
import { decryptField } from '../keys/keys.ts';
import { composeMail, type Mail } from './message.ts';
import { optOutCode } from './opt-out-code.ts';
import type { MailServices } from './plan.ts';
import * as queries from './queries.ts';
import { optOutPath } from './opt-out-page.ts';
import { SEND_LIMIT_MS, type Delivery, type Transport } from './transport.ts';

type Clinic = { id: string; name: string; contact: string };
type Claimed =
  | { kind: 'mail'; row: queries.QueuedMail; window: queries.MailWindowRow; attempts: number }
  | { kind: 'unwanted' }
  | { kind: 'none' };

/**
 * Sends the mails of the outbox until none is due, the mail server cannot be reached, or `stopping` is set. Several
 * processes may run it at once.
 */
export async function sendMails(
  services: MailServices,
  transport: Transport,
  stopping: AbortSignal,
): Promise<void> {
  for (const clinic of await withoutTenant(services.pool, listClinics)) {
    while (!stopping.aborted) {
      const next = await sendNext(services, transport, clinic, stopping);
      if (next === 'server_down') return;
      if (next === 'nothing_left') break;
    }
  }
}

async function sendNext(services: MailServices, transport: Transport, clinic: Clinic, stopping: AbortSignal) {
  const claimed = await withTenant(services.pool, clinic.id, (db) => claimMail(db, services, clinic));
  if (claimed.kind === 'none') return 'nothing_left';
  if (claimed.kind === 'unwanted') return 'more';
  const { row, window, attempts } = claimed;
  const mail = mailOf(services, clinic, row, window);
  const delivery = await transport.send(mail.id, composeMail(mail));
  report(services, transport, { mail: mail.id, kind: mail.kind, attempts }, delivery);
  await settle(services, { clinicId: clinic.id, id: mail.id }, delivery, stopping);
  return delivery.kind === 'failed' && delivery.server === 'down' ? 'server_down' : 'more';
}

/**
 * Takes the next mail. The time of its next attempt is stored before this one begins, so other processes wait, and they
 * go on if this process dies. Mails that are no longer wanted are deleted.
 */
async function claimMail(db: Db, services: MailServices, clinic: Clinic): Promise<Claimed> {
  const now = services.now();
  const row = await queries.lockDueMail(db, clinic.id, isoMoment(now));
  if (!row) return { kind: 'none' };
  const key = { clinicId: clinic.id, id: row.id };
  const today = { day: services.today(), timeZone: services.config.public.time_zone };
  const window = await queries.findMailWindow(db, clinic.id, row, today);
  if (!window || !mailWanted(window, today.day)) {
    await queries.deleteMail(db, key);
    return { kind: 'unwanted' };
  }
  const attempts = row.attempts + 1;
  await queries.startAttempt(db, key, { attempts, due: isoMoment(now + retryDelay(attempts)) });
  return { kind: 'mail', row, window, attempts };
}

function mailOf(
  { keys, config, publicOrigin }: MailServices,
  clinic: Clinic,
  { id, kind, patient_id: patientId }: queries.QueuedMail,
  window: queries.MailWindowRow,
): Mail {
  const patient = { clinicId: clinic.id, patientId };
  return {
    id,
    kind,
    to: decryptField(
      keys,
      window.address,
      cellPlace('mail_addresses|address_encrypted', { ...patient, kind: window.address_kind }),
    ),
    from: config.mailFrom,
    product: config.public.product_name,
    origin: publicOrigin,
    clinic,
    end: window.end,
    optOutUrl: `${publicOrigin}${optOutPath}?code=${optOutCode(keys, patient)}`,
  };
}

type Facts = { mail: string; kind: string; attempts: number };

// Logs internal ids and codes only (R65). The answer of the mail server repeats the address, so it stays out.
function report({ log }: MailServices, { via }: Transport, facts: Facts, delivery: Delivery): void {
  if (delivery.kind === 'accepted') return log.info({ ...facts, via }, 'mail sent');
  const { reason } = delivery;
  if (delivery.kind === 'failed')
    return log.warn({ ...facts, via, reason }, 'a mail could not be sent and will be tried again');
  log.warn({ ...facts, via, reason }, 'an address was refused for good: this mail will not be tried again');
}

/** Stores the result of an attempt. A failed one was counted before it began. */
async function settle(
  services: MailServices,
  key: queries.MailKey,
  delivery: Delivery,
  stopping: AbortSignal,
): Promise<void> {
  if (delivery.kind === 'failed') return;
  const at = isoMoment(services.now());
  const write = () =>
    withTenant(services.pool, key.clinicId, (db) =>
      delivery.kind === 'accepted' ? queries.markSent(db, key, at) : queries.markRefused(db, key),
    );
  await insist(write, stopping);
}

const FIRST_WAIT_MS = 200;

/**
 * Stores that the mail was sent, and tries again until other processes may take it. A connection that breaks at this
 * moment must not send a mail twice.
 */
async function insist(write: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  const longest = retryDelay(1) - 2 * SEND_LIMIT_MS;
  for (let waited = 0, wait = FIRST_WAIT_MS; ; waited += wait, wait *= 2) {
    try {
      return await write();
    } catch (error) {
      if (waited + wait > longest) throw error;
      await setTimeout(wait, undefined, { signal: stopping });
    }
  }
}

const isoMoment = (epochMs: number) => new Date(epochMs).toISOString();
