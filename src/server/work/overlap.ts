/**
 * Waits for statements that travel together, and for the work that the program does meanwhile. Ends when all have ended,
 * even after a failure: no statement may outlive its transaction.
 */
export async function overlap<Works extends readonly Promise<unknown>[]>(...works: Works) {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/**
 * Prepares the batches one after the other and sends a statement for each. At most two statements are unanswered, so that
 * the database always has the next one while the program prepares the one after it. Ends when every statement that was
 * sent has ended, even after a failure.
 */
export async function sendInTurn<Batch>(
  batches: readonly Batch[],
  prepare: (batch: Batch) => Promise<() => Promise<void>>,
): Promise<void> {
  const answers: Promise<void>[] = [];
  try {
    for (const batch of batches) {
      const send = await prepare(batch);
      await answers.at(-2);
      const answer = send();
      // Without this, a failure before the next `await` of the answer would end the process as an unhandled one.
      answer.catch(() => undefined);
      answers.push(answer);
    }
    await Promise.all(answers);
  } finally {
    await Promise.allSettled(answers);
  }
}
