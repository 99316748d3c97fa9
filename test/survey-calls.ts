import type { FastifyInstance } from 'fastify';
import type { SurveyPage } from '../src/contract/surveys.ts';
import type { Answer } from '../src/domain/answer-types.ts';
import type { SurveyPage as FlowPage } from '../src/domain/survey-flow.ts';
import { call, type Answered } from './call.ts';
import { answersOf, aPatient, aPlan, shippedIds, shippedInstrument, type Patient } from './survey-samples.ts';

type Cookies = Record<string, string>;

const plan = aPlan(shippedIds().map(shippedInstrument));

/** A patient with random answers that are the same in every run. */
export const aPerson = (name = 'somebody'): Patient => aPatient(name);

/** The answers of this patient to a page. */
export function answersTo(page: SurveyPage, person: Patient = aPerson()): readonly Answer[] {
  // The call's page lacks a number, which only varies the choices here, and names its types as text.
  return answersOf(person, plan, { ...page, number: page.items.length } as FlowPage);
}

export function submit(app: FastifyInstance, as: Cookies, answers: unknown): Promise<Answered> {
  return call(app, 'submitSurvey', { as, body: { type: 'json', value: JSON.stringify(answers) } });
}

export function saveDraft(app: FastifyInstance, as: Cookies, answers: unknown): Promise<Answered> {
  return call(app, 'saveDraft', { as, body: { type: 'json', value: JSON.stringify(answers) } });
}

export async function getPage(app: FastifyInstance, as: Cookies): Promise<SurveyPage> {
  const { status, body } = await call(app, 'getSurvey', { as });
  if (status !== 200) throw new Error(`GET survey answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Answers so many pages, or all that are left; returns the pages with their answers. */
export async function answerSurvey(
  app: FastifyInstance,
  as: Cookies,
  { person = aPerson(), pages = Infinity }: { person?: Patient; pages?: number } = {},
): Promise<{ page: SurveyPage; answers: readonly Answer[] }[]> {
  const done = [];
  while (done.length < pages) {
    const { status, body } = await call(app, 'getSurvey', { as });
    if (status === 204) return done;
    const answers = answersTo(body, person);
    const { status: taken, problem } = await submit(app, as, answers);
    if (taken !== 200) throw new Error(`a page was not taken: ${JSON.stringify(problem)}`);
    done.push({ page: body, answers });
  }
  return done;
}

/** Answers pages until one shows the item; returns that page. */
export const pageWith = (app: FastifyInstance, as: Cookies, item: string): Promise<SurveyPage> =>
  pageOf(app, as, ({ id }) => id === item);

/** Answers pages until one has an item like this; returns that page. */
export async function pageOf(
  app: FastifyInstance,
  as: Cookies,
  isWanted: (item: SurveyPage['items'][number]) => boolean,
): Promise<SurveyPage> {
  for (;;) {
    const page = await getPage(app, as);
    if (page.items.some(isWanted)) return page;
    await submit(app, as, answersTo(page));
  }
}

/** The same answers, but for one item. */
export function withAnswer(
  answers: readonly Answer[],
  item: string,
  changed: Partial<Answer>,
): readonly Answer[] {
  return answers.map((answer) => (answer.id === item ? { ...answer, ...changed } : answer));
}
