import { decryptField, encryptField, type Keys } from '../keys/keys.ts';
import type { PatientKey } from '../db/row-keys.ts';

// The purpose is authenticated: an encrypted cell cannot serve as a code, and a code not as a cell.
const PLACE = 'mail|opt-out code';
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const content = new RegExp(`^(${uuid})\\.(${uuid})$`);
const MOST_CHARACTERS = 300;

/** The code of a patient's opt-out link. Only this server can make it and read it. */
export function optOutCode(keys: Keys, { clinicId, patientId }: PatientKey): string {
  return encryptField(keys, `${clinicId}.${patientId}`, PLACE).toString('base64url');
}

/** The patient of a code. Undefined if it was invented, changed, or made with keys that are gone. */
export function readOptOutCode(keys: Keys, code: unknown): PatientKey | undefined {
  if (typeof code !== 'string' || code.length > MOST_CHARACTERS) return undefined;
  const [, clinicId, patientId] = content.exec(opened(keys, code) ?? '') ?? [];
  return clinicId === undefined || patientId === undefined ? undefined : { clinicId, patientId };
}

function opened(keys: Keys, code: string): string | undefined {
  try {
    return decryptField(keys, Buffer.from(code, 'base64url'), PLACE);
  } catch {
    // Any error means that the code is not ours. The page says so.
    return undefined;
  }
}
