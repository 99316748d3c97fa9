import type { AdaptiveDimension, Instrument } from '../../domain/instrument-schema.ts';
import { adaptiveTest, type AdaptiveTest } from '../../domain/adaptive-bank.ts';
import { WINDOW_TYPES, type WindowType } from '../../domain/window-types.ts';
import { clinicalFigures } from '../../psychometrics/clinical-figures.ts';
import { figuresOf, simulateCourse } from '../../psychometrics/course-of-tests.ts';
import { simulate } from '../../psychometrics/simulate.ts';
import { earlierInstruments } from '../instruments/instrument-files.ts';
import { StartError } from '../settings/start-error.ts';
import { UsageError, wholeNumber, type Command, type CommandContext } from './command.ts';
import { configuredInstruments } from './configured-instruments.ts';

const round = (value: number) => Math.round(value * 1000) / 1000;

function instrumentInForce(id: string): Instrument {
  const instrument = configuredInstruments().get(id)?.instrument;
  if (!instrument)
    throw new StartError(`there is no instrument "${id}"; see: npm run manage -- instruments list`);
  return instrument;
}

function adaptiveDimension({ id, dimensions }: Instrument): AdaptiveDimension {
  const dimension = dimensions.find((one) => one.form === 'adaptive');
  if (dimension?.form !== 'adaptive') throw new StartError(`the instrument "${id}" is not adaptive`);
  return dimension;
}

function run(context: CommandContext): void {
  const [id] = context.positionals;
  const window = WINDOW_TYPES.find((type) => type === context.values['window']);
  if (window === undefined) throw new UsageError(`--window must be one of ${WINDOW_TYPES.join(', ')}`);
  const persons = wholeNumber(context, 'persons', 100_000);
  context.note(`simulating ${persons} persons …`);
  if (id === undefined) return printBanks(context, window, persons);
  const dimension = adaptiveDimension(instrumentInForce(id));
  const test = { ...adaptiveTest(dimension, window), persons, seed: String(context.values['seed']) };
  if (context.values['weeks'] !== undefined) printCourse(context, dimension, test);
  else if (context.values['clinical'] === true) printClinical(context, dimension, test);
  else printRecovery(context, test);
}

type Run = AdaptiveTest & { readonly persons: number; readonly seed: string };

/** Facets, item sets and the changes that are found, for persons with the complaints of patients. */
function clinicalRows(dimension: AdaptiveDimension, test: Run): ReadonlyMap<string, number> {
  const facetOf = new Map(dimension.items.map(({ id, facet }) => [id, facet ?? 'none']));
  const { asked, change, ...figures } = clinicalFigures({ ...test, facetOf });
  const facets = Object.entries(asked).map(([facet, share]) => [`asked: ${facet}`, share] as const);
  const rows = [...Object.entries({ ...figures, ...change }), ...facets];
  return new Map(rows.map(([figure, value]) => [figure, round(value)]));
}

function printClinical(context: CommandContext, dimension: AdaptiveDimension, test: Run): void {
  context.print([...clinicalRows(dimension, test)].map(([figure, value]) => ({ figure, value })));
}

/** The same of each bank before its last great change, and now: one column a version. */
function printBanks(context: CommandContext, window: WindowType, persons: number): void {
  const versions = earlierInstruments()
    .toReversed()
    .flatMap((earlier) => [earlier, instrumentInForce(earlier.id)]);
  const columns = versions.map((instrument) => {
    const dimension = adaptiveDimension(instrument);
    const run = { ...adaptiveTest(dimension, window), persons, seed: String(context.values['seed']) };
    context.note(`${instrument.id} ${instrument.version} …`);
    return [`${instrument.id} ${instrument.version}`, clinicalRows(dimension, run)] as const;
  });
  const figures = new Set(columns.flatMap(([, rows]) => [...rows.keys()]));
  context.print(
    [...figures].map((figure) => ({
      figure,
      ...Object.fromEntries(columns.map(([version, rows]) => [version, rows.get(figure) ?? null])),
    })),
  );
}

/** The number of tests in a simulated course, the first included. */
const TESTS = 7;
const PATIENTS = { mean: 1.2, sd: 0.8 };

/** Tests every few weeks, each from the estimate of the one before, as in the course of a therapy. */
function printCourse(
  context: CommandContext,
  dimension: AdaptiveDimension,
  { bank, persons, seed }: Run,
): void {
  const rule = dimension.adaptive.last_estimate;
  if (!rule) throw new StartError(`"${dimension.id}" does not begin with a last estimate in any window`);
  const [first, later] = [adaptiveTest(dimension, 'PRE'), adaptiveTest(dimension, 'INTERMEDIATE')];
  const weeks = wholeNumber(context, 'weeks', 520);
  const plan = { first: first.config, later: later.config, memoryWeeks: rule.memory_weeks, weeks };
  const courses = simulateCourse(bank, { ...plan, tests: TESTS, persons, population: PATIENTS, seed });
  context.print(
    Array.from({ length: TESTS }, (_, test) => {
      const figures = figuresOf(courses.flatMap((course) => course[test] ?? []));
      const rounded = Object.entries(figures).map(([name, value]) => [name, round(value)]);
      return { week: test * weeks, ...Object.fromEntries(rounded) };
    }),
  );
}

function printRecovery(context: CommandContext, { bank, config, persons, seed }: Run): void {
  const population = { kind: 'normal', persons, mean: 0, sd: 1 } as const;
  const { overall, conditional, exposure } = simulate(bank, config, { population, seed });
  const row = (group: string, { persons, bias, rmse, mean_se, coverage, items }: typeof overall) => ({
    theta: group,
    persons,
    bias: round(bias),
    rmse: round(rmse),
    mean_se: round(mean_se),
    coverage: round(coverage),
    items: round(items),
  });
  context.print([
    row('all', overall),
    ...conditional.map((group) => row(`${group.from} to ${group.to}`, group)),
  ]);
  const used = exposure.filter(({ rate }) => rate > 0).length;
  const most = exposure.reduce((best, one) => (one.rate > best.rate ? one : best));
  context.note(
    `${used} of ${exposure.length} items used; most often ${most.item}, by ${round(most.rate * 100)} % of persons`,
  );
}

export const simulateCommand: Command = {
  words: 'simulate',
  positionals: '[<instrument>]',
  summary: 'Simulate persons who answer an adaptive instrument: bias, precision, length, coverage, exposure',
  help: 'Without an instrument: the lengths of the delivered adaptive tests and the changes that they find, before and after their correction.',
  options: {
    persons: { type: 'string', default: '3000' },
    seed: { type: 'string', default: 'resonanz' },
    window: { type: 'string', default: 'PRE' },
    weeks: { type: 'string' },
    clinical: { type: 'boolean', default: false },
  },
  run: async (context) => run(context),
};
