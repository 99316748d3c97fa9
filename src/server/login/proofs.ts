import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isSolved, type LoginTask, type Proof } from '../../domain/proof-of-work.ts';
import type { Db } from '../database/transaction.ts';
import { deriveKey, type Keys } from '../keys/keys.ts';
import { spendProof } from './limit-queries.ts';

// The hardest task takes a slow phone some ten minutes.
const VALID_SECONDS = 1800;
// Short, so that challenge and number fit into one block of SHA-256.
const pattern = /^(\d{1,2})\.([0-9a-z]{6,7})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{16})$/;

/**
 * A task for one login attempt (R50). It carries its terms and a signature, so that the server stores nothing before
 * its use.
 */
export function createTask(keys: Keys, difficulty: number, now: number): LoginTask {
  const expires = (Math.floor(now / 1000) + VALID_SECONDS).toString(36);
  const terms = `${difficulty}.${expires}.${randomBytes(12).toString('base64url')}`;
  return { challenge: `${terms}.${signTerms(keys, terms)}`, difficulty };
}

/** Whether a proof is a task of this server, hard enough, solved, in time and unused. Marks it as used. */
export async function useProof(
  db: Db,
  keys: Keys,
  { challenge, nonce }: Proof,
  { bits, now }: { bits: number; now: number },
): Promise<boolean> {
  const [, difficulty, until, name, proof] = pattern.exec(challenge) ?? [];
  if (!difficulty || !until || !name || !proof) return false;
  if (Number(difficulty) < bits) return false;
  const expires = Number.parseInt(until, 36);
  if (expires * 1000 < now) return false;
  const expected = signTerms(keys, `${difficulty}.${until}.${name}`);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(proof))) return false;
  if (!isSolved({ challenge, difficulty: Number(difficulty) }, nonce)) return false;
  return spendProof(db, name, expires);
}

function signTerms(keys: Keys, terms: string): string {
  const tag = createHmac('sha256', deriveKey(keys, 'limits')).update(`challenge|${terms}`).digest();
  return tag.subarray(0, 12).toString('base64url');
}
