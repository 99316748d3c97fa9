import { sql } from 'kysely';
import type { ScaleScore } from '../../domain/scoring-scales.ts';
import type { Db } from '../database/transaction.ts';
import type { AnswerRow } from '../keys/answer-cells.ts';

/**
 * Waits for other processes that encrypt rows of this clinic, until the transaction ends. Two of them would otherwise
 * write the same rows, in different orders.
 */
export async function lockSealing(db: Db, clinicId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('sealing ' || ${clinicId}, 0))`.execute(db);
}

export type ClearAnswer = AnswerRow & { session_id: string };

export async function listClearAnswers(db: Db, clinicId: string, most: number): Promise<ClearAnswer[]> {
  const { rows } = await sql<ClearAnswer>`
    SELECT session_id, item_id, item_type, value, label, encrypted FROM answers
    WHERE clinic_id = ${clinicId} AND encrypted IS NULL LIMIT ${most}`.execute(db);
  return rows;
}

/** Puts encrypted cells in the place of answers in clear. Returns how many rows were in clear. */
export async function sealAnswers(
  db: Db,
  cells: readonly { session: string; item: string; cell: Buffer }[],
): Promise<number> {
  const { rows } = await sql<{
    sealed: number;
  }>`SELECT seal_answer_cells(${cells.map(({ session }) => session)}::uuid[],
    ${cells.map(({ item }) => item)}::text[], ${cells.map(({ cell }) => cell)}::bytea[]) AS sealed`.execute(
    db,
  );
  return rows[0]?.sealed ?? 0;
}

export type ClearScore = { session_id: string; instrument_id: string; scale: string; result: ScaleScore };

export async function listClearScores(db: Db, clinicId: string, most: number): Promise<ClearScore[]> {
  const { rows } = await sql<ClearScore>`
    SELECT session_id, instrument_id, scale, result FROM scores
    WHERE clinic_id = ${clinicId} AND result_encrypted IS NULL LIMIT ${most}`.execute(db);
  return rows;
}

/** Puts encrypted cells in the place of scores in clear. Returns how many rows were in clear. */
export async function sealScores(
  db: Db,
  clinicId: string,
  cells: readonly (Omit<ClearScore, 'result'> & { cell: Buffer })[],
): Promise<number> {
  const { numAffectedRows } = await sql`UPDATE scores s SET result_encrypted = c.cell, result = NULL
    FROM unnest(${cells.map(({ session_id }) => session_id)}::uuid[], ${cells.map(({ instrument_id }) => instrument_id)}::text[],
      ${cells.map(({ scale }) => scale)}::text[], ${cells.map(({ cell }) => cell)}::bytea[]) AS c (session, instrument, scale, cell)
    WHERE s.clinic_id = ${clinicId} AND s.session_id = c.session AND s.instrument_id = c.instrument AND s.scale = c.scale
      AND s.result_encrypted IS NULL`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export type ClearPatient = {
  id: string;
  birth_date_encrypted: Buffer;
  diagnosis_ids: string[];
  labels: unknown;
};

const patientInClear = sql`(labels <> '[]' OR diagnosis_ids <> '{}')`;

/** Locks the rows, so that a patient who is edited meanwhile keeps what was entered. */
export async function lockClearPatients(db: Db, clinicId: string, most: number): Promise<ClearPatient[]> {
  const { rows } = await sql<ClearPatient>`
    SELECT id, birth_date_encrypted, diagnosis_ids, labels FROM patients
    WHERE clinic_id = ${clinicId} AND ${patientInClear} ORDER BY id LIMIT ${most} FOR NO KEY UPDATE`.execute(
    db,
  );
  return rows;
}

/** Puts the cells that hold labels and diagnoses in the place of those that hold the birth date alone. */
export async function sealPatients(
  db: Db,
  clinicId: string,
  cells: readonly { id: string; cell: Buffer }[],
): Promise<number> {
  const { numAffectedRows } = await sql`UPDATE patients p
    SET birth_date_encrypted = c.cell, labels = '[]', diagnosis_ids = '{}'
    FROM unnest(${cells.map(({ id }) => id)}::uuid[], ${cells.map(({ cell }) => cell)}::bytea[]) AS c (id, cell)
    WHERE p.clinic_id = ${clinicId} AND p.id = c.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export type InClear = { patients: number; answers: number; scores: number };

/** How many rows of a clinic stand in clear. */
export async function countInClear(db: Db, clinicId: string): Promise<InClear> {
  const { rows } = await sql<InClear>`SELECT
    (SELECT count(*) FROM patients WHERE clinic_id = ${clinicId} AND ${patientInClear}) AS patients,
    (SELECT count(*) FROM answers WHERE clinic_id = ${clinicId} AND encrypted IS NULL) AS answers,
    (SELECT count(*) FROM scores WHERE clinic_id = ${clinicId} AND result_encrypted IS NULL) AS scores`.execute(
    db,
  );
  return rows[0] ?? { patients: 0, answers: 0, scores: 0 };
}
