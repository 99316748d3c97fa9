import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose, densePosterior, model, somePoints } from '../test/dense-course.ts';
import { bandOf, courseGiven, probabilityBeyond, probabilityOfWorsening } from './course.ts';
import { entry } from '../../../psychometrics/numeric.ts';

for (const count of [1, 2, 7, 60])
  test(`the course given ${count} points equals the posterior of dense matrices`, () => {
    const points = somePoints(count);
    const targets = [0, 3.5, 26, 80];
    const dense = densePosterior(points, targets);
    const course = courseGiven(model, points);
    for (const [i, week] of targets.entries()) {
      const { mean, sd } = course.at(week);
      assertClose(mean, dense.mean[i]!, `mean at ${week}`);
      assertClose(sd, Math.sqrt(dense.covariance[i]![i]!), `sd at ${week}`);
    }
    const change = course.change(0, 26);
    assertClose(change.mean, dense.mean[2]! - dense.mean[0]!, 'mean change');
    const [[first], , third] = dense.covariance as [[number], number[], number[]];
    assertClose(change.sd, Math.sqrt(first + third[2]! - 2 * third[0]!), 'sd of the change');
  });

test('without points the course is that of the population', () => {
  const { mean, sd } = courseGiven(model, []).at(10);
  assertClose(mean, 62 - 2.5 * Math.log(11), 'mean');
  const t = Math.log(11);
  assertClose(sd, Math.sqrt(49 - 2 * 0.3 * 7 * 2.5 * t + 6.25 * t * t + 9), 'sd');
});

const expected = (se: number) => courseGiven(model, [{ weeks: 0, value: 76, se }]).at(0).mean;

test('a person who begins above the mean is expected between the own value and the mean, the nearer the surer', () => {
  assert.ok(expected(0.01) > 75.9);
  assert.ok(expected(3) < expected(0.01));
  assert.ok(expected(30) < expected(3) && expected(30) > 62);
});

test('a band holds its share of the distribution, and the wider the surer it must be', () => {
  const { lower, upper } = bandOf({ mean: 50, sd: 10 }, 0.8);
  assertClose(lower, 50 - 12.815_515_655_446, 'lower');
  assertClose(upper, 50 + 12.815_515_655_446, 'upper');
});

test('where low values are the bad ones, the mirrored course has the same probabilities', () => {
  const points = somePoints(4);
  const mirrored = points.map((point) => ({ ...point, value: -point.value }));
  const turned = { ...model, mean: -model.mean, slope: -model.slope };
  assertClose(
    probabilityOfWorsening(courseGiven(turned, mirrored).change(0, 30), 6, 'low'),
    probabilityOfWorsening(courseGiven(model, points).change(0, 30), 6, 'high'),
    'worse at the end',
  );
});

test('a value without doubt lies beyond a limit or does not', () => {
  assert.equal(probabilityBeyond({ mean: 3, sd: 0 }, 2, 'high'), 1);
  assert.equal(probabilityBeyond({ mean: 3, sd: 0 }, 2, 'low'), 0);
});

test('a model or a measurement without a meaning is refused', () => {
  for (const wrong of [{ level_sd: 0 }, { process_weeks: -1 }, { correlation: 1 }, { mean: Number.NaN }])
    assert.throws(() => courseGiven({ ...model, ...wrong }, []), /course model must/);
  const [point] = somePoints(1);
  for (const wrong of [{ se: 0 }, { weeks: -1 }])
    assert.throws(() => courseGiven(model, [{ ...entry([point!], 0), ...wrong }]), /A measurement needs/);
});
