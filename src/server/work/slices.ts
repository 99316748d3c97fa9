import { setImmediate } from 'node:timers/promises';

/** How long one piece of work may block the event loop, in milliseconds. */
export const SLICE_MS = 10;

/** `items.map(change)` in slices of 10 ms; other requests have their turn between two slices and after the last. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  change: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const item of items) {
    results.push(change(item));
    if (performance.now() < sliceEnd) continue;
    await setImmediate();
    sliceEnd = performance.now() + SLICE_MS;
  }
  await setImmediate();
  return results;
}
