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

/** The content of a cell as JSON. A list of patients decrypts 10,000 cells, and one is all it needs of each. */
type Packed = readonly [IsoDate, readonly string[], readonly Label[]];

/** Encrypts birth date, diagnoses and labels. */
export function sealContent(keys: Keys, patientId: string, content: PatientContent): Buffer {
  const packed: Packed = [content.birthDate, content.diagnosisIds, content.labels];
  return encryptField(keys, paddedJson(packed), cellPlace('patients|birth_date_encrypted', { patientId }));
}

/** The birth date, and the JSON text of all content. */
export function openCell(keys: Keys, patient: Cell): { birthDate: IsoDate; packed: string } {
  const place = cellPlace('patients|birth_date_encrypted', { patientId: patient.id });
  const packed = decryptField(keys, patient.birth_date_encrypted, place);
  return { birthDate: birthDateIn(packed), packed };
}

/** The birth date in a decrypted cell. It stands first, because reading a list needs it at once and the rest later. */
export function birthDateIn(packed: string): IsoDate {
  return packed.slice(2, 12);
}

export function openBirthDate(keys: Keys, patient: Cell): IsoDate {
  return openCell(keys, patient).birthDate;
}

/** Diagnoses and labels from the text that `openCell` returned. */
export function unpackContent(packed: string): Omit<PatientContent, 'birthDate'> {
  // `sealContent` wrote this list.
  const [, diagnosisIds, labels] = JSON.parse(packed) as Packed;
  return { diagnosisIds, labels };
}

/** The content of a patient. */
export function openContent(keys: Keys, patient: Cell): PatientContent {
  const { birthDate, packed } = openCell(keys, patient);
  return { birthDate, ...unpackContent(packed) };
}
