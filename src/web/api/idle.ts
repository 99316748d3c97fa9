/** The time between the idle warning and the end of the session (product 4.2 and 9.1). */
const WARNING_MS = 20_000;

/** The shortest time between two refreshes by key or mouse presses (R37). */
const PRESS_INTERVAL_MS = 30_000;

export type IdlePhase = { kind: 'active' } | { kind: 'warning'; seconds: number } | { kind: 'over' };

/** The phase of an idle session. It follows the wall clock, so the session ends even while the computer sleeps. */
export function idlePhase(now: number, expiresAt: number): IdlePhase {
  const left = expiresAt - now;
  if (left <= 0) return { kind: 'over' };
  return left > WARNING_MS ? { kind: 'active' } : { kind: 'warning', seconds: Math.ceil(left / 1000) };
}

/** The moment of the refresh for a press at `now`: at once, or one interval after the last refresh. */
export function pressRefreshDue(now: number, lastPressRefresh: number): number {
  return Math.max(now, lastPressRefresh + PRESS_INTERVAL_MS);
}
