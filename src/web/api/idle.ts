/** How long before its end an idle session is announced (product 4.2 and 9.1). */
const WARNING_MS = 20_000;

/** The shortest time between two refreshes that key or mouse presses cause (R37). */
const PRESS_INTERVAL_MS = 30_000;

export type IdlePhase = { kind: 'active' } | { kind: 'warning'; seconds: number } | { kind: 'over' };

/** The phase of an idle session. It goes by the wall clock: after a long sleep of the computer the session is over. */
export function idlePhase(now: number, expiresAt: number): IdlePhase {
  const left = expiresAt - now;
  if (left <= 0) return { kind: 'over' };
  return left > WARNING_MS ? { kind: 'active' } : { kind: 'warning', seconds: Math.ceil(left / 1000) };
}

/** When the refresh for a press at `now` is due: at once, or when the interval since the last one has passed. */
export function pressRefreshDue(now: number, lastPressRefresh: number): number {
  return Math.max(now, lastPressRefresh + PRESS_INTERVAL_MS);
}
