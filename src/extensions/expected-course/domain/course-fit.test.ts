import { test } from 'node:test';
import { assertClose, densePosterior, model, somePoints } from '../test/dense-course.ts';
import { logLikelihood, modelOf, parametersOf } from './course-fit.ts';

for (const count of [1, 2, 7, 60])
  test(`the likelihood of ${count} points equals the density by dense matrices`, () => {
    const points = somePoints(count);
    const { logDensity } = densePosterior(points, [0]);
    assertClose(logLikelihood(model, [points]).value, logDensity, 'log density', 1e-7);
  });

test('the gradient of the likelihood equals central differences of it', () => {
  const persons = [somePoints(5), somePoints(1), somePoints(9).slice(3)];
  const start = parametersOf(model);
  const { gradient } = logLikelihood(model, persons);
  for (const [i, slope] of gradient.entries()) {
    const step = 1e-5;
    const moved = (by: number) => {
      const there = start.map((value, j) => (i === j ? value + by : value));
      return logLikelihood(modelOf(there), persons).value;
    };
    assertClose(
      (moved(step) - moved(-step)) / (2 * step),
      slope,
      `parameter ${i}`,
      1e-5 * (1 + Math.abs(slope)),
    );
  }
});
