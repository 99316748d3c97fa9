/** Ends the command with one sentence for the operator. */
export class StopError extends Error {}

export function fail(sentence) {
  throw new StopError(sentence);
}
