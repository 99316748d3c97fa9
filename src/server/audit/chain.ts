import { createHash } from 'node:crypto';
import type { AuditRow } from './seal-queries.ts';

/** What the first link of every chain follows; also the content hash of a row that was gone before it was sealed. */
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
] as const satisfies (keyof AuditRow)[];

/**
 * SHA-256 of a row's columns, each with its length in bytes. Written a second time here, because whoever can change the
 * rows can change the database's own function (migration 011) as well.
 */
export function contentHash(row: AuditRow): Buffer {
  const parts = order.map((column) => {
    const text = row[column];
    return text === null ? '-' : `${Buffer.byteLength(text)}:${text}`;
  });
  return createHash('sha256').update(parts.join(',')).digest();
}

/** What the row of an erasure (migration 026) says of the rows it emptied, from the content hashes of what is left of them. */
export function erasureDigest(hashes: readonly Buffer[]): string {
  return `${hashes.length} ${createHash('sha256').update(Buffer.concat(hashes)).digest('hex')}`;
}

/** The link at `seq`, which holds all links before it and one content hash. */
export function linkHash(previous: Buffer, seq: number, content: Buffer): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigInt64BE(BigInt(seq));
  return createHash('sha256').update(previous).update(place).update(content).digest();
}
