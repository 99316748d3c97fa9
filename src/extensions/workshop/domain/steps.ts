import { isUndecided } from '../../../domain/undecided.ts';
import { type DangerMarks, openQuestions } from './danger-marks.ts';
import type { SignatureRole, Step } from './draft.ts';
import { openBasics, openScoring } from './open-fields.ts';
import { scoreOf, type Given } from './example-rows.ts';
import { EXAMPLES_NEEDED, isEqual } from './examples.ts';
import { allItems, type Form, optionsOf, questionsOf, usersOf } from './form.ts';

/** What a person works through, without what the server alone knows: signatures. */
export type Content = {
  readonly form: Form;
  readonly licence: { readonly kind: string | null; readonly number: string; readonly date: string | null };
  readonly danger: DangerMarks;
  readonly examples: readonly {
    readonly answers: Given;
    readonly expected: readonly { readonly scale: string; readonly score: number }[];
  }[];
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || isUndecided(value) || (typeof value === 'string' && value.trim() === '');
const count = (values: readonly unknown[]): number => values.filter(isEmpty).length;

/** The steps that each signature answers for. */
export const SIGNED_STEPS = {
  clinical: ['basics', 'licence', 'questions', 'danger'],
  psychometric: ['scoring', 'examples'],
} as const satisfies Record<SignatureRole, readonly Step[]>;

/** How many things are left in each step, as far as the page can see while a person types. */
export const openIn = {
  basics: ({ form }) => openBasics(form).length,
  licence: ({ licence: { kind, number, date } }) => {
    if (kind === null || kind === 'not_allowed') return 1;
    return kind === 'free' ? 0 : count([number, date ?? '']);
  },
  questions: ({ form }) => {
    const sets = Object.keys(form.option_sets).filter((set) => usersOf(form, set).length > 0);
    const options = [
      ...sets.flatMap((set) => form.option_sets[set] ?? []),
      ...allItems(form).flatMap((item) => (typeof item.options === 'string' ? [] : optionsOf(item, form))),
    ];
    const texts = form.dimensions.flatMap(({ title, paragraph, connector }) =>
      [title, paragraph, connector].filter((text) => isUndecided(text)),
    );
    const questions = allItems(form);
    return (
      count(questions.map(({ content }) => content)) +
      count(options.flatMap(({ label, value }) => [label, value])) +
      texts.length +
      (questions.length === 0 ? 1 : 0)
    );
  },
  scoring: ({ form }) => openScoring(form).length,
  danger: ({ form, danger }) => openQuestions(form, danger).length,
  examples: ({ form, examples }) => {
    if (form.scales.length === 0 || questionsOf(form).length === 0) return 0;
    return Math.max(0, EXAMPLES_NEEDED - examples.filter((one) => isWorked(one, form)).length);
  },
} as const satisfies Record<string, (content: Content) => number>;

export type OwnStep = keyof typeof openIn;

/** Are answers and scores there, and does no score differ from what the draft gives? */
function isWorked({ answers, expected }: Content['examples'][number], form: Form): boolean {
  if (answers.length === 0 || expected.length === 0) return false;
  return expected.every(({ scale: key, score }) => {
    const scale = form.scales.find((one) => one.key === key);
    const own = scale ? scoreOf(scale, answers, form) : null;
    return own === null || isEqual(own, score);
  });
}
