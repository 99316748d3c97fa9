import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CourseModel } from './course.ts';
import { calibrationGroups, distanceFromUniform, foretoldPoints, shareWithin } from './course-calibration.ts';
import { ASSUMED_COURSE as model, simulateTherapies } from './course-simulation.ts';

const persons = simulateTherapies({
  shape: 'model',
  model,
  persons: 1500,
  weeks: [0, 4, 8, 12, 18, 26, 34],
  se: 2.7,
  seed: 'calibration',
}).map(({ points }) => points);

/** The figures of each group by its name, as `course fit` prints them. */
const figuresOf = (tried: CourseModel) =>
  new Map(
    calibrationGroups(foretoldPoints(tried, persons), tried).map(({ name, points }) => [
      name,
      {
        count: points.length,
        band: shareWithin(points, 0.8),
        half: shareWithin(points, 0.5),
        distance: distanceFromUniform(points),
      },
    ]),
  );

test('under the right model every foretold share is uniform: in all, at every time and for every intake', () => {
  const figures = figuresOf(model);
  assert.deepEqual(
    [...figures.keys()],
    [
      'all',
      'up to week 8',
      'weeks 9 to 24',
      'after week 24',
      'intake below the mean',
      'intake from the mean on',
    ],
  );
  assert.equal(figures.get('all')!.count, 1500 * 6);
  for (const [name, { count, band, half, distance }] of figures) {
    assert.ok(Math.abs(band - 0.8) < 0.02, `${name}: ${band}`);
    assert.ok(Math.abs(half - 0.5) < 0.02, `${name}: ${half}`);
    assert.ok(distance < 1.63 / Math.sqrt(count), `${name}: ${distance}`);
  }
});

test('a model that is wrong late, or about those who begin high, is seen there', () => {
  const late = figuresOf({ ...model, slope_sd: 0.2, process_sd: 2 });
  assert.ok(late.get('after week 24')!.band < 0.76);
  assert.ok(late.get('after week 24')!.band < late.get('all')!.band);
  // A level that varies too little draws high intakes too far down, and low ones too far up.
  const high = figuresOf({ ...model, level_sd: 2 });
  for (const group of ['intake from the mean on', 'intake below the mean'])
    assert.ok(high.get(group)!.distance > high.get('all')!.distance, group);
  assert.ok(high.get('intake from the mean on')!.distance > 0.04);
});

test('a shifted expectation is far from uniform', () => {
  const shifted = figuresOf({ ...model, slope: 2 }).get('all')!;
  assert.ok(shifted.band < 0.75);
  assert.ok(shifted.distance > 0.2);
});

const shares = (...values: number[]) => values.map((share) => ({ weeks: 1, intake: 60, share }));

test('the distance of known shares, and of none', () => {
  assert.equal(distanceFromUniform(shares(0.25, 0.75)), 0.25);
  assert.equal(distanceFromUniform(shares(1, 1, 1)), 1);
  assert.ok(Number.isNaN(distanceFromUniform([])));
});
