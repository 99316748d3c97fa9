import { createHash } from 'node:crypto';
import type { AuditRow } from './seal-queries.ts';

/**
 * The first link of every chain follows these zeros. They are also the content hash of a row that was deleted before
 * it was sealed.
 */
export const NOTHING = Buffer.alloc(32);

const order = [
  'clinic_id',
  'id',
  'at',
  'actor_id',
  'role',
  'action',
  'patient_id',
  'object_id',
  'result',
  'request_id',
  'address_prefix',
  'count',
] as const satisfies (keyof AuditRow)[];

/**
 * SHA-256 of the columns of a row, each with its length in bytes. The database has the same function, audit_content. This
 * copy exists because an attacker who can change the rows can also change that function.
 */
export function contentHash(row: AuditRow): Buffer {
  const parts = order.map((column) => {
    const text = row[column];
    return text === null ? '-' : `${Buffer.byteLength(text)}:${text}`;
  });
  return createHash('sha256').update(parts.join(',')).digest();
}

/**
 * The digest in the audit row of an erasure, as erase_from_audit makes it: from the content hashes of what is left of the emptied
 * rows.
 */
export function erasureDigest(hashes: readonly Buffer[]): string {
  return `${hashes.length} ${createHash('sha256').update(Buffer.concat(hashes)).digest('hex')}`;
}

/** The link at `seq`. It covers all links before it and one content hash. */
export function linkHash(previous: Buffer, seq: number, content: Buffer): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigInt64BE(BigInt(seq));
  return createHash('sha256').update(previous).update(place).update(content).digest();
}
