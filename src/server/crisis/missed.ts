import { crisisAnswers } from '../../domain/crisis-rules.ts';
import { jobActor } from '../audit/job-actor.ts';
import { listClinics } from '../clinics/queries.ts';
import { withoutTenant, withTenant, type Db } from '../db/transaction.ts';
import type { Services } from '../services.ts';
import { openAnswer } from '../keys/answer-cells.ts';
import { listUnwarnedAnswers, markSession, type UnwarnedAnswer } from './missed-queries.ts';
import { raiseEvents } from './raise.ts';
import { DAY_MS } from '../../domain/iso-date.ts';

const DAYS = 28;

const job = jobActor('crisis job');

/**
 * Raises the events of answers that a version without events stored: before an upgrade, or while its processes still ran.
 * Answers of the last 28 days whose report was not opened. Several processes may run it at once.
 */
export async function raiseMissedEvents(services: Services): Promise<void> {
  const { pool, registry, now } = services;
  // The rules in force name the items; the pinned rules decide.
  const rules = [...registry.instruments.values()].flatMap(({ crisis }) => crisis);
  if (rules.length === 0) return;
  const items = rules.map(({ item }) => item);
  const since = new Date(now() - DAYS * DAY_MS).toISOString();
  for (const { id } of await withoutTenant(pool, listClinics)) {
    await withTenant(pool, id, async (db) => {
      const given = await listUnwarnedAnswers(db, id, items, since);
      const sessions = Map.groupBy(given, (answer) => answer.session_id);
      for (const answers of sessions.values()) await raiseSession(db, services, id, answers);
    });
  }
}

async function raiseSession(
  db: Db,
  { registry, keys }: Services,
  clinicId: string,
  given: readonly UnwarnedAnswer[],
): Promise<void> {
  const [first] = given;
  if (!first) return;
  const { session_id: sessionId, patient_id: patientId } = first;
  const instruments = await registry.pinnedInstruments(db, first.instruments);
  const key = { clinicId, sessionId };
  const answers = given.map((row) => ({ id: row.item_id, value: openAnswer(keys, key, row).value }));
  const shown = crisisAnswers(instruments, answers);
  if (shown.length === 0 || !(await markSession(db, key))) return;
  const version = { id: first.protocol_id, version: first.protocol_version };
  if ((await registry.pinnedProtocol(db, version)).crisis_events === 'off') return;
  await raiseEvents({ db, services: { keys }, ...job }, { ...key, patientId }, shown, first.answered_at);
}
