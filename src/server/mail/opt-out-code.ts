import { decryptField, encryptField, type Keys } from '../keys/keys.ts';
import type { PatientKey } from './queries.ts';

// Bound to its use: no encrypted cell of the database can be turned into such a code, and no code into a cell.
const PLACE = 'mail|opt-out code';
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const content = new RegExp(`^(${uuid})\\.(${uuid})$`);
const MOST_CHARACTERS = 300;

/** What the opt-out link of a patient carries: it names them to this server alone, and nobody else can make one. */
export function optOutCode(keys: Keys, { clinicId, patientId }: PatientKey): string {
  return encryptField(keys, `${clinicId}.${patientId}`, PLACE).toString('base64url');
}

/** Whose code it is; undefined where it was made up, changed, or made with keys that are gone. */
export function readOptOutCode(keys: Keys, code: unknown): PatientKey | undefined {
  if (typeof code !== 'string' || code.length > MOST_CHARACTERS) return undefined;
  const [, clinicId, patientId] = content.exec(opened(keys, code) ?? '') ?? [];
  return clinicId === undefined || patientId === undefined ? undefined : { clinicId, patientId };
}

function opened(keys: Keys, code: string): string | undefined {
  try {
    return decryptField(keys, Buffer.from(code, 'base64url'), PLACE);
  } catch {
    // Whatever is wrong with it: it is no code of ours, and the page says so.
    return undefined;
  }
}
