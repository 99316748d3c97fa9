import assert from 'node:assert/strict';
import test from 'node:test';
import {
  aPatient,
  aPlan,
  anInstrument,
  anAnswer,
  answered,
  answersOf,
  instrumentText,
  shippedInstrument,
} from '../../test/survey-samples.ts';
import type { Answer } from './answer-types.ts';
import type { WindowType } from './window-types.ts';
import type { StoredPage, SurveyPlan } from './survey-plan.ts';
import { currentPage, matchSubmission } from './survey-flow.ts';

const patient = aPatient('anna');
const fixed = aPlan([shippedInstrument('eq5d')]);
const adaptive = aPlan([shippedInstrument('dep'), shippedInstrument('anx')]);
const whole = aPlan(
  ['socio', 'dep', 'anx', 'eq5d', 'exis', 'evos', 'eri', 'email'].map((id) => shippedInstrument(id)),
);

/** Answers to a page that do not use the first options. All items of these pages are choices. */
function choices(plan: SurveyPlan, stored: readonly StoredPage[], option: number): readonly Answer[] {
  return (currentPage(plan, stored)?.items ?? []).map(({ id, response_options: options }) => {
    const chosen = options[option];
    return anAnswer(id, chosen?.value ?? '', chosen?.label ?? '');
  });
}

test('a fixed form is asked in the pages of its file', () => {
  const pages = answered(fixed, patient).map((page) => page.answers.map(({ id }) => id));
  assert.deepEqual(pages, [['eq5d-01', 'eq5d-02', 'eq5d-03'], ['eq5d-04', 'eq5d-05'], ['eq5d-06']]);
});

test('a list of pages that has grown has another current page, and another plan asks other questions after it', () => {
  const stored: StoredPage[] = [];
  const first = currentPage(fixed, stored);
  const other = currentPage(adaptive, stored);
  assert.notEqual(first?.dimension.id, other?.dimension.id);
  stored.push(...answered(fixed, patient, 1));
  assert.deepEqual(currentPage(fixed, stored), currentPage(fixed, answered(fixed, patient, 1)));
  assert.notDeepEqual(currentPage(fixed, stored)?.items, first?.items);
});

test('a page shows its own texts, or else the texts of its dimension', () => {
  const [first, , third] = [0, 1, 2].map((count) => currentPage(fixed, answered(fixed, patient, count)));
  assert.deepEqual(first?.dimension, {
    id: 'eq5d',
    title: 'Ihre Gesundheit heute',
    paragraph: 'Bitte beantworten Sie die folgenden Fragen so, wie es Ihnen heute geht.',
    connector: 'Heute:',
    footer: '',
  });
  assert.match(third?.dimension.paragraph ?? '', /^Stellen Sie den Regler/);
});

test('a page of a survey contains only fields that the browser needs and no item parameters', () => {
  const page = currentPage(adaptive, []);
  assert.deepEqual(Object.keys(page?.items[0] ?? {}), ['id', 'type', 'content', 'response_options']);
  assert.deepEqual(page?.items[0]?.response_options[0], { id: 'freq-1', label: 'nie', value: 0 });
});

test('a fixed form without a page layout is divided into even pages of at most five items', () => {
  const instrument = shippedInstrument('exis');
  const dimensions = instrument.dimensions.flatMap((one) => {
    if (one.form === 'adaptive') return [];
    const { pages: _, ...rest } = one;
    return [rest];
  });
  const plan = aPlan([{ ...instrument, dimensions }]);
  assert.deepEqual(
    answered(plan, patient).map((page) => page.answers.length),
    [4, 4, 4, 4],
  );
});

test('the items of a page are in the order of the page layout', () => {
  const changed = instrumentText('eq5d').replace(
    '["eq5d-01", "eq5d-02", "eq5d-03"]',
    '["eq5d-03", "eq5d-01", "eq5d-02"]',
  );
  const page = currentPage(aPlan([anInstrument(changed)]), []);
  assert.deepEqual(
    page?.items.map(({ id }) => id),
    ['eq5d-03', 'eq5d-01', 'eq5d-02'],
  );
});

test('an item that is sent without a click is alone on its page', () => {
  const pages = answered(aPlan([shippedInstrument('item-types')]), patient);
  assert.deepEqual(
    pages[0]?.answers.map(({ id, value, label }) => ({ id, value, label })),
    [{ id: 'item-types-01', value: '', label: '' }],
  );
});

