import { fitCourse } from '../domain/course-fit.ts';
import {
  ASSUMED_COURSE,
  bandCoverage,
  COURSE_SHAPES,
  signalQuality,
  simulateTherapies,
  type CourseShape,
  type SimulatedTherapy,
} from '../domain/course-simulation.ts';
import { calibrationGroups, distanceFromUniform, shareWithin } from '../domain/course-calibration.ts';
import type { Instrument, Scale } from '../../../domain/instrument-schema.ts';
import { publishedCourse } from '../domain/published-courses.ts';
import { adoptPublished } from './adopt.ts';
import { fitFromSurveys, LEAST_PERSONS, SIGNAL_PROBABILITIES, type CourseFit } from './fit.ts';
import { publishedCourses } from './course-files.ts';
import type { Services } from '../../../server/services.ts';
import { StartError } from '../../../server/settings/start-error.ts';
import {
  required,
  wholeNumber,
  type Command,
  type CommandContext,
} from '../../../server/operator/command.ts';

/** The weeks of the measurements, and their standard error in T. */
const WEEKS = [0, 2, 4, 6, 8, 10, 12, 16, 20, 24];
const ERROR = 2.7;
/** A change that counts as reliable (product 14.4: about 1.96 times the error of a difference). */
const RULE = { ...SIGNAL_PROBABILITIES, reliable: 7.5 };

const round = (value: number) => Math.round(value * 1000) / 1000;

type Row = Record<'courses' | 'figure', string> & { value: number };
type FittedRow = Record<'scale' | 'figure', string> & { value: number };

function run(context: CommandContext): void {
  const persons = wholeNumber(context, 'persons', 100_000);
  const seed = String(context.values['seed']);
  const rows = COURSE_SHAPES.flatMap((shape) => {
    context.note(`simulating ${persons} therapies of the kind ${shape} …`);
    const plan = { shape, model: ASSUMED_COURSE, persons, weeks: WEEKS, se: ERROR, seed };
    return rowsOf(shape, simulateTherapies(plan));
  });
  context.print(rows);
}

/** What the model says of the therapies, fitted to them as a clinic would: from the measured points alone. */
function rowsOf(courses: CourseShape, therapies: readonly SimulatedTherapy[]): Row[] {
  const { model, converged } = fitCourse(
    therapies.map(({ points }) => points),
    ASSUMED_COURSE,
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

/** The instrument in force that the command names. */
function namedInstrument(context: CommandContext, { registry }: Services): Instrument {
  const id = required(context, 0, 'the id of an instrument');
  const instrument = registry.instruments.get(id);
  if (instrument) return instrument;
  throw new StartError(`there is no instrument "${id}" in force; see: npm run manage -- instruments list`);
}

/** Learns the expected course of every scale of an instrument that tells a reliable change. */
async function fit(context: CommandContext): Promise<void> {
  const services = await context.services();
  const instrument = namedInstrument(context, services);
  const { id } = instrument;
  const scales = instrument.scales.filter((scale) => scale.reliable_change);
  if (scales.length === 0) throw new StartError(`no scale of "${id}" says which change is reliable`);
  for (const scale of scales) {
    context.note(`reading the finished surveys of ${id}, ${scale.key} …`);
    const fitted = await fitFromSurveys(
      services,
      { instrument, scale },
      { start: publishedFor(services, instrument, scale)?.model ?? ASSUMED_COURSE, ...SIGNAL_PROBABILITIES },
    );
    if (fitted.kind === 'too_few')
      throw new StartError(
        `${scale.key}: ${fitted.persons} persons have three measurements before the end of their therapy, ` +
          `and an expected course needs ${LEAST_PERSONS}. Nothing was stored.`,
      );
    context.print(fittedRows(scale.key, fitted));
  }
}

const publishedFor = ({ config }: Services, instrument: Instrument, scale: Scale) =>
  publishedCourse(publishedCourses(config), { instrument: instrument.id, scale: scale.key });

/** Stores the starting values of the file for every scale of an instrument that it names. */
async function adopt(context: CommandContext): Promise<void> {
  const services = await context.services();
  const instrument = namedInstrument(context, services);
  const found = instrument.scales.flatMap((scale) => {
    const published = publishedFor(services, instrument, scale);
    return published ? [{ scale, published }] : [];
  });
  if (found.length === 0)
    throw new StartError(`the file of published courses names no scale of "${instrument.id}"`);
  for (const { scale, published } of found) {
    const { source, references, derivation, limits, model } = published;
    for (const line of [...references, ...derivation, ...limits]) context.note(line);
    const version = await adoptPublished(services, { instrument, scale }, published);
    if (version === null)
      throw new StartError(
        `${scale.key}: an expected course was learnt here already; starting values would be a step back.`,
      );
    const rows = Object.entries({ version, ...model }).map(([figure, value]) => ({
      scale: scale.key,
      figure,
      value,
    }));
    context.print([...rows, { scale: scale.key, figure: 'source', value: source }]);
  }
}

function fittedRows(scale: string, fitted: Exclude<CourseFit, { kind: 'too_few' }>): FittedRow[] {
  const { version, persons, measurements, converged, model, foretold, found } = fitted;
  const row = (figure: string, value: number): FittedRow => ({ scale, figure, value: round(value) });
  return [
    ...Object.entries({ version, persons, measurements }).map(([figure, value]) => row(figure, value)),
    row('fit converged', converged ? 1 : 0),
    ...Object.entries(model).map(([parameter, value]) => row(`fitted ${parameter}`, value)),
    ...calibrationGroups(foretold, model).flatMap(({ name, points }) => [
      row(`foretold measurements, ${name}`, points.length),
      row(`50 % band, ${name}`, shareWithin(points, 0.5)),
      row(`80 % band, ${name}`, shareWithin(points, 0.8)),
      row(`distance from uniform, ${name}`, distanceFromUniform(points)),
    ]),
    ...Object.entries(found).map(([figure, value]) => row(`hindsight: ${figure}`, value)),
  ];
}

export const courseCommands: Command[] = [
  {
    words: 'course simulate',
    summary:
      'Simulate therapies and what an expected course says of them: bands, signals found early, false signals',
    help: 'The therapies come from the model itself, from sudden gains, from saw teeth and from a random walk. No patient is read.',
    options: {
      persons: { type: 'string', default: '1000' },
      seed: { type: 'string', default: 'resonanz' },
    },
    run: async (context) => run(context),
  },
  {
    words: 'course fit',
    positionals: '<instrument>',
    summary:
      'Learn the expected course of an instrument from the finished surveys of all clinics, and store it',
    help:
      `It needs ${LEAST_PERSONS} persons with three measurements before the end of their therapy. It prints how the bands held ` +
      '(about 0.5 and 0.8 are right), how far each measurement lay from what the earlier ones foretold (the largest distance ' +
      'from a uniform distribution; 0 is best), and in hindsight how many of those who ended reliably worse would have had a ' +
      'signal before, how many weeks earlier, and how many of the others. The same persons taught the model, so expect ' +
      'slightly less. A stored version never changes; reports name the one that they used.',
    run: fit,
  },
  {
    words: 'course adopt',
    positionals: '<instrument>',
    summary:
      'Take the published starting values as the expected course of an instrument, until one is learnt here',
    help:
      'They follow from published figures (the file that the key "courses" of the configuration names), and are no norms. ' +
      'It prints the references, how each number follows, and the limits. Reports and signals name the source. Where a course ' +
      'was learnt here, nothing changes.',
    run: adopt,
  },
];
