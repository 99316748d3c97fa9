import { adaptiveTest } from '../../domain/survey-flow-adaptive.ts';
import { simulate } from '../../psychometrics/simulate.ts';
import { StartError } from '../start-error.ts';
import { required, UsageError, type Command, type CommandContext } from './command.ts';
import { configuredInstruments } from './configured-instruments.ts';

const round = (value: number) => Math.round(value * 1000) / 1000;

function wholeNumber(context: CommandContext, name: string, most: number): number {
  const value = Number(context.values[name]);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new UsageError(`--${name} must be a whole number from 1 to ${most}`);
  return value;
}

function run(context: CommandContext): void {
  const id = required(context, 0, 'the id of an adaptive instrument');
  const instrument = configuredInstruments().get(id)?.instrument;
  if (!instrument)
    throw new StartError(`there is no instrument "${id}"; see: npm run manage -- instruments list`);
  const dimension = instrument.dimensions.find((one) => one.form === 'adaptive');
  if (dimension?.form !== 'adaptive') throw new StartError(`the instrument "${id}" is not adaptive`);
  const { bank, config } = adaptiveTest(dimension);
  const population = {
    kind: 'normal',
    persons: wholeNumber(context, 'persons', 100_000),
    mean: 0,
    sd: 1,
  } as const;
  context.note(`simulating ${population.persons} persons …`);
  const { overall, conditional, exposure } = simulate(bank, config, {
    population,
    seed: String(context.values['seed']),
  });
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
  positionals: '<instrument>',
  summary: 'Simulate persons who answer an adaptive instrument: bias, precision, length, coverage, exposure',
  options: { persons: { type: 'string', default: '1000' }, seed: { type: 'string', default: 'resonanz' } },
  run: async (context) => run(context),
};