test('an adaptive dimension asks one item per page, at most twelve items and none twice', () => {
  for (const name of ['anna', 'bert', 'cem', 'dora', 'emil']) {
    const pages = answered(adaptive, aPatient(name));
    const ids = pages.map((page) => page.answers.map(({ id }) => id));
    assert.ok(ids.every(({ length }) => length === 1));
    assert.equal(new Set(ids.flat()).size, ids.length);
    const dep = ids.flat().filter((id) => id.startsWith('dep') && id !== 'dep-31');
    assert.ok(dep.length >= 5 && dep.length <= 12);
    assert.equal(ids.flat()[dep.length], 'dep-31', 'the crisis item follows');
  }
});

test('an adaptive dimension ends after five answers of the healthiest category', () => {
  let stored: readonly StoredPage[] = [];
  while (currentPage(adaptive, stored)?.dimension.id === 'dep') {
    const page = currentPage(adaptive, stored);
    const healthy = page?.items[0]?.response_options.find(({ value }) => value === 0);
    const answers = [anAnswer(page?.items[0]?.id ?? '', 0, healthy?.label)];
    stored = [...stored, { number: stored.length + 1, answers }];
  }
  assert.equal(stored.length, 5);
});

function itemAfter(option: number): string | undefined {
  const match = matchSubmission(adaptive, [], choices(adaptive, [], option));
  assert.ok(match.kind === 'current');
  return currentPage(adaptive, [{ number: 1, answers: match.answers }])?.items[0]?.id;
}

test('the next item of an adaptive dimension depends on the answers', () => {
  assert.notEqual(itemAfter(0), itemAfter(4));
});

test('the e-mail page asks only about later surveys and does not appear in the last survey', () => {
  const email = shippedInstrument('email');
  const asked = (window: WindowType) =>
    currentPage(aPlan([email], { window }), [])?.items.map(({ type }) =>
      type.slice('EMAIL_NOTIFICATION_'.length),
    );
  assert.deepEqual(asked('PRE'), ['INTERMEDIATE', 'POST', 'FOLLOW_UP']);
  assert.deepEqual(asked('INTERMEDIATE'), ['INTERMEDIATE', 'POST', 'FOLLOW_UP']);
  assert.deepEqual(asked('POST'), ['FOLLOW_UP']);
  assert.equal(asked('FOLLOW_UP_3'), undefined);
});

test('the answers to the current page are taken, in the order of the page', () => {
  const page = currentPage(fixed, []);
  assert.ok(page);
  const answers = answersOf(patient, fixed, page);
  const match = matchSubmission(fixed, [], answers.toReversed());
  assert.ok(match.kind === 'current');
  assert.deepEqual(
    match.answers.map(({ id }) => id),
    ['eq5d-01', 'eq5d-02', 'eq5d-03'],
  );
});

test('the same answers to a stored page are a repeat, regardless of time and order', () => {
  const stored = answered(fixed, patient);
  for (const page of stored) {
    const again = page.answers.map((answer) => ({ ...answer, time_taken: 99 })).reverse();
    assert.deepEqual(matchSubmission(fixed, stored, again), { kind: 'repeat', number: page.number });
  }
});

test('a number with a comma that is sent twice is a repeat', () => {
  const plan = aPlan([shippedInstrument('item-types')]);
  const stored = answered(plan, patient);
  const page = stored.find(({ answers }) => answers.some(({ id }) => id === 'item-types-15'));
  const again =
    page?.answers.map((answer) => ({ ...answer, value: String(answer.value).replace('.', ',') })) ?? [];
  assert.equal(matchSubmission(plan, stored, again).kind, 'repeat');
});

test('other answers to a stored page are a conflict, even if they are invalid', () => {
  const stored = answered(fixed, patient, 1);
  for (const change of [{ value: 5, label: 'gar nicht' }, { value: 'x' }, { value: '' }]) {
    const [first, ...others] = stored[0]?.answers ?? [];
    assert.ok(first);
    const value = first.value === 5 ? { value: 1, label: 'keine Mühe' } : change;
    const match = matchSubmission(fixed, stored, [{ ...first, ...value }, ...others]);
    assert.deepEqual(match, { kind: 'conflict', number: 1 });
  }
});

test('answers that do not belong to exactly one page are unknown', () => {
  const answers = choices(fixed, [], 0);
  const [first, second] = answers;
  assert.ok(first && second);
  const later = anAnswer('eq5d-04', 1, 'gar nicht');
  for (const wrong of [
    [],
    [first],
    [...answers, later],
    [first, first, second],
    [...answers, first],
    [later],
  ]) {
    assert.deepEqual(matchSubmission(fixed, [], wrong), { kind: 'unknown' });
  }
});

