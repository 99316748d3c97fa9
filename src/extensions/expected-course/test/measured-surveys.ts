import { Client } from 'pg';
import { aClinician } from '../../../../test/builders.ts';
import { addDays } from '../../../domain/dates.ts';
import type { ScaleScore } from '../../../domain/scoring-scales.ts';
import { Z_95 } from '../../../psychometrics/t-scores.ts';
import { sealScore } from '../../../server/keys/score-cells.ts';
import type { Services } from '../../../server/services.ts';
import type { CoursePoint } from '../domain/course.ts';

const ADMISSION = '2024-01-08';

/** Writes finished surveys of a clinic with these T-scores of depression: one patient for each list. Returns the patients' ids. */
export async function surveysWithScores(
  services: Services,
  clinicId: string,
  persons: readonly (readonly CoursePoint[])[],
): Promise<string[]> {
  const clinician = await aClinician(services, clinicId);
  const version = services.registry.instruments.get('dep')?.version ?? '';
  const patients = persons.map(() => crypto.randomUUID());
  const sessions = persons.flatMap((points, index) =>
    points.map((point, place) => ({ point, place, patient: patients[index], id: crypto.randomUUID() })),
  );
  const client = new Client({ connectionString: services.pool.options.connectionString });
  await client.connect();
  try {
    // Written by the database's administrator, in two statements instead of thousands.
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO patients (clinic_id, id, code, code_key, clinician_id, gender, admission, discharge, birth_date_encrypted, secret_hash)
       SELECT $1, id, 'V' || left(id::text, 8), left(id::text, 8), $2, 'FEMALE', $4, '2025-01-08', '', 'x' FROM unnest($3::uuid[]) AS p(id)`,
      [clinicId, clinician.id, patients, ADMISSION],
    );
    await client.query(
      `INSERT INTO survey_sessions (clinic_id, id, patient_id, window_type, window_label, protocol_id, protocol_version, instruments, seed,
         started_at, updated_at, finished_at, page_count)
       SELECT $1, s.id, s.patient, s.type, 'Verlauf', 'standard', '1.0.0', '[]', 's', s.day, s.day, s.day, 1
       FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::date[]) AS s(id, patient, type, day)`,
      [
        clinicId,
        sessions.map(({ id }) => id),
        sessions.map(({ patient }) => patient),
        sessions.map(({ place }) => (place === 0 ? 'PRE' : 'INTERMEDIATE')),
        sessions.map(({ point }) => addDays(ADMISSION, Math.round(point.weeks * 7))),
      ],
    );
    const cells = sessions.map(({ id, point }) => {
      const score = depressionScore(version, point);
      return sealScore(services.keys, { clinicId, sessionId: id }, score, score);
    });
    await client.query(
      `INSERT INTO scores (clinic_id, session_id, instrument_id, scale, instrument_version, algorithm_version, result_encrypted)
       SELECT $1, s.id, 'dep', 'dep', $2, 'scoring-1.0.0', s.cell FROM unnest($3::uuid[], $4::bytea[]) AS s(id, cell)`,
      [clinicId, version, sessions.map(({ id }) => id), cells],
    );
  } finally {
    await client.end();
  }
  return patients;
}

function depressionScore(version: string, { value, se }: CoursePoint): ScaleScore {
  return {
    instrument_id: 'dep',
    instrument_version: version,
    scale: 'dep',
    kind: 'irt',
    raw: null,
    theta: (value - 50) / 10,
    se: se / 10,
    t: value,
    interval: { lower: value - Z_95 * se, upper: value + Z_95 * se },
    band: null,
    condition_severity: null,
    norm_set: 'demo-2026',
    items_answered: 6,
    items_missing: 0,
    stop: null,
  };
}
