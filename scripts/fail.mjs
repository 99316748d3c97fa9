/** Ends the command with one sentence for the person at the terminal. */
export class StopError extends Error {}

export function fail(sentence) {
  throw new StopError(sentence);
}
