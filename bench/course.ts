// Expected courses: what one patient costs in a report, and what learning costs an operator (product 20).
import { courseSignal, expectedBand } from '../src/psychometrics/course-signal.ts';
import { fitCourse } from '../src/psychometrics/course-fit.ts';
import { ASSUMED_COURSE, simulateTherapies } from '../src/psychometrics/course-simulation.ts';

export const name = 'Expected course';

type Row = { what: string; value: string; target: string };

const RULE = { unexpected: 0.8, worsening: 0.1, reliable: 7.5, end: 60, worse: 'high' } as const;

const therapies = (persons: number, weeks: readonly number[]) =>
  simulateTherapies({ shape: 'model', model: ASSUMED_COURSE, persons, weeks, se: 2.7, seed: 'bench' }).map(
    ({ points }) => points,
  );

/** Signal and bands of a patient with a measurement every week, as a report computes them for one scale. */
function patientRow(): Row {
  const weekly = Array.from({ length: 60 }, (_, week) => week);
  const days = Array.from({ length: 13 }, (_, step) => (step * 59) / 12);
  const times = therapies(200, weekly).map((points) => {
    const start = performance.now();
    courseSignal(ASSUMED_COURSE, points, RULE);
    const [intake] = points;
    if (intake) expectedBand(ASSUMED_COURSE, intake, days);
    return performance.now() - start;
  });
  const sorted = times.toSorted((a, b) => a - b);
  const value = `p50 ${(sorted[100] ?? 0).toFixed(2)} ms, p95 ${(sorted[190] ?? 0).toFixed(2)} ms`;
  return { what: 'signal and bands of a patient with 60 points', value, target: '≤ 1 ms' };
}

/** The search for the model alone; reading 100,000 encrypted scores takes some seconds more. */
function fitRow(): Row {
  const persons = therapies(20_000, [0, 6, 12, 18, 26]);
  const start = performance.now();
  const { steps, converged } = fitCourse(persons, { ...ASSUMED_COURSE, mean: 55, slope: 0, slope_sd: 1 });
  const seconds = (performance.now() - start) / 1000;
  const value = `${seconds.toFixed(1)} s, ${steps} steps${converged ? '' : ', not converged'}`;
  return {
    what: 'course fit of 100,000 surveys of 20,000 persons, without reading',
    value,
    target: '≤ 60 s',
  };
}

/** Measures the rows of this benchmark's table. */
export async function run(): Promise<{ rows: Row[] }> {
  return { rows: [patientRow(), fitRow()] };
}
