import assert from 'node:assert/strict';
import test from 'node:test';
import { carriedPrior } from './carried-prior.ts';
import { STANDARD_NORMAL } from './quadrature.ts';

const last = { theta: 1.4, se: 0.25 };
const after = (weeks: number) => carriedPrior({ ...last, weeks }, STANDARD_NORMAL, 40);

test('without time the prior is the estimate, and after a very long time that of the population', () => {
  assert.deepEqual(after(0), { mean: 1.4, sd: 0.25 });
  assert.deepEqual(after(4000), STANDARD_NORMAL);
});

test('the weeks give spread back and move the mean towards the population', () => {
  const priors = [0, 1, 4, 13, 52].map(after);
  assert.deepEqual(
    priors,
    priors.toSorted((a, b) => a.sd - b.sd),
  );
  assert.deepEqual(
    priors,
    priors.toSorted((a, b) => b.mean - a.mean),
  );
  // By hand: kept = exp(-13/40) = 0.722527; mean 1.4 * kept; variance 0.0625 kept² + 1 - kept².
  assert.deepEqual(after(13), { mean: 1.011538, sd: 0.71455 });
});

test('numbers that say nothing are refused', () => {
  for (const wrong of [{ se: 0 }, { theta: NaN }, { weeks: -1 }])
    assert.throws(() => carriedPrior({ ...last, weeks: 1, ...wrong }, STANDARD_NORMAL, 40));
  assert.throws(() => carriedPrior({ ...last, weeks: 1 }, STANDARD_NORMAL, 0));
});
