import { endpoints } from '../../contract/endpoints.ts';
import type { Answer } from '../../contract/routes.ts';
import { onTabMessage, tellOtherTabs } from './channel.ts';
import { isOutcomeUnknown, statusOf } from './failure.ts';
import { send } from './http.ts';
import { inLocalTime } from './server-time.ts';
import { endSession, session, sessionExpiry } from './session.ts';
import { sendWhenFree } from './when-free.ts';

// R38: the server accepts the old token for half a minute after it gave new ones. After a lost answer the browser must
// ask again within that time. A later refresh looks like a stolen token and ends the session.
const PATIENCE_MS = 8000;
const REPEATS_MS = [500, 1000, 2000, 4000, 8000];

let lastRefresh = 0;
let underWay: Promise<void> | null = null;
let repetition: ReturnType<typeof setTimeout> | undefined;

onTabMessage((message) => {
  if (message.kind === 'refreshed') lastRefresh = message.at;
});

/**
 * Rotates the tokens, one rotation at a time in the whole browser. Does nothing if any tab rotated them after `since`.
 * Fails with the refusal. If the session is over, forgets it first.
 */
export function refreshSession(since = Date.now()): Promise<void> {
  if (lastRefresh > since) return Promise.resolve();
  underWay ??= inTurn(() => refreshUnlessDone(since))
    .catch((error: unknown) => {
      repeatLost(error, since);
      throw error;
    })
    .finally(() => {
      underWay = null;
    });
  return underWay;
}

// The retries run in the background. The caller already has the failure and may ask again.
function repeatLost(error: unknown, since: number, tries = 0): void {
  const pause = REPEATS_MS[tries];
  if (pause === undefined || repetition !== undefined || !isOutcomeUnknown(error)) return;
  repetition = setTimeout(() => void tryAgain(since, tries + 1), pause);
}

async function tryAgain(since: number, tries: number): Promise<void> {
  repetition = undefined;
  try {
    await inTurn(() => refreshUnlessDone(since));
  } catch (error) {
    repeatLost(error, since, tries);
  }
}

/** Runs work on the refresh token in one tab of this browser at a time. */
// Locks exist only on secure origins. Without them the server handles parallel refreshes (R38).
export function inTurn(work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request('resonanz-refresh', work) : work();
}

async function refreshUnlessDone(since: number): Promise<void> {
  // The message of the last tab with the lock may arrive later.
  await new Promise((resolve) => setTimeout(resolve, 0));
  if (lastRefresh > since || !session.get()) return;
  const { method, path } = endpoints.refreshSession;
  const attempt = () => send({ method, path, timeoutMs: PATIENCE_MS });
  const response = await sendWhenFree(attempt).catch((error: unknown) => {
    if (statusOf(error) === 401) endSession('lost');
    throw error;
  });
  // Our own server checks its answers against the contract.
  const { session_expires } = (await response.json()) as Answer<'refreshSession'>;
  lastRefresh = Date.now();
  const expiresAt = inLocalTime(session_expires);
  sessionExpiry.set({ at: expiresAt, isTold: true });
  tellOtherTabs({ kind: 'refreshed', at: lastRefresh, expiresAt });
}
