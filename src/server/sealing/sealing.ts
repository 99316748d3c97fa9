import { setImmediate } from 'node:timers/promises';
import { appendAudit, type Actor } from '../audit/queries.ts';
import { listClinics } from '../clinics/queries.ts';
import * as stored from '../database/queries.ts';
import type { Sealed } from '../database/schema.ts';
import { withoutTenant, withTenant, type Db } from '../database/transaction.ts';
import type { RequestFacts } from '../http/context.ts';
import { openAnswer, sealAnswer } from '../keys/answer-cells.ts';
import { sealScore } from '../keys/score-cells.ts';
import type { Keys } from '../keys/keys.ts';
import { openContent, sealContent } from '../keys/patient-cells.ts';
import type { Services } from '../services.ts';
import * as queries from './queries.ts';
import type { InClear } from './queries.ts';

const ROWS_AT_A_TIME = 200;

type Step = { db: Db; keys: Keys; clinicId: string; most: number };
type Table = keyof InClear;

/** Encrypts some rows of a table that stand in clear. Returns how many it looked at and how many it encrypted. */
const steps: Readonly<Record<Table, (step: Step) => Promise<{ seen: number; sealed: number }>>> = {
  patients: async ({ db, keys, clinicId, most }) => {
    const rows = await queries.lockClearPatients(db, clinicId, most);
    const cells = rows.map((row) => ({
      id: row.id,
      cell: sealContent(keys, row.id, openContent(keys, row)),
    }));
    return { seen: rows.length, sealed: await queries.sealPatients(db, clinicId, cells) };
  },
  answers: async ({ db, keys, clinicId, most }) => {
    const rows = await queries.listClearAnswers(db, clinicId, most);
    const cells = rows.map((row) => {
      const session = { clinicId, sessionId: row.session_id };
      const cell = sealAnswer(
        keys,
        session,
        { id: row.item_id, type: row.item_type },
        openAnswer(keys, session, row),
      );
      return { session: row.session_id, item: row.item_id, cell };
    });
    return { seen: rows.length, sealed: await queries.sealAnswers(db, cells) };
  },
  scores: async ({ db, keys, clinicId, most }) => {
    const rows = await queries.listClearScores(db, clinicId, most);
    const cells = rows.map(({ result, ...row }) => {
      const cell = sealScore(keys, { clinicId, sessionId: row.session_id }, row, result);
      return { ...row, cell };
    });
    return { seen: rows.length, sealed: await queries.sealScores(db, clinicId, cells) };
  },
};

// Object.keys loses the names of a constant table.
const tables = Object.keys(steps) as Table[];
const nothing: InClear = { patients: 0, answers: 0, scores: 0 };

/** The content that a table holds. */
const subjects: Readonly<Record<Table, Sealed>> = {
  patients: 'patients',
  answers: 'answers',
  scores: 'answers',
};

/** Does every process write everything encrypted? */
export function isAllSealed({ sealing }: Pick<Services, 'sealing'>): boolean {
  return Object.values(subjects).every((subject) => sealing.has(subject));
}

/** Every process writes encrypted from now on; the others learn of it within seconds (record 049). It cannot be undone. */
export async function beginSealing({ pool, sealing }: Services): Promise<void> {
  for (const subject of Object.values(subjects)) {
    await withoutTenant(pool, (db) => stored.insertSealing(db, subject));
    sealing.add(subject);
  }
}

/** Learns what another process has begun to write encrypted. */
export async function rereadSealing(services: Services): Promise<void> {
  if (isAllSealed(services)) return;
  const begun = await withoutTenant(services.pool, stored.storedSealing);
  for (const subject of begun) services.sealing.add(subject);
}

type Options = {
  actor: { user: Actor; request: RequestFacts };
  stopped?: AbortSignal;
  progress?: (clinic: string, sealed: InClear) => void;
};

/**
 * Encrypts every row that stands in clear, in small steps beside running servers. It can be broken off at any moment and
 * called again, also by several processes at once. Does nothing before `beginSealing`. Returns what it encrypted.
 */
export async function sealRows(services: Services, { actor, stopped, progress }: Options): Promise<InClear> {
  let total = nothing;
  for (const { id, name } of await withoutTenant(services.pool, listClinics)) {
    let sealed = nothing;
    for (const table of tables.filter((one) => services.sealing.has(subjects[one])))
      sealed = { ...sealed, [table]: await sealTable(services, { clinicId: id, table, actor, stopped }) };
    total = added(total, sealed);
    progress?.(name, total);
  }
  return total;
}

const added = (one: InClear, other: InClear): InClear => ({
  patients: one.patients + other.patients,
  answers: one.answers + other.answers,
  scores: one.scores + other.scores,
});

type Work = { clinicId: string; table: Table; actor: Options['actor']; stopped: AbortSignal | undefined };

async function sealTable(
  { pool, keys }: Services,
  { clinicId, table, actor, stopped }: Work,
): Promise<number> {
  for (let total = 0; ;) {
    const { seen, sealed } = await withTenant(pool, clinicId, async (db) => {
      await queries.lockSealing(db, clinicId);
      const done = await steps[table]({ db, keys, clinicId, most: ROWS_AT_A_TIME });
      // Written with the first step, so that a run that is broken off leaves its row as well.
      if (total === 0 && done.sealed > 0)
        await appendAudit(db, actor.user, actor.request, { action: 'rows_encrypted', objectId: table });
      return done;
    });
    total += sealed;
    if (seen < ROWS_AT_A_TIME || stopped?.aborted) return total;
    await setImmediate();
  }
}

/** How many rows of all clinics stand in clear. */
export async function countInClear({ pool }: Pick<Services, 'pool'>): Promise<InClear> {
  let total = nothing;
  for (const { id } of await withoutTenant(pool, listClinics))
    total = added(total, await withTenant(pool, id, (db) => queries.countInClear(db, id)));
  return total;
}
