import type { Label } from '../../contract/patients.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { cellPlace } from './cells.ts';
import { decryptField, encryptField, type Keys } from './keys.ts';
import { paddedJson } from './padded-json.ts';

/** What is encrypted of a patient, in one cell (record 305). */
export type PatientContent = {
  birthDate: IsoDate;
  diagnosisIds: readonly string[];
  labels: readonly Label[];
};

type Cell = { id: string; birth_date_encrypted: Buffer };

/** The content of a cell as JSON. */
type Packed = readonly [IsoDate, readonly string[], readonly Label[]];

/** Encrypts birth date, diagnoses and labels. */
export function sealContent(keys: Keys, patientId: string, content: PatientContent): Buffer {
  const packed: Packed = [content.birthDate, content.diagnosisIds, content.labels];
  return encryptField(keys, paddedJson(packed), cellPlace('patients|birth_date_encrypted', { patientId }));
}

/** The content of a patient. */
export function openContent(keys: Keys, patient: Cell): PatientContent {
  const place = cellPlace('patients|birth_date_encrypted', { patientId: patient.id });
  // `sealContent` wrote this list.
  const packed = JSON.parse(decryptField(keys, patient.birth_date_encrypted, place)) as Packed;
  const [birthDate, diagnosisIds, labels] = packed;
  return { birthDate, diagnosisIds, labels };
}

export function openBirthDate(keys: Keys, patient: Cell): IsoDate {
  return openContent(keys, patient).birthDate;
}

/** The birth date in a decrypted cell. */
export function birthDateIn(packed: string): IsoDate {
  return packed.slice(2, 12);
}
