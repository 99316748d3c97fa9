import type { IsoDate } from '../../domain/iso-date.ts';
import { cellPlace } from '../keys/cells.ts';
import { decryptField, encryptField, type Keys } from '../keys/keys.ts';

/** Encrypts a birth date so that it can be shown again (R42). */
export function sealBirthDate(keys: Keys, patientId: string, birthDate: IsoDate): Buffer {
  return encryptField(keys, birthDate, cellPlace('patients|birth_date_encrypted', { patientId }));
}

export function openBirthDate(keys: Keys, patient: { id: string; birth_date_encrypted: Buffer }): IsoDate {
  return decryptField(
    keys,
    patient.birth_date_encrypted,
    cellPlace('patients|birth_date_encrypted', { patientId: patient.id }),
  );
}
