import type { ResponseOption } from '../../../domain/answer-types.ts';

// Fewer answers fit below each other. More would be targets too small for a finger.
const FEWEST = 5;
const MOST = 7;

/** Are the options the steps of a scale? Their values are numbers that only rise or only fall. */
export function isNumberedScale(options: readonly ResponseOption[]): boolean {
  if (options.length < FEWEST || options.length > MOST) return false;
  const steps = options.slice(1).map(({ value }, index) => Number(value) - Number(options[index]?.value));
  return (
    options.every(({ value }) => typeof value === 'number') &&
    (steps.every((step) => step > 0) || steps.every((step) => step < 0))
  );
}
