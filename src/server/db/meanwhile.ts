/**
 * Waits for the database and for what is done while it works. Ends when both have ended, also where one of them failed:
 * no statement may outlive its transaction.
 */
export async function meanwhile<A, B>(query: Promise<A>, work: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([query, work]);
  return Promise.all([query, work]);
}
