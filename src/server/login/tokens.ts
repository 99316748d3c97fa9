import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { deriveKey, type Keys } from '../keys/keys.ts';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const accessPattern = new RegExp(`^(${uuid})\\.([A-Za-z0-9_-]{22})\\.[A-Za-z0-9_-]{43}$`);
const refreshPattern = new RegExp(`^(${uuid})\\.(${uuid})\\.(\\d{1,9})\\.([A-Za-z0-9_-]{43})$`);

export type RefreshToken = { clinicId: string; sessionId: string; generation: number; proof: string };

/** The source of the tokens of a session. A session keeps the key version that it began with. */
export type TokenSource = {
  clinicId: string;
  sessionId: string;
  userId: string;
  secret: Buffer;
  keyVersion: number;
};

/**
 * An access token by its form alone: only the database knows its user. `line` is a keyed hash of the user, the same in
 * all sessions of the user, so that calls can wait in line by user before the database is asked.
 */
export type AccessToken = { clinicId: string; line: string; hash: Buffer };

/**
 * Both tokens of one generation of a session. They are derived, not stored (R38): the same generation always gives
 * the same cookies, so lost answers and parallel tabs do no harm. The clinic stands in front, so that the row can be
 * found inside its clinic.
 */
export function deriveTokens(
  keys: Keys,
  session: TokenSource,
  generation: number,
): { access: string; refresh: string } {
  const { clinicId, sessionId } = session;
  const access = sign(keys, session, 'access', generation);
  const refresh = sign(keys, session, 'refresh', generation);
  return {
    access: `${clinicId}.${lineOf(keys, session)}.${access}`,
    refresh: `${clinicId}.${sessionId}.${generation}.${refresh}`,
  };
}

function lineOf(keys: Keys, { userId, keyVersion }: TokenSource): string {
  const tag = createHmac('sha256', deriveKey(keys, 'token', keyVersion))
    .update(`line.${userId}`)
    .digest();
  return tag.subarray(0, 16).toString('base64url');
}

function sign(
  keys: Keys,
  { sessionId, secret, keyVersion }: TokenSource,
  use: 'access' | 'refresh',
  generation: number,
): string {
  return createHmac('sha256', deriveKey(keys, 'token', keyVersion))
    .update(secret)
    .update(`${use}.${sessionId}.${generation}`)
    .digest('base64url');
}

/** The database stores only this hash of an access token (R31). */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The access token in a cookie; undefined for any other text. */
export function presentedAccess(cookie: string | undefined): AccessToken | undefined {
  const [, clinicId, line] = accessPattern.exec(cookie ?? '') ?? [];
  if (cookie === undefined || clinicId === undefined || line === undefined) return undefined;
  return { clinicId, line, hash: hashToken(cookie) };
}

/** The refresh token in a cookie. `isGenuine` decides whether this server made it. */
export function presentedToken(cookie: string | undefined): RefreshToken | undefined {
  const [, clinicId, sessionId, generation, proof] = refreshPattern.exec(cookie ?? '') ?? [];
  if (!clinicId || !sessionId || !generation || !proof) return undefined;
  return { clinicId, sessionId, generation: Number(generation), proof };
}

type StoredSource = { secret: Buffer; key_version: number; user_id: string };

/** The source of the tokens of a stored session. */
export function tokenSource(
  { clinicId, sessionId }: RefreshToken,
  { secret, key_version: keyVersion, user_id: userId }: StoredSource,
): TokenSource {
  return { clinicId, sessionId, userId, secret, keyVersion };
}

/** Whether this server made the refresh token for this session. */
export function isGenuine(keys: Keys, session: TokenSource, token: RefreshToken): boolean {
  if (!keys.roots.has(session.keyVersion)) return false;
  const expected = Buffer.from(sign(keys, session, 'refresh', token.generation));
  const given = Buffer.from(token.proof);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
