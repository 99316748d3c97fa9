import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isSolved, type LoginChallenge } from '../../domain/proof-of-work.ts';
import type { Db } from '../db/transaction.ts';
import { deriveKey, type Keys } from '../keys.ts';
import { spendProof } from './limit-queries.ts';

const VALID_SECONDS = 600;
const pattern = /^(\d{1,2})\.(\d{10})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** A solved task as the browser sends it. */
export type Proof = { challenge: string; nonce: string };

/** A task for one attempt (R50). It carries its own terms, signed, so that nothing is stored until it is used. */
export function createChallenge(keys: Keys, difficulty: number, now: number): LoginChallenge {
  const expires = Math.floor(now / 1000) + VALID_SECONDS;
  const terms = `${difficulty}.${expires}.${randomBytes(16).toString('base64url')}`;
  return { challenge: `${terms}.${sign(keys, terms)}`, difficulty };
}

/** Whether a proof is a task of ours, solved, in time and not used before; uses it. */
export async function useProof(
  db: Db,
  keys: Keys,
  { challenge, nonce }: Proof,
  now: number,
): Promise<boolean> {
  const [, difficulty, expires, name, proof] = pattern.exec(challenge) ?? [];
  if (!difficulty || !expires || !name || !proof || Number(expires) * 1000 < now) return false;
  const expected = sign(keys, `${difficulty}.${expires}.${name}`);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(proof))) return false;
  if (!isSolved({ challenge, difficulty: Number(difficulty) }, nonce)) return false;
  return spendProof(db, name, Number(expires));
}

function sign(keys: Keys, terms: string): string {
  return createHmac('sha256', deriveKey(keys, 'limits')).update(`challenge|${terms}`).digest('base64url');
}