test('after the end of a survey only repeats are accepted', () => {
  const stored = answered(fixed, patient);
  assert.deepEqual(matchSubmission(fixed, stored, [anAnswer('x', 1)]), { kind: 'unknown' });
});

test('invalid answers to a page are refused with one error per item', () => {
  const [first, second, third] = choices(fixed, [], 0);
  assert.ok(first && second && third);
  const match = matchSubmission(fixed, [], [first, { ...second, value: '' }, { ...third, value: '1' }]);
  assert.ok(match.kind === 'invalid');
  assert.deepEqual(
    match.errors.map(({ id, number, code }) => [id, number, code]),
    [
      ['eq5d-02', 2, 'answer_missing'],
      ['eq5d-03', 3, 'option_unknown'],
    ],
  );
  assert.equal(match.page.number, 1);
});

test('an instrument without items for the window has no page', () => {
  assert.equal(currentPage(aPlan([shippedInstrument('email')], { window: 'FOLLOW_UP_1' }), []), null);
  assert.equal(currentPage(aPlan([]), []), null);
});

test('stored pages that do not fit the plan cause an error', () => {
  const stored = answered(whole, patient);
  const [first, second, ...rest] = stored;
  assert.ok(first && second);
  assert.throws(() => currentPage(whole, [first, ...rest]), /missing or out of order/);
  assert.throws(() => currentPage(whole, [first, { ...first, number: 2 }]), /does not follow/);
  assert.throws(() => currentPage(adaptive, [{ number: 1, answers: [anAnswer('dep-66', 0)] }]), /dep-66/);
  const skipped = [{ number: 1, answers: [anAnswer('anx-41', 0)] }];
  assert.throws(() => currentPage(adaptive, skipped), /must come before/);
});

test('the first page of a survey is page 1, and each page has the next number', () => {
  const numbers = answered(fixed, patient).map(({ number }) => number);
  assert.deepEqual(numbers, [1, 2, 3]);
  assert.equal(currentPage(fixed, answered(fixed, patient, 2))?.number, 3);
});

test('a repeated page is a conflict if its stored page lacks an answer', () => {
  const stored = answered(fixed, patient);
  const [first] = stored;
  assert.ok(first);
  const again = first.answers.map((answer, index) => (index === 0 ? { ...answer, value: '' } : answer));
  assert.deepEqual(matchSubmission(fixed, stored, again), { kind: 'conflict', number: 1 });
});

test('pages of a fixed form without a page layout have four or five items', () => {
  const [dimension] = shippedInstrument('exis').dimensions;
  assert.ok(dimension?.form === 'fixed');
  const { pages: _, ...rest } = dimension;
  const lengthsOf = (items: number) => {
    const instrument = {
      ...shippedInstrument('exis'),
      dimensions: [{ ...rest, items: rest.items.slice(0, items) }],
    };
    return answered(aPlan([instrument]), patient).map(({ answers }) => answers.length);
  };
  assert.deepEqual(lengthsOf(5), [5]);
  assert.deepEqual(lengthsOf(6), [3, 3]);
  assert.deepEqual(lengthsOf(11), [4, 3, 4]);
});

test('a page that sends itself stands alone also where the file lays out no pages', () => {
  const [dimension] = shippedInstrument('item-types').dimensions;
  assert.ok(dimension?.form === 'fixed');
  const { pages: _, ...rest } = dimension;
  const auto = rest.items.find(({ type }) => type === 'INFO_AUTOSUBMIT');
  const dates = rest.items.filter(({ type }) => type === 'QUESTION_DATE' || type === 'QUESTION_INTEGER');
  assert.ok(auto && dates.length === 2);
  const items = [dates[0]!, auto, dates[1]!];
  const plan = aPlan([{ ...shippedInstrument('item-types'), dimensions: [{ ...rest, items }] }]);
  assert.deepEqual(
    answered(plan, patient).map(({ answers }) => answers.map(({ id }) => id)),
    items.map(({ id }) => [id]),
  );
});

test('an adaptive test without a rule about its precision or about health runs to its maximum', () => {
  const [dimension] = shippedInstrument('dep').dimensions;
  assert.ok(dimension?.form === 'adaptive');
  const { min_items, max_items } = dimension.adaptive.stop;
  const adaptiveOnly = { ...dimension.adaptive, stop: { min_items, max_items } };
  const instrument = {
    ...shippedInstrument('dep'),
    dimensions: [{ ...dimension, adaptive: adaptiveOnly }],
    crisis: [],
  };
  assert.equal(answered(aPlan([instrument]), patient).length, max_items);
});
