import { setImmediate } from 'node:timers/promises';

/** How long one piece of work may keep the event loop, in milliseconds. */
export const SLICE_MS = 10;

/** `items.map(change)` in slices of some 10 ms, with a round of the event loop between them. */
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
  // What follows begins a slice of its own.
  await setImmediate();
  return results;
}
