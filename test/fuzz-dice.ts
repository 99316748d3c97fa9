import { randomSource } from '../src/psychometrics/random.ts';

/** Chances that are the same for the same seed. */
export type Dice = {
  /** A whole number from 0 to below `count`. */
  below(count: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in so many of a hundred throws. */
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
      // The list is not empty and the place lies within.
      return list[below(list.length)] as T;
    },
  };
}
