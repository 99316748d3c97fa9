import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 (hexadecimal) of a value's canonical JSON. It shows whether a versioned file or text was changed. */
export function contentHash(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
}

/** JSON text with sorted keys and no white space: one text for one content (RFC 8785 for the values used here). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, content]) => content !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, content]) => `${JSON.stringify(key)}:${canonicalJson(content)}`);
  return `{${entries.join(',')}}`;
}
