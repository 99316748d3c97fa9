// Signs that somebody answered without reading: none of them proves it, and none removes data.
import type { ItemBank } from './item-bank.ts';
import { categoryLogProbabilities, itemOf, type Answer } from './response-functions.ts';
import { entry } from './numeric.ts';

/** An answer to an item of a scale, in the order in which it was given. */
export type RatedAnswer = {
  /** The place of the chosen option on the page, from 0, and how many there are. */
  readonly position: number;
  readonly options: number;
  /** Answers with the same topic say something about the same trait. */
  readonly topic: string;
  /** 0 to 1: how much of the trait the answer says, after reversal. */
  readonly level: number;
  readonly reversed: boolean;
};

/** The greatest number of answers in a row at the same place among the same number of options. */
export function longestRun(answers: readonly Pick<RatedAnswer, 'position' | 'options'>[]): number {
  let longest = 0;
  let run = 0;
  for (const [index, { position, options }] of answers.entries()) {
    const before = answers[index - 1];
    run = before?.position === position && before.options === options ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Two answers about the same trait contradict each other if they are further apart than this share of the scale. */
const FAR_APART = 0.5;

/** Do two levels (0 to 1) of what should be the same contradict each other? */
export function contradict(one: number, other: number): boolean {
  return Math.abs(one - other) > FAR_APART;
}

/**
 * Pairs of an item and a reversed item about the same trait, and how many of them contradict each other, as "always sad" and
 * "always in a good mood".
 */
export function reversedPairs(answers: readonly RatedAnswer[]): {
  readonly pairs: number;
  readonly contradictory: number;
} {
  const reversed = answers.filter((answer) => answer.reversed);
  const pairs = reversed.flatMap((one) =>
    answers
      .filter((other) => !other.reversed && other.topic === one.topic)
      .map((other) => contradict(one.level, other.level)),
  );
  return { pairs: pairs.length, contradictory: pairs.filter(Boolean).length };
}

/** By how much the answers to one scale are less likely than expected (in logarithms), and the variance of this number. */
export type Misfit = { readonly items: number; readonly excess: number; readonly variance: number };

/** The misfit of answers to a bank at an estimate of theta (Drasgow, Levine & Williams 1985). */
export function modelMisfit(bank: ItemBank, answers: readonly Answer[], theta: number): Misfit {
  const parts = answers.map(({ item, category }) => {
    const logs = categoryLogProbabilities(bank.model, itemOf(bank, item), theta);
    const expected = logs.reduce((sum, log) => sum + Math.exp(log) * log, 0);
    const square = logs.reduce((sum, log) => sum + Math.exp(log) * log ** 2, 0);
    return { excess: expected - entry(logs, category), variance: square - expected ** 2 };
  });
  return {
    items: answers.length,
    excess: parts.reduce((sum, { excess }) => sum + excess, 0),
    variance: parts.reduce((sum, { variance }) => sum + variance, 0),
  };
}

/**
 * The misfit of recoded answers to a classical scale: their squared distances from their mean against the error variance of an
 * item, which the reliability of the scale implies. Half a chi-square is a logarithm of a likelihood, as above.
 */
export function spreadMisfit(values: readonly number[], itemErrorSd: number): Misfit {
  const free = Math.max(0, values.length - 1);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + ((value - mean) / itemErrorSd) ** 2, 0);
  return { items: values.length, excess: (squares - free) / 2, variance: free / 2 };
}

/** Person fit over all scales as a standard score: high where the answers fit no value of the traits. Null without items. */
export function personMisfit(scales: readonly Misfit[]): number | null {
  const variance = scales.reduce((sum, scale) => sum + scale.variance, 0);
  if (!(variance > 0)) return null;
  return scales.reduce((sum, { excess }) => sum + excess, 0) / Math.sqrt(variance);
}
