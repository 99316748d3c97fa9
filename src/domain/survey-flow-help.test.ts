import assert from 'node:assert/strict';
import test from 'node:test';
import { anAnswer, aPatient, aPlan, shippedInstrument, taken } from '../../test/survey-samples.ts';
import { isHelpPage } from './help-page.ts';
import { currentPage, hasQuestionsLeft, matchSubmission } from './survey-flow.ts';
import { scoreSession } from './scoring.ts';
import type { StoredPage, SurveyPlan } from './survey-plan.ts';

const plan = aPlan([shippedInstrument('dep'), shippedInstrument('anx')]);
const asked = (stored: readonly StoredPage[], of: SurveyPlan = plan) =>
  currentPage(of, stored)?.items.map(({ id }) => id);

/** The pages up to the crisis item of dep, which is answered with this category. */
function upToCrisis(value: number, label: string, of: SurveyPlan = plan): StoredPage[] {
  const { stored } = taken(of, aPatient('anna'));
  const pages = stored.filter((page) => !isHelpPage(page.answers));
  const index = pages.findIndex(({ answers }) => answers.some(({ id }) => id === 'dep-31'));
  const answers = [anAnswer('dep-31', value, label)];
  return [...pages.slice(0, index), { number: index + 1, answers }];
}

const helpAnswer = [anAnswer('crisis-help', '')];
const helped = (stored: readonly StoredPage[]) => [
  ...stored,
  { number: stored.length + 1, answers: helpAnswer },
];

test('after an answer that shows danger comes a page of help, and then the survey goes on', () => {
  const never = upToCrisis(0, 'nie');
  const often = upToCrisis(3, 'oft');
  const help = currentPage(plan, often);
  assert.deepEqual(
    help?.items.map(({ id, type }) => [id, type]),
    [['crisis-help', 'INFO']],
  );
  assert.equal(help?.number, often.length + 1);
  assert.deepEqual(asked(helped(often)), asked(never));
  assert.equal(currentPage(plan, helped(often))?.number, often.length + 2);
});

test('the page of help is answered like any page, and an answer to it is repeated without effect', () => {
  const often = upToCrisis(1, 'selten');
  assert.equal(matchSubmission(plan, often, helpAnswer).kind, 'current');
  assert.equal(matchSubmission(plan, helped(often), helpAnswer).kind, 'repeat');
  assert.equal(matchSubmission(plan, upToCrisis(0, 'nie'), helpAnswer).kind, 'unknown');
});

test('the progress never falls with the page of help, and stays below 1 before the end', () => {
  const often = upToCrisis(4, 'fast immer');
  const before = currentPage(plan, often.slice(0, -1))?.progress ?? 1;
  const help = currentPage(plan, often)?.progress ?? 0;
  const after = currentPage(plan, helped(often))?.progress ?? 0;
  assert.ok(before < help && help < after && after < 1, `${before} ${help} ${after}`);
});

test('a survey that ends with an answer that shows danger has no questions left, but still a page of help', () => {
  const last: SurveyPlan = aPlan([shippedInstrument('dep')]);
  const often = upToCrisis(3, 'oft', last);
  assert.equal(hasQuestionsLeft(last, often), false);
  assert.deepEqual(asked(often, last), ['crisis-help']);
  assert.equal(currentPage(last, helped(often)), null);
  assert.equal(hasQuestionsLeft(last, often.slice(0, -1)), true);
});

test('a second answer that shows danger leads to help again', () => {
  const { crisis, ...eq5d } = shippedInstrument('eq5d');
  const rule = { item: 'eq5d-05', kind: 'self', at_least: 2, level: 'urgent', clinician: 'Text' } as const;
  const both = aPlan([shippedInstrument('dep'), { ...eq5d, crisis: [...crisis, rule] }]);
  let stored: StoredPage[] = helped(upToCrisis(3, 'oft', both));
  while (asked(stored, both)?.[0]?.startsWith('eq5d')) {
    const page = currentPage(both, stored);
    const answers = (page?.items ?? []).map(({ id, response_options: options }) =>
      anAnswer(id, options.at(-1)?.value ?? 50, options.at(-1)?.label ?? '50'),
    );
    stored = [...stored, { number: stored.length + 1, answers }];
  }
  assert.deepEqual(asked(stored, both), ['crisis-help-2']);
});

test('the page of help changes no score', () => {
  const often = upToCrisis(3, 'oft');
  assert.deepEqual(scoreSession(plan, helped(often)).scales, scoreSession(plan, often).scales);
});
