import { normalLabel } from '../../domain/patient-record.ts';
import type { PatientKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';
import type { Keys } from '../keys/keys.ts';
import { openContent } from '../keys/patient-cells.ts';
import { readContents } from './queries.ts';

type Cells = Parameters<typeof openContent>[1];

/** The System-IDs of a patient, each once. */
export function systemIdsIn(keys: Keys, patient: Cells): readonly string[] {
  const { labels } = openContent(keys, patient);
  return [...new Set(labels.flatMap(({ key, value }) => (key === 'CLUSTER' ? [normalLabel(value)] : [])))];
}

export async function systemIdsOf(
  db: Db,
  keys: Keys,
  { clinicId, patientId }: PatientKey,
): Promise<readonly string[]> {
  const rows = await readContents(db, clinicId, { patientId });
  return rows.flatMap((row) => systemIdsIn(keys, row));
}
