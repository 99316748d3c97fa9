// The clock of a clinic's computer can be minutes off. The server gives the end of a session in its own time.
let offset = 0;

// The header has whole seconds: a smaller difference means nothing.
const TOLERANCE_MS = 2000;

/** Measures by the `Date` header of an answer how far this computer's clock is off. */
export function noteServerTime(dateHeader: string | null, now = Date.now()): void {
  const difference = Date.parse(dateHeader ?? '') - now;
  if (Number.isNaN(difference)) return;
  offset = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/** A moment of the server as this computer's clock shows it. */
export function inLocalTime(serverMs: number): number {
  return serverMs - offset;
}

/** The server's present moment, in epoch milliseconds, as far as it is known here. */
export function serverNow(): number {
  return Date.now() + offset;
}
