import type { LinkPlace } from '../keys/cells.ts';
import { decryptField, encryptField, type Keys } from '../keys/keys.ts';

// The place is authenticated: an encrypted cell cannot serve as a code, and the code of one link not as that of another.
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const content = new RegExp(`^(${uuid})\\.(${uuid})$`);
const MOST_CHARACTERS = 300;

/** What a link of a mail stands for: a row of a clinic. */
export type LinkTarget = { clinicId: string; id: string };

/** The code of a link. Only this server can make it and read it. */
export function linkCode(keys: Keys, place: LinkPlace, { clinicId, id }: LinkTarget): string {
  return encryptField(keys, `${clinicId}.${id}`, place).toString('base64url');
}

/** The target of a code. Undefined if it was invented, changed, or made with keys that are gone. */
export function readLinkCode(keys: Keys, place: LinkPlace, code: unknown): LinkTarget | undefined {
  if (typeof code !== 'string' || code.length > MOST_CHARACTERS) return undefined;
  const [, clinicId, id] = content.exec(opened(keys, place, code) ?? '') ?? [];
  return clinicId === undefined || id === undefined ? undefined : { clinicId, id };
}

function opened(keys: Keys, place: LinkPlace, code: string): string | undefined {
  try {
    return decryptField(keys, Buffer.from(code, 'base64url'), place);
  } catch {
    // Any error means that the code is not ours. The page says so.
    return undefined;
  }
}
