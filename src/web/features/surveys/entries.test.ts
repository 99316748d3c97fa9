import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SurveyItem, SurveyPage } from '../../../contract/surveys.ts';
import { DECLINED, NOT_APPLICABLE } from '../../../domain/answer-types.ts';
import { answersOf, draftOf, entriesOf, pageProblems } from './entries.ts';

const options = [
  { id: 'o1', label: 'nie', value: 0 },
  { id: 'o2', label: 'oft', value: 1 },
  { id: 'o3', label: 'immer', value: 2 },
];

function pageOf(...items: Partial<SurveyItem>[]): SurveyPage {
  return {
    dimension: { id: 'd', title: '', paragraph: '', connector: '', footer: '' },
    items: items.map((item, index) => ({
      id: `i${index}`,
      type: 'QUESTION_TEXT',
      content: '',
      response_options: [],
      ...item,
    })),
    survey_session_id: '',
    progress: 0,
    part: null,
    minutes_left: 0,
    help: null,
    draft: null,
  };
}

test('a chosen option is sent with its own value and label', () => {
  const page = pageOf({ type: 'QUESTION_VERTICAL_RADIO', response_options: options });
  const [answer] = answersOf(page, { i0: ['o2'] }, 3);
  assert.deepEqual(answer, { id: 'i0', value: 1, label: 'oft', optionalQuestion: false, time_taken: 3 });
});

test('several chosen options are sent in the order of the question, and no chosen option as an empty text', () => {
  const page = pageOf({ type: 'QUESTION_CHECKBOX', response_options: options });
  assert.deepEqual(answersOf(page, { i0: ['o3', 'o1'] }, 1)[0]?.value, [0, 2]);
  assert.equal(answersOf(page, {}, 1)[0]?.value, '');
});

test('the time spent on a page is divided by its items, with three decimals', () => {
  const times = answersOf(pageOf({}, {}, {}), {}, 10).map((answer) => answer.time_taken);
  assert.deepEqual(times, [3.333, 3.333, 3.333]);
});

test('each touched answer carries its own moment on the page, an untouched one none', () => {
  const answers = answersOf(pageOf({}, {}), {}, 10, { i0: 4.123_456 });
  assert.deepEqual(
    answers.map(({ answered_after: after }) => after),
    [4.123, undefined],
  );
});

test('a date is sent as yyyy-MM-dd', () => {
  const page = pageOf({ type: 'QUESTION_DATE' });
  assert.equal(answersOf(page, { i0: ['29.02.2024'] }, 1)[0]?.value, '2024-02-29');
});

test('a draft restores typed answers, even half a date', () => {
  const page = pageOf(
    { type: 'QUESTION_DATE' },
    { type: 'QUESTION_TEXT' },
    { type: 'QUESTION_SELECT', response_options: options },
  );
  const typed = { i0: ['29.02.'], i1: ['Guten Tag'], i2: ['o3'] };
  assert.deepEqual(entriesOf({ ...page, draft: draftOf(page, typed) }), typed);
});

test('a draft restores the value of a slider with words at its ends', () => {
  const ends = [
    { id: 'low', label: 'gar nicht', value: 0 },
    { id: 'high', label: 'sehr', value: 100 },
  ];
  const page = pageOf({ type: 'QUESTION_RANGE_INDICATOR', response_options: ends });
  const typed = { i0: ['50'] };
  assert.deepEqual(entriesOf({ ...page, draft: draftOf(page, typed) }), typed);
});

test('an untouched item is not part of a draft', () => {
  assert.deepEqual(draftOf(pageOf({}, {}), { i1: [''] }), []);
});

test('a reason in place of an answer is sent and kept in the draft, and the same word as a text stays a text', () => {
  const page = pageOf(
    { type: 'QUESTION_VERTICAL_RADIO', response_options: options, declinable: true },
    { type: 'QUESTION_CHECKBOX', response_options: options, declinable: true },
    { type: 'QUESTION_INTEGER', declinable: true, not_applicable: true },
    { type: 'QUESTION_TEXT' },
  );
  const entries = { i0: [DECLINED], i1: [DECLINED], i2: [NOT_APPLICABLE], i3: [DECLINED] };
  const answers = answersOf(page, entries, 3);
  assert.deepEqual(
    answers.map(({ value, label }) => [value, label]),
    [
      [DECLINED, ''],
      [DECLINED, ''],
      [NOT_APPLICABLE, ''],
      [DECLINED, DECLINED],
    ],
  );
  assert.deepEqual(pageProblems(page, answers), []);
  assert.deepEqual(entriesOf({ ...page, draft: draftOf(page, entries) }), entries);
});
