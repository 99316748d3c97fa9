import type { CourseModel } from '../../psychometrics/course.ts';
import { fitCourse } from '../../psychometrics/course-fit.ts';
import {
  bandCoverage,
  COURSE_SHAPES,
  signalQuality,
  simulateTherapies,
  type CourseShape,
  type SimulatedTherapy,
} from '../../psychometrics/course-simulation.ts';
import { wholeNumber, type Command, type CommandContext } from './command.ts';

/** Assumed values in T, of no study: they only make therapies that look like outpatient ones. */
const ASSUMED: CourseModel = {
  mean: 62,
  slope: -2.5,
  level_sd: 7,
  slope_sd: 2.5,
  correlation: -0.2,
  process_sd: 3,
  process_weeks: 8,
};
/** The weeks of the measurements, and their standard error in T. */
const WEEKS = [0, 2, 4, 6, 8, 10, 12, 16, 20, 24];
const ERROR = 2.7;
/** A signal, and a change that counts as reliable (product 14.4: about 1.96 times the error of a difference). */
const RULE = { unexpected: 0.8, worsening: 0.1, reliable: 7.5 };

const round = (value: number) => Math.round(value * 1000) / 1000;

type Row = Record<'courses' | 'figure', string> & { value: number };

function run(context: CommandContext): void {
  const persons = wholeNumber(context, 'persons', 100_000);
  const seed = String(context.values['seed']);
  const rows = COURSE_SHAPES.flatMap((shape) => {
    context.note(`simulating ${persons} therapies of the kind ${shape} …`);
    const plan = { shape, model: ASSUMED, persons, weeks: WEEKS, se: ERROR, seed };
    return rowsOf(shape, simulateTherapies(plan));
  });
  context.print(rows);
}

/** What the model says of the therapies, fitted to them as a clinic would: from the measured points alone. */
function rowsOf(courses: CourseShape, therapies: readonly SimulatedTherapy[]): Row[] {
  const { model, converged } = fitCourse(
    therapies.map(({ points }) => points),
    ASSUMED,
  );
  const row = (figure: string, value: number): Row => ({ courses, figure, value: round(value) });
  return [
    row('fit converged', converged ? 1 : 0),
    ...Object.entries(model).map(([parameter, value]) => row(`fitted ${parameter}`, value)),
    ...bandCoverage(model, therapies).flatMap(({ weeks, half, four_fifths }) => [
      row(`50 % band, week ${weeks}`, half),
      row(`80 % band, week ${weeks}`, four_fifths),
    ]),
    ...Object.entries(signalQuality(model, therapies, RULE)).map(([figure, value]) => row(figure, value)),
  ];
}

export const courseCommand: Command = {
  words: 'course simulate',
  summary:
    'Simulate therapies and what an expected course says of them: bands, signals found early, false signals',
  help: 'The therapies come from the model itself, from sudden gains, from saw teeth and from a random walk. No patient is read.',
  options: {
    persons: { type: 'string', default: '1000' },
    seed: { type: 'string', default: 'resonanz' },
  },
  run: async (context) => run(context),
};
