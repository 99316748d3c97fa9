import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutoffsWithin, judgeChange, type JudgedScores } from './judged-change.ts';

/** A T-score, high is worse, with the same standard error at both points unless two are given. */
function judged(
  earlier: number,
  later: number,
  se: number | readonly [number, number],
  more: Partial<JudgedScores> = {},
) {
  const [one, other] = typeof se === 'number' ? [se, se] : se;
  return judgeChange({
    earlier,
    later,
    seDifference: Math.hypot(one, other),
    limit: 1.96,
    direction: 'high_is_worse',
    cutoff: null,
    hintPoints: 5,
    ...more,
  });
}

test('a fall of 23.9 T worked by hand is z = -5.55 and reliably better', () => {
  // Standard error at the end 3.154, at the start 2.944: sqrt(3.154² + 2.944²) = 4.3145; -23.9 / 4.3145 = -5.54.
  const change = judged(72.5, 48.6, [2.944, 3.154]);
  assert.equal(change.kind, 'improved');
  assert.ok(Math.abs(change.z + 5.55) < 0.02);
  assert.equal(judged(72.5, 48.6, [2.944, 3.154], { cutoff: 55 }).kind, 'recovered');
});

test('a fall of 8.1 T worked by hand is z = -1.84 and not shown to be a change', () => {
  // 8.1 / 1.84 = 4.402 = sqrt(3.154² + 3.071²).
  const change = judged(56.7, 48.6, [3.071, 3.154]);
  assert.equal(change.kind, 'unchanged');
  assert.ok(Math.abs(change.z + 1.84) < 0.01);
});

test('a rise of 7.3 T below a threshold of 7.9 T is a hint of a worsening', () => {
  // 7.9 / 1.96 = 4.031; 7.3 / 4.031 = 1.81.
  const change = judged(57.4, 64.7, 4.031 / Math.SQRT2);
  assert.equal(change.kind, 'hint');
  assert.equal(change.threshold.toFixed(1), '7.9');
  assert.equal(change.z.toFixed(2), '1.81');
});

test('the thresholds of Jacobson and Truax follow from standard deviation and reliability', () => {
  // SD sqrt(2) sqrt(1 - r) 1.96: 10 and .9 give 8.77.
  const seDifference = 10 * Math.SQRT2 * Math.sqrt(0.1);
  const change = judgeChange({
    earlier: 30,
    later: 38.7,
    seDifference,
    limit: 1.96,
    direction: 'low_is_worse',
    cutoff: null,
    hintPoints: null,
  });
  assert.equal(change.threshold.toFixed(2), '8.77');
  assert.equal(change.kind, 'unchanged');
});

// Standard error 3 at both points: difference 4.243, threshold 8.32, one-sided 90 % from 5.44.
const cases: readonly (readonly [later: number, more: Partial<JudgedScores>, kind: string, why: string])[] = [
  [68.4, {}, 'worse', 'a rise of 8.4 is above 8.32'],
  [68.3, {}, 'hint', 'a rise of 8.3 is below 8.32'],
  [65, {}, 'hint', 'a rise of 5.0 reaches five points'],
  [64.96, {}, 'hint', 'a rise of 4.96 is printed as 5.0'],
  [64.9, {}, 'unchanged', 'a rise of 4.9 stays below five points'],
  [65.5, { hintPoints: null }, 'hint', 'a rise of 5.5 is beyond the one-sided limit'],
  [65.3, { hintPoints: null }, 'unchanged', 'a rise of 5.3 is within the one-sided limit'],
  [52, {}, 'unchanged', 'a fall of 8.0 is no hint of anything'],
  [51.6, {}, 'improved', 'a fall of 8.4 is reliable'],
  [50, { cutoff: 55 }, 'recovered', 'a reliable fall crosses 55'],
  [50, { cutoff: 50 }, 'improved', 'a score at the cut-off counts as dysfunctional'],
  [50, { cutoff: 61 }, 'improved', 'the start was functional already'],
  [56, { cutoff: 58 }, 'unchanged', 'crossing the cut-off is not enough without a reliable change'],
  [50, { direction: 'low_is_worse' }, 'worse', 'a fall of a resource is a worsening'],
  [70, { direction: 'low_is_worse', cutoff: 65 }, 'recovered', 'a rise of a resource above its cut-off'],
];

for (const [later, more, kind, why] of cases)
  test(`a change from 60 to ${later} is called ${kind}: ${why}`, () => {
    assert.equal(judged(60, later, 3, more).kind, kind);
  });

test('a change without precision or with numbers that are none is refused', () => {
  for (const se of [0, -1, Number.NaN])
    assert.throws(() => judged(50, 60, 3, { seDifference: se }), /above 0/);
  assert.throws(() => judged(50, Number.POSITIVE_INFINITY, 3), /finite/);
});

test('an interval from 59.5 to 69.9 holds the cut-off 65, but not 55 and not its own ends', () => {
  assert.deepEqual(cutoffsWithin({ lower: 59.5, upper: 69.9 }, [55, 65]), [65]);
  assert.deepEqual(cutoffsWithin({ lower: 55, upper: 65 }, [55, 65]), []);
});
