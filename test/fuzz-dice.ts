import { randomSource } from '../src/psychometrics/random.ts';

/** A random generator that repeats its values for the same seed. */
export type Dice = {
  /** A whole number from 0 to `count` − 1. */
  below(count: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in so many of a hundred cases. */
  percent(share: number): boolean;
};

export function dice(seed: string): Dice {
  const random = randomSource(seed);
  let throws = 0;
  const next = () => random((throws += 1));
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    percent: (share) => next() * 100 < share,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new Error('nothing to pick from');
      // The list is not empty, and the index lies within it.
      return list[below(list.length)] as T;
    },
  };
}
