import type { Answer } from '../src/domain/answer-types.ts';
import { isClassicalScale } from '../src/domain/response-quality.ts';
import { currentPage, matchSubmission, plannedItems, type PageItem } from '../src/domain/survey-flow.ts';
import type { InstrumentItem } from '../src/domain/instrument-schema.ts';
import type { StoredPage, SurveyPlan } from '../src/domain/survey-plan.ts';
import { normalQuantile } from '../src/psychometrics/normal.ts';
import { categoryProbabilities } from '../src/psychometrics/response-functions.ts';
import { randomSource } from '../src/psychometrics/random.ts';
import { anAnswer } from './survey-samples.ts';

// People whose way to answer is known: those who read, and those who do not.

/** The place of the option that somebody chooses, among `options`. `honest` is what an honest answer would be. */
type Choice = (given: { honest: number; options: number; count: number; u: number }) => number;
/** `pause`: seconds for which the telephone lies aside, once. */
type Way = { readonly seconds: number; readonly choose: Choice; readonly pause?: number };

const HONEST_SECONDS = 4.5;
const random: Choice = ({ options, u }) => Math.floor(u * options);

export const WAYS = {
  honest: { seconds: HONEST_SECONDS, choose: ({ honest }) => honest },
  'honest with a slip in ten': {
    seconds: 3.5,
    choose: ({ honest, options, u }) =>
      u * 1000 - Math.floor(u * 1000) < 0.1 ? random({ honest, options, u, count: 0 }) : honest,
  },
  'half at random': {
    seconds: 3,
    choose: ({ honest, options, count, u }) => (count % 2 === 0 ? honest : Math.floor(u * options)),
  },
  'first option, fast': { seconds: 0.7, choose: () => 0 },
  'first option, fast, with a pause': { seconds: 0.7, choose: () => 0, pause: 300 },
  'last option, fast': { seconds: 0.7, choose: ({ options }) => options - 1 },
  'random, fast': { seconds: 1, choose: random },
  'random, slow': { seconds: HONEST_SECONDS, choose: random },
  'always the same, slow': { seconds: HONEST_SECONDS, choose: ({ options }) => Math.floor(options / 2) },
  'up and down, slow': {
    seconds: 3,
    choose: ({ options, count }) => Math.abs(((count + options - 1) % (2 * options - 2)) - (options - 1)),
  },
  'first option from the twentieth on': {
    seconds: 2.5,
    choose: ({ honest, count }) => (count < 20 ? honest : 0),
  },
} as const satisfies Record<string, Way>;
export type WayName = keyof typeof WAYS;

/** An answer with its page, and the seconds on that page until it was given. */
export type TimedAnswer = Answer & { readonly page: number; readonly answered_after: number };

/** Theta of patients in the first survey. */
const PATIENTS = { mean: 1.2, sd: 0.8 };

/** The answers of one person to a whole survey. The same name gives the same answers. */
export function answersOfPerson(plan: SurveyPlan, way: WayName, name: string): readonly TimedAnswer[] {
  const draw = randomSource(name);
  let counter = 0;
  const uniform = () => draw(counter++) + 2 ** -54;
  const normal = () => normalQuantile(uniform());
  const theta = PATIENTS.mean + PATIENTS.sd * normal();
  const speed = Math.exp(0.35 * normal());
  const honest = honestChooser(plan, { theta, uniform, normal });
  const { seconds, choose, pause = 0 }: Way = WAYS[way];
  const stored: StoredPage[] = [];
  const timed: TimedAnswer[] = [];
  let count = 0;
  const answer = (item: PageItem): Answer => {
    const u = uniform();
    const options = item.response_options.length;
    const place = options === 0 ? 0 : choose({ honest: honest(item, u), options, count: count++, u });
    const option = item.response_options[Math.min(place, options - 1)];
    const time_taken = Math.round(1000 * seconds * speed * Math.exp(0.5 * normal())) / 1000;
    return { ...valueFor(item, option, u), time_taken };
  };
  for (;;) {
    const page = currentPage(plan, stored);
    if (!page) return timed;
    const match = matchSubmission(plan, stored, page.items.map(answer));
    if (match.kind !== 'current') throw new Error(`page ${page.number} was ${match.kind}`);
    stored.push({ number: page.number, answers: match.answers });
    timed.push(...timedAnswers(match.answers, page.number, page.number === 2 ? pause : 0));
  }
}

