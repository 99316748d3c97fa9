import type { Label } from '../../contract/patients.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { cellPlace } from './cells.ts';
import { decryptField, encryptField, type Keys } from './keys.ts';
import { paddedJson } from './padded-json.ts';

/** What is encrypted of a patient: the birth date, since record 049 together with diagnoses and labels. */
export type PatientContent = {
  birthDate: IsoDate;
  diagnosisIds: readonly string[];
  labels: readonly Label[];
};

type Cell = { id: string; birth_date_encrypted: Buffer };

/** The content of a cell as JSON. A list of patients decrypts 10,000 cells, and one is all it needs of each. */
type Packed = readonly [IsoDate, readonly string[], readonly Label[]];

/** Encrypts a birth date alone (R42). */
export function sealBirthDate(keys: Keys, patientId: string, birthDate: IsoDate): Buffer {
  return encryptField(keys, birthDate, cellPlace('patients|birth_date_encrypted', { patientId }));
}

/** Encrypts birth date, diagnoses and labels in one cell. */
export function sealContent(keys: Keys, patientId: string, content: PatientContent): Buffer {
  const packed: Packed = [content.birthDate, content.diagnosisIds, content.labels];
  return encryptField(keys, paddedJson(packed), cellPlace('patients|birth_date_encrypted', { patientId }));
}

/** The columns that hold the content of a patient. Diagnoses and labels are in clear until all servers read the cell. */
export function contentColumns(
  { keys, sealing }: { readonly keys: Keys; readonly sealing: ReadonlySet<string> },
  patientId: string,
  content: PatientContent,
): { birthDateEncrypted: Buffer; diagnosisIds: readonly string[]; labels: readonly Label[] } {
  if (sealing.has('patients'))
    return { birthDateEncrypted: sealContent(keys, patientId, content), diagnosisIds: [], labels: [] };
  const { birthDate, diagnosisIds, labels } = content;
  return { birthDateEncrypted: sealBirthDate(keys, patientId, birthDate), diagnosisIds, labels };
}

/** The birth date, and the JSON text of all content where the cell holds it. */
export function openCell(keys: Keys, patient: Cell): { birthDate: IsoDate; packed: string | null } {
  const place = cellPlace('patients|birth_date_encrypted', { patientId: patient.id });
  const text = decryptField(keys, patient.birth_date_encrypted, place);
  return { birthDate: birthDateIn(text), packed: isPacked(text) ? text : null };
}

const isPacked = (text: string) => text.startsWith('["');

/** The birth date in a decrypted cell. It stands first, because reading a list needs it at once and the rest later. */
export function birthDateIn(text: string): IsoDate {
  return isPacked(text) ? text.slice(2, 12) : text;
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

/** The content of a patient, encrypted or in clear. */
export function openContent(
  keys: Keys,
  patient: Cell & { diagnosis_ids: readonly string[]; labels: unknown },
): PatientContent {
  const { birthDate, packed } = openCell(keys, patient);
  if (packed !== null) return { birthDate, ...unpackContent(packed) };
  // The server wrote the labels, and a trigger of the database checked them.
  return { birthDate, diagnosisIds: patient.diagnosis_ids, labels: patient.labels as readonly Label[] };
}
