import type { StopReason } from './stop-rules.ts';

/** Everything an adaptive test knows about itself: plain JSON, never changed, always replaced. */
export type TestState = {
  /** Parameter hash of the bank the test was started with. */
  readonly bank_hash: string;
  /** Ids of the items answered, in order, each with the category chosen and with theta and its SE after that answer. */
  readonly items: readonly string[];
  readonly categories: readonly number[];
  readonly theta: readonly number[];
  readonly se: readonly number[];
  /** Id of the item to be answered now; null when the test is over. */
  readonly next: string | null;
  /** Why the test is over; null while it runs. */
  readonly stop: StopReason | null;
  /** The number of random numbers used so far, which is the counter of the next one. */
  readonly random_counter: number;
  /** Ids of the items that Sympson-Hetter has set aside for this person. */
  readonly set_aside: readonly string[];
};
