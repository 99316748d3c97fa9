// Expected courses: what one patient costs in a report, and what learning costs an operator (product 20).
import process from 'node:process';
import { courseSignal, expectedBand } from '../domain/course-signal.ts';
import { ASSUMED_COURSE, simulateTherapies } from '../domain/course-simulation.ts';
import { createPool } from '../../../server/database/pool.ts';
import { fitFromSurveys, SIGNAL_PROBABILITIES } from '../server/fit.ts';
import { aClinic } from '../../../../test/builders.ts';
import { surveysWithScores } from '../test/measured-surveys.ts';
import { type LoadedServer, startLoadedServer } from '../../../../bench/load/server.ts';

export const name = 'Expected course';

type Row = { what: string; value: string; target: string };

const FIRST = 100;
const PATIENTS = 2000;
const RULE = { unexpected: 0.8, worsening: 0.1, reliable: 7.5, end: 60, worse: 'high' } as const;

const therapies = (persons: number, weeks: readonly number[]) =>
  simulateTherapies({ shape: 'model', model: ASSUMED_COURSE, persons, weeks, se: 2.7, seed: 'bench' }).map(
    ({ points }) => points,
  );

/**
 * Signal and bands of a patient with a measurement every week, as a report computes them for one scale. A server compiles
 * the code during its first reports, so the first patients stand apart.
 */
function patientRows(): Row[] {
  const weekly = Array.from({ length: 60 }, (_, week) => week);
  const days = Array.from({ length: 13 }, (_, step) => (step * 59) / 12);
  const persons = therapies(FIRST + PATIENTS, weekly);
  const before = process.cpuUsage();
  const times = persons.map((points) => {
    const start = performance.now();
    courseSignal(ASSUMED_COURSE, points, RULE);
    const [intake] = points;
    if (intake) expectedBand(ASSUMED_COURSE, intake, days);
    return performance.now() - start;
  });
  const { user, system } = process.cpuUsage(before);
  const cpu = ((user + system) / 1000 / persons.length).toFixed(2);
  const what = 'signal and bands of a patient with 60 points';
  return [
    { what: `${what}, the first ${FIRST} of a process`, value: spread(times.slice(0, FIRST)), target: '–' },
    { what, value: `${spread(times.slice(FIRST))}, ${cpu} ms of CPU each`, target: 'p95 ≤ 1 ms' },
  ];
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const share = (part: number) => (sorted[Math.floor(part * sorted.length)] ?? Number.NaN).toFixed(2);
  return `p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, p99 ${share(0.99)} ms`;
}

const CLINICS = 10;
const PERSONS = 2000;

/** As `course fit` learns: scores of all clinics read and decrypted, the search, and the signals in hindsight. */
async function fitRow({ services, databaseUrl }: LoadedServer): Promise<Row> {
  const weeks = [0, 6, 12, 18, 26];
  const persons = therapies(CLINICS * PERSONS, weeks);
  const pool = createPool(databaseUrl, { max: 1, onError: () => {} });
  for (let clinic = 0; clinic < CLINICS; clinic += 1) {
    const { id } = await aClinic(services);
    await surveysWithScores(
      { ...services, pool },
      id,
      persons.slice(clinic * PERSONS, (clinic + 1) * PERSONS),
    );
  }
  await pool.end();
  const instrument = services.registry.instruments.get('dep');
  const [scale] = instrument?.scales ?? [];
  if (!instrument || !scale) throw new Error('there is no depression scale');
  const start = performance.now();
  const rule = { ...SIGNAL_PROBABILITIES, start: { ...ASSUMED_COURSE, mean: 55, slope: 0, slope_sd: 1 } };
  const fit = await fitFromSurveys(services, { instrument, scale }, rule);
  const seconds = (performance.now() - start) / 1000;
  if (fit.kind !== 'fitted') throw new Error('nothing was learnt');
  const counts = `${fit.measurements} surveys of ${fit.persons} persons in ${CLINICS} clinics`;
  return {
    what: `course fit of ${counts}`,
    value: `${seconds.toFixed(1)} s, ${fit.steps} steps${fit.converged ? '' : ', not converged'}`,
    target: '≤ 60 s',
  };
}

/** Measures the rows of this benchmark's table. */
export async function run(): Promise<{ rows: Row[] }> {
  const server = await startLoadedServer();
  const rows = [...patientRows(), await fitRow(server)];
  await server.stop();
  return { rows };
}
