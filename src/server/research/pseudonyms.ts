import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { nameKey } from '../../domain/patient-code.ts';
import { shiftOf } from '../../domain/research-dates.ts';

// Crockford's base 32 has no letter that looks like a digit.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CHARACTERS = 16;

/** The secret of a clinic's study ids. Clinics that moved here brought their own. */
export type SecretOf = (clinicId: string) => Buffer;

/** For whom an export is. Exports of two projects, or with true and with shifted dates, share no id and no shift. */
export type Purpose = { readonly project: string | undefined; readonly dates: 'as_they_are' | 'shifted' };

/** The ids in an export: 80 bits of a keyed hash, so that a person has the same id in every export of a purpose. */
export type Pseudonyms = ReturnType<typeof pseudonyms>;

/**
 * Derives study ids and date shifts from the export secret of the clinic. Only with the secret can an id be linked to a
 * record.
 */
export function pseudonyms(secretOf: SecretOf, purpose: Purpose) {
  const keys = new Map<string, KeyObject>();
  const keyOf = (clinicId: string) => {
    const key = keys.get(clinicId) ?? createSecretKey(secretFor(secretOf(clinicId), purpose));
    keys.set(clinicId, key);
    return key;
  };
  const keyed = (kind: string, clinicId: string, ...parts: string[]) =>
    createHmac('sha256', keyOf(clinicId))
      .update([kind, clinicId, ...parts].join('|'))
      .digest();
  const id = (letter: string, clinicId: string, ...parts: string[]) =>
    `${letter}-${base32(keyed(letter, clinicId, ...parts))}`;
  return {
    person: (clinicId: string, patientId: string) => id('p', clinicId, patientId),
    clinic: (clinicId: string) => id('c', clinicId),
    session: (clinicId: string, sessionId: string) => id('m', clinicId, sessionId),
    /** One id for all patients of a clinician. */
    clinician: (clinicId: string, clinicianId: string) => id('t', clinicId, clinicianId),
    /** One id for all patients with the same System-ID, in upper or lower case. */
    system: (clinicId: string, systemId: string) => id('s', clinicId, nameKey(systemId)),
    /** The id of a FHIR resource that belongs to a survey session. */
    resource: (clinicId: string, sessionId: string, part: string) => id('r', clinicId, sessionId, part),
    shift: (clinicId: string, patientId: string) => shiftOf(keyed('shift', clinicId, patientId)),
  };
}

// Exports without a project have had the ids of the secret itself since the first release.
function secretFor(secret: Buffer, { project, dates }: Purpose): Buffer {
  if (project === undefined) return secret;
  return createHmac('sha256', secret)
    .update(['project', dates, nameKey(project)].join('|'))
    .digest();
}

/** A fingerprint of the secret for the audit trail. */
export function secretMark(secret: Buffer): string {
  return `export key ${hash('sha256', secret, 'hex').slice(0, 12)}`;
}

function base32(bytes: Buffer): string {
  let text = '';
  for (let bit = 0; bit < CHARACTERS * 5; bit += 5) {
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0);
    text += ALPHABET[(pair >> (11 - (bit & 7))) & 31] ?? '';
  }
  return text;
}
