// The clock of a clinic's computer can be minutes off, but the end of a session is in the time of the server.
let offset = 0;

// The header has whole seconds, so a smaller difference means nothing.
const TOLERANCE_MS = 2000;

/** Measures the error of this computer's clock by the `Date` header of an answer. */
export function noteServerTime(dateHeader: string | null, now = Date.now()): void {
  const difference = Date.parse(dateHeader ?? '') - now;
  if (Number.isNaN(difference)) return;
  offset = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/** A moment of the server on this computer's clock. */
export function inLocalTime(serverMs: number): number {
  return serverMs - offset;
}

/** The present moment of the server in epoch milliseconds, estimated from the known difference. */
export function serverNow(): number {
  return Date.now() + offset;
}
