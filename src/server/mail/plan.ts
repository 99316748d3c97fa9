import { randomUUID } from 'node:crypto';
import { addDays } from '../../domain/dates.ts';
import { firstMailMoment, mailsDue, REMINDER_DAYS } from '../../domain/mails.ts';
import { jobActor } from '../audit/job-actor.ts';
import { appendAudit } from '../audit/queries.ts';
import { listClinics } from '../clinics/queries.ts';
import { withoutTenant, withTenant, type Db } from '../database/transaction.ts';
import { deletePastAddresses } from './address-queries.ts';
import { deleteUnconfirmedAddresses, deleteUnusedConfirmations } from './confirmation-queries.ts';
import { askedFrom } from './confirmations.ts';
import type { MailServices } from './queue.ts';
import * as queries from './queries.ts';

const job = jobActor('mail job');

/**
 * Puts today's invitations and reminders into the outbox (product 15.2), for each clinic once a day and again where something
 * changed that decides about mails. Several processes may run it at once.
 */
export async function planMails(services: MailServices): Promise<void> {
  const { pool } = services;
  const day = services.today();
  const ids = await withoutTenant(pool, (db) => queries.clinicsToPlan(db, day));
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const quiet = await withoutTenant(pool, (db) => queries.planQuietClinics(db, some, day));
    for (const id of some.filter((one) => !quiet.includes(one))) await planClinic(services, id);
  }
}

// Few enough for the time limit of a statement, also where each clinic has thousands of patients.
const AT_ONCE = 50;

function planClinic(services: MailServices, id: string): Promise<void> {
  return withTenant(services.pool, id, async (db) => {
    // What changes from here on asks for a plan of its own.
    await queries.notePlan(db, id, services.today());
    await queries.insertMails(db, id, await newMails(db, services, id));
  });
}

async function newMails(db: Db, services: MailServices, clinicId: string): Promise<queries.NewMail[]> {
  const day = services.today();
  const timeZone = services.config.public.time_zone;
  // If the server did not run in the morning, the mail goes out at once.
  const due = new Date(Math.max(firstMailMoment(day, timeZone), services.now())).toISOString();
  const windows = await queries.listOpenMailWindows(
    db,
    clinicId,
    { day, timeZone },
    addDays(day, -REMINDER_DAYS),
  );
  return windows.flatMap((window) =>
    mailsDue([window], day).map((mail) => ({ ...mail, id: randomUUID(), patientId: window.patient_id, due })),
  );
}

/**
 * Erases the addresses of patients whose last window is over, and those that were never confirmed (product 15.1, 15.5). The
 * list of mails that were sent ends 30 days after the last window.
 */
export async function erasePastAddresses(services: MailServices): Promise<void> {
  const { pool, today } = services;
  for (const { id } of await withoutTenant(pool, listClinics)) {
    await withTenant(pool, id, async (db) => {
      const past = await deletePastAddresses(db, id, today());
      const unconfirmed = await deleteUnconfirmedAddresses(db, id, askedFrom(services));
      await deleteUnusedConfirmations(db, id);
      await queries.deletePastMails(db, id, today());
      for (const patientId of new Set([...past, ...unconfirmed]))
        await appendAudit(db, job.user, job.request, { action: 'mail_addresses_erased', patientId });
    });
  }
}
