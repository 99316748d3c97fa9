import { setTimeout as wait } from 'node:timers/promises';
import type { TestUser } from '../builders.ts';

/** Calls of a user who, like our web client, repeats every call that got no answer or a 503. */
export type InsistingClient = {
  /** Repeats the call until there is an answer. */
  send(sent: Sent): Promise<Got & { headers: Headers }>;
  /** The same for a write. Any answer but a success is wrong. */
  acknowledged(sent: Sent): Promise<Got>;
  /** The cookies of a user, who logs in again when they expire. */
  jarOf(path: string, user: Pick<TestUser, 'name' | 'secret'>): Jar;
  /** Answers that no fault excuses: a 5xx other than 503, a refused repeat, a call without an end. */
  wrong: string[];
  counts: { acknowledged: number; unavailable: number; unreachable: number; logins: number };
  slowestMs: () => number;
};

export type Sent = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  as?: Jar;
};
export type Jar = { cookie: string; login: () => Promise<void> };
export type Got = { status: number; body: unknown };

type Options = { clinicId: string; origins: () => readonly string[]; isAbandoned: () => boolean };

export const PATIENCE_MS = 20;
const CALL_LIMIT_MS = 30_000;

/** A client in front of several servers, asked in turn. */
export function insistingClient({ clinicId, origins, isAbandoned }: Options): InsistingClient {
  const wrong: string[] = [];
  const counts = { acknowledged: 0, unavailable: 0, unreachable: 0, logins: 0 };
  let slowestMs = 0;
  let turn = 0;

  /** One attempt. Undefined if there was no answer. */
  async function attempt({ method, path, headers, body, as }: Sent): Promise<Response | undefined> {
    const all = origins();
    const origin = all[(turn += 1) % all.length];
    if (origin === undefined) return undefined;
    const began = performance.now();
    try {
      return await fetch(origin + path, {
        method,
        headers: {
          'x-requested-with': 'resonanz',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(as && { cookie: as.cookie }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      });
    } catch (error) {
      if ((error as Error).name === 'TimeoutError')
        wrong.push(`${method} ${path} got no answer in ${CALL_LIMIT_MS} ms`);
      return undefined;
    } finally {
      slowestMs = Math.max(slowestMs, performance.now() - began);
    }
  }

  async function send(sent: Sent): Promise<Got & { headers: Headers }> {
    for (;;) {
      if (isAbandoned()) throw new Error('nobody waits for it any more');
      const response = await attempt(sent);
      const text = await response?.text().catch(() => undefined);
      if (response && text !== undefined && response.status !== 503) {
        const body = text === '' ? undefined : JSON.parse(text);
        if (response.status !== 403 || body.code !== 'token_expired' || !sent.as)
          return { status: response.status, body, headers: response.headers };
        await sent.as.login();
      } else {
        counts[response ? 'unavailable' : 'unreachable'] += 1;
        await wait(response ? PATIENCE_MS : 4 * PATIENCE_MS);
      }
    }
  }

  async function acknowledged(sent: Sent): Promise<Got> {
    const got = await send(sent);
    if (got.status < 300) counts.acknowledged += 1;
    else wrong.push(`${sent.method} ${sent.path}: ${got.status} ${JSON.stringify(got.body)}`);
    return got;
  }

  function jarOf(path: string, { name, secret }: Pick<TestUser, 'name' | 'secret'>): Jar {
    const jar: Jar = {
      cookie: 'at=x',
      login: async () => {
        const body = { clinic_id: clinicId, username: name, password: secret };
        const { headers, status } = await send({ method: 'POST', path, body });
        if (status !== 200) wrong.push(`login of ${name}: ${status}`);
        counts.logins += 1;
        const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
        // Known devices differ by their cookie, which does not matter here.
        jar.cookie = cookies.filter((cookie) => !cookie?.startsWith('dc=')).join('; ');
      },
    };
    return jar;
  }

  return { send, acknowledged, jarOf, wrong, counts, slowestMs: () => slowestMs };
}
