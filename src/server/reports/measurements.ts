import { todayIn } from '../../domain/today.ts';
import type { MeasuredScore } from '../../domain/scoring-change.ts';
import type { Db } from '../database/transaction.ts';
import type { Keys } from '../keys/keys.ts';
import { openScore } from '../keys/score-cells.ts';
import type { Services } from '../services.ts';
import { listPoints, type PointRow, type UntilWindow } from './queries.ts';
import type { MeasurementPoint } from './scale-rows.ts';
import { aboutOf, listSubjectAnswers, type Skips, type SubjectAnswer } from './subjects.ts';

/** The finished measurement points of a patient up to a window. */
export type Measurements = {
  readonly points: readonly MeasurementPoint[];
  /** The surveys of the points, in the same order. */
  readonly sessions: readonly string[];
  readonly subjects: readonly SubjectAnswer[];
  /** That of the last point; empty where nothing was scored. */
  readonly algorithm_version: string;
};

type Until = UntilWindow & { readonly skips: Skips | undefined };

/** The measurements of a patient, each score with the people whom it is about. */
export async function listMeasurements(
  db: Db,
  { config, keys }: Pick<Services, 'config' | 'keys'>,
  clinicId: string,
  { skips = [], ...until }: Until,
): Promise<Measurements> {
  const rows = await listPoints(db, clinicId, until);
  const patient = { clinicId, patientId: until.patient_id };
  const subjects = await listSubjectAnswers(db, keys, patient, skips);
  const points = rows.map((row) => {
    const about = aboutOf(subjects, row.session_id, skips);
    return {
      label: row.label,
      date: todayIn(config.public.time_zone, Date.parse(row.finished_at)),
      scores: scoresOf(keys, clinicId, row, about),
    };
  });
  const sessions = rows.map(({ session_id }) => session_id);
  return { points, sessions, subjects, algorithm_version: rows.at(-1)?.algorithm_version ?? '' };
}

function scoresOf(
  keys: Keys,
  clinicId: string,
  { session_id: sessionId, scores }: PointRow,
  about: ReadonlyMap<string, string>,
): MeasuredScore[] {
  return (scores ?? []).map((row) => {
    const encrypted = Buffer.from(row.result_encrypted, 'hex');
    const score = openScore(keys, { clinicId, sessionId }, { ...row, result_encrypted: encrypted });
    return { ...score, about: about.get(row.instrument_id) ?? null };
  });
}
