/**
 * Waits for statements that travel together, and for the work that the program does meanwhile. Ends when all have ended,
 * even after a failure: no statement may outlive its transaction.
 */
export async function overlap<Works extends readonly Promise<unknown>[]>(...works: Works) {
  await Promise.allSettled(works);
  return Promise.all(works);
}