/** The answers of a page as a browser sends them: each with its moment, and all with the same share of the time. */
function timedAnswers(answers: readonly Answer[], page: number, pause: number): TimedAnswer[] {
  let passed = pause;
  const moments = answers.map(({ time_taken }) => (passed += time_taken));
  return answers.map((answer, index) => ({
    ...answer,
    page,
    time_taken: passed / answers.length,
    answered_after: moments[index] ?? 0,
  }));
}

function valueFor(
  item: PageItem,
  option: PageItem['response_options'][number] | undefined,
  u: number,
): Answer {
  if (item.type === 'QUESTION_CHECKBOX')
    return anAnswer(item.id, [option?.value ?? ''], [option?.label ?? '']);
  if (option && item.type !== 'QUESTION_RANGE_INDICATOR')
    return anAnswer(item.id, option.value, option.label);
  const isNumber = item.type === 'QUESTION_INTEGER' || item.type === 'QUESTION_RANGE_INDICATOR';
  return anAnswer(item.id, isNumber ? (item.min ?? 0) + Math.floor(u * 4) : '');
}

type Person = { theta: number; uniform: () => number; normal: () => number };

/** Answers by the model of the bank, and to other scales by their mean, spread and reliability. */
function honestChooser(plan: SurveyPlan, { theta, uniform, normal }: Person) {
  const items = plannedItems(plan);
  const scales = plan.instruments.flatMap(({ scales: own }) => own).filter(isClassicalScale);
  // Complaints and the other scales belong together as in patients.
  const traits = new Map(scales.map(({ key }) => [key, -0.5 * (theta - PATIENTS.mean) + 0.8 * normal()]));
  return ({ id }: PageItem, u: number): number => {
    const item = items.get(id);
    if (!item) return 0;
    if (item.a !== undefined) return placeOf(item, category(item, theta, u));
    const scale = scales.find(({ items: own }) => own.includes(id));
    const rule = scale?.reliable_change;
    if (!scale || rule?.method !== 'jacobson-truax') return Math.floor(uniform() * item.options.length);
    const values = item.options.map(({ value }) => Number(value));
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const error = rule.sd * Math.sqrt(scale.items.length * (1 - rule.reliability)) * normal();
    const raw =
      (low + high) / 2 + rule.sd * Math.sqrt(rule.reliability) * (traits.get(scale.key) ?? 0) + error;
    const value = Math.min(high, Math.max(low, Math.round(raw)));
    return placeOf(item, scale.reversed.includes(id) ? low + high - value : value);
  };
}

function category({ id, a = 1, b = [] }: InstrumentItem, theta: number, u: number): number {
  let left = u;
  const probabilities = categoryProbabilities('GRM', { id, a, b }, theta);
  const at = probabilities.findIndex((p) => (left -= p) < 0);
  return at === -1 ? b.length : at;
}

function placeOf({ options }: InstrumentItem, value: number): number {
  return Math.max(
    0,
    options.findIndex((option) => option.value === value),
  );
}

/** The chance that a careless person has more of a sign than an honest one, ties counted half. */
export function areaUnderCurve(honest: readonly number[], careless: readonly number[]): number {
  const wins = careless.reduce(
    (sum, one) => sum + honest.reduce((own, other) => own + (one > other ? 1 : one === other ? 0.5 : 0), 0),
    0,
  );
  return wins / (honest.length * careless.length);
}
