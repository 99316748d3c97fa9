import assert from 'node:assert/strict';
import test from 'node:test';
import { anAnswer } from '../../test/survey-samples.ts';
import { answerErrorText } from '../text/survey.ts';
import { DECLINED, ITEM_TYPE_NAMES, isOptional, type Answer, type ItemType } from './answer-types.ts';
import { checkAnswer, checkAnswers, isSameAnswer, questionNumber, type AskedItem } from './answers.ts';

const options = [
  { id: 'o0', label: 'nie', value: 0 },
  { id: 'o1', label: 'oft', value: 1 },
  { id: 'ox', label: 'anders', value: 'x' },
];

function anItem(type: ItemType): AskedItem {
  return { id: 'item', type, response_options: options };
}

/** The code of the refusal, or the stored value. */
function outcome(type: ItemType, value: unknown, label?: Answer['label']) {
  // A request may hold values that are no answer at all.
  const given = value as Answer['value'];
  const result = checkAnswer(anItem(type), anAnswer('item', given, label ?? String(given)));
  return 'code' in result ? result.code : result.answer.value;
}

test('an option is accepted by its value and label', () => {
  for (const type of ['QUESTION_VERTICAL_RADIO', 'QUESTION_HORIZONTAL_RADIO', 'QUESTION_SELECT'] as const) {
    assert.equal(outcome(type, 0, 'nie'), 0);
    assert.equal(outcome(type, 'x', 'anders'), 'x');
  }
});

test('a value of another type is never converted into an option', () => {
  for (const value of ['0', 2, 'o0', '', 'nie', true, [0], 0.5, Number.NaN]) {
    const code = value === '' ? 'answer_missing' : 'option_unknown';
    assert.equal(outcome('QUESTION_VERTICAL_RADIO', value, 'nie'), code, String(value));
  }
  assert.equal(outcome('QUESTION_VERTICAL_RADIO', 0, 'oft'), 'label_unknown');
  assert.equal(outcome('QUESTION_VERTICAL_RADIO', 0, ['nie']), 'label_unknown');
});

test('ticked options are stored in the order of the question, each at most once', () => {
  assert.deepEqual(outcome('QUESTION_CHECKBOX', ['x', 0], ['anders', 'nie']), [0, 'x']);
  assert.equal(outcome('QUESTION_CHECKBOX', [0, 0], ['nie', 'nie']), 'option_unknown');
  assert.equal(outcome('QUESTION_CHECKBOX', [0, 9], ['nie', 'oft']), 'option_unknown');
  assert.equal(outcome('QUESTION_CHECKBOX', [0, 1], ['oft', 'nie']), 'label_unknown');
  assert.equal(outcome('QUESTION_CHECKBOX', [0, 1], ['nie']), 'label_unknown');
  assert.equal(outcome('QUESTION_CHECKBOX', 0, 'nie'), 'option_unknown');
  assert.equal(outcome('QUESTION_CHECKBOX', [], []), 'answer_missing');
});

test('a slider answer is a whole number from 0 to 100', () => {
  for (const [value, stored] of [
    [0, 0],
    ['0', 0],
    [100, 100],
    ['100', 100],
    ['7', 7],
    [-0, 0],
  ] as const) {
    assert.equal(outcome('QUESTION_RANGE_INDICATOR', value), stored);
  }
  for (const value of [-1, 101, 50.5, '1e1', '+5', '-5', '5,5', 'fünf', [5], Infinity]) {
    assert.equal(outcome('QUESTION_RANGE_INDICATOR', value), 'range_invalid', String(value));
  }
});

test('a whole number outside its limits is refused with them, and each limit itself is taken', () => {
  const item = { id: 'n', type: 'QUESTION_INTEGER', response_options: [], min: 1, max: 20 } as const;
  const errorOf = (value: string) =>
    checkAnswers([item], [{ id: 'n', value, label: value, time_taken: 1, optionalQuestion: false }])
      .errors[0];
  for (const value of ['1', '20']) assert.equal(errorOf(value), undefined);
  for (const value of ['0', '21', '45']) {
    const { code, limits } = errorOf(value) ?? {};
    assert.deepEqual([code, limits], ['integer_out_of_range', { min: 1, max: 20 }]);
  }
  assert.equal(errorOf('-1')?.code, 'integer_invalid');
  assert.equal(
    answerErrorText.integer_out_of_range(1, { min: 1, max: 20 }),
    'Bitte geben Sie eine ganze Zahl von 1 bis 20 an.',
  );
});

test('a slider with ends of its own refuses a number beyond them, and its sentence names them', () => {
  const item = { id: 'n', type: 'QUESTION_RANGE_INDICATOR', response_options: [], max: 10 } as const;
  const errorOf = (value: string) =>
    checkAnswers([item], [{ id: 'n', value, label: value, time_taken: 1, optionalQuestion: false }])
      .errors[0];
  for (const value of ['0', '10']) assert.equal(errorOf(value), undefined);
  const { code, number, limits } = errorOf('11') ?? {};
  assert.deepEqual([code, limits], ['range_invalid', { max: 10 }]);
  const sentence = (of?: typeof limits) => answerErrorText.range_invalid(number ?? 0, of);
  assert.equal(sentence(limits), 'Bitte geben Sie eine ganze Zahl von 0 bis 10 an.');
  assert.equal(sentence(), 'Bitte geben Sie eine ganze Zahl von 0 bis 100 an.');
});

test('a whole-number answer has only digits and is at most 2147483647', () => {
  assert.equal(outcome('QUESTION_INTEGER', '2147483647'), 2_147_483_647);
  assert.equal(outcome('QUESTION_INTEGER', ' 42 '), 42);
  assert.equal(outcome('QUESTION_INTEGER', '2147483648'), 'integer_too_large');
  assert.equal(outcome('QUESTION_INTEGER', '9'.repeat(400)), 'integer_too_large');
  for (const value of ['-1', '1.0', '1,5', '1e3', '0x10', -1, 1.5, 'zwei', '１２']) {
    assert.equal(outcome('QUESTION_INTEGER', value), 'integer_invalid', String(value));
  }
});

test('a decimal answer may have a comma or a point', () => {
  assert.equal(outcome('QUESTION_DOUBLE_POSITIVE', '7,5'), 7.5);
  assert.equal(outcome('QUESTION_DOUBLE_POSITIVE', '7.5'), 7.5);
  assert.equal(outcome('QUESTION_DOUBLE_POSITIVE', 7.5), 7.5);
  for (const value of [
    '0',
    '0,0',
    '-1',
    '1,2,3',
    '1.000,5',
    ',5',
    '5,',
    '1e5',
    0,
    -1,
    Infinity,
    '9'.repeat(400),
  ]) {
    assert.equal(outcome('QUESTION_DOUBLE_POSITIVE', value), 'decimal_invalid', String(value));
  }
});

test('a point that may stand for thousands or for a comma is asked about, and a comma is not', () => {
  for (const value of ['2.500', ' 1.000 ', '75.125', '999.999'])
    assert.equal(outcome('QUESTION_DOUBLE_POSITIVE', value), 'decimal_ambiguous', value);
  assert.equal(outcome('QUESTION_DOUBLE_POSITIVE', '2,500'), 2.5);
  assert.equal(outcome('QUESTION_DOUBLE_POSITIVE', '2500'), 2500);
  assert.equal(outcome('QUESTION_DOUBLE_POSITIVE', 2.125), 2.125);
  // Nobody writes thousands so.
  assert.equal(outcome('QUESTION_DOUBLE_POSITIVE', '0.125'), 0.125);
  assert.equal(outcome('QUESTION_DOUBLE_POSITIVE', '1234.125'), 1234.125);
  assert.equal(outcome('QUESTION_DOUBLE_POSITIVE', '2.50'), 2.5);
});

test('a date answer must be a day that exists', () => {
  assert.equal(outcome('QUESTION_DATE', '2024-02-29'), '2024-02-29');
  for (const value of ['2023-02-29', '2024-02-30', '29.02.2024', '2024-2-9', '2024-02-29T00:00', 20240229]) {
    assert.equal(outcome('QUESTION_DATE', value), 'date_invalid', String(value));
  }
});

test('a text answer has at most 10,000 characters, all of which the database can store', () => {
  assert.equal(outcome('QUESTION_TEXT', ' Ein Wort. '), ' Ein Wort. ');
  assert.equal(outcome('QUESTION_TEXT_AREA', 'ä'.repeat(10_000)), 'ä'.repeat(10_000));
  assert.equal(outcome('QUESTION_TEXT_AREA', '🙂'.repeat(10_000)), '🙂'.repeat(10_000));
  assert.equal(outcome('QUESTION_TEXT_AREA', 'ä'.repeat(10_001)), 'text_too_long');
  assert.equal(outcome('QUESTION_TEXT', 'a\0b'), 'text_invalid');
  assert.equal(outcome('QUESTION_TEXT', '\ud83d'), 'text_invalid');
  assert.equal(outcome('QUESTION_TEXT', 5), 'text_invalid');
});

test('an e-mail answer holds exactly one address', () => {
  assert.equal(
    outcome('EMAIL_NOTIFICATION_POST', ' erika.muster+x@post.example '),
    'erika.muster+x@post.example',
  );
  for (const value of [
    'erika',
    'erika@',
    '@post.example',
    'a@b',
    'a b@c.de',
    'a@b..de',
    'a@b.de,c@d.de',
    'a@b.de\nBcc: x',
  ]) {
    assert.equal(outcome('EMAIL_NOTIFICATION_POST', value), 'email_invalid', value);
  }
});

test('only an optional item may stay empty, and blanks count as empty', () => {
  for (const type of ITEM_TYPE_NAMES) {
    for (const value of ['', '   ']) {
      assert.equal(outcome(type, value, ''), isOptional(type) ? '' : 'answer_missing', type);
    }
  }
});

test('an information page takes no answer', () => {
  assert.equal(outcome('INFO', 'x'), 'answer_not_empty');
  assert.equal(outcome('INFO_AUTOSUBMIT', 0), 'answer_not_empty');
});

function timed(time: number) {
  return checkAnswer(anItem('QUESTION_TEXT'), { ...anAnswer('item', 'Wort'), time_taken: time });
}

test('the time of an answer is stored in milliseconds and cannot be negative', () => {
  const kept = timed(1.23456);
  assert.equal('answer' in kept && kept.answer.time_taken, 1.235);
  for (const time of [-1, Number.NaN, Infinity]) assert.deepEqual(timed(time), { code: 'time_invalid' });
});

function momentOf(moment: number): number | undefined {
  const kept = checkAnswer(anItem('QUESTION_TEXT'), { ...anAnswer('item', 'Wort'), answered_after: moment });
  assert.ok('answer' in kept);
  return kept.answer.answered_after;
}

test('the moment of an answer is stored in milliseconds, and an impossible one is left out without losing the answer', () => {
  assert.equal(momentOf(1.23456), 1.235);
  assert.equal(momentOf(0), 0);
  for (const moment of [-1, Number.NaN, Infinity, 10_000_001]) assert.equal(momentOf(moment), undefined);
});

test('a refused page names the question number of every invalid answer and of no valid one', () => {
  const items = (['INFO', 'QUESTION_TEXT', 'QUESTION_INTEGER'] as const).map((type, index) => ({
    ...anItem(type),
    id: `q${index}`,
  }));
  const { errors } = checkAnswers(items, [anAnswer('q2', 'zwei'), anAnswer('q1', ''), anAnswer('q0', '')]);
  assert.deepEqual(errors, [
    { id: 'q1', number: 1, type: 'QUESTION_TEXT', code: 'answer_missing' },
    { id: 'q2', number: 2, type: 'QUESTION_INTEGER', code: 'integer_invalid' },
  ]);
});

test('valid answers are returned in the order of the page', () => {
  const items = ['q0', 'q1'].map((id) => ({ ...anItem('QUESTION_TEXT'), id }));
  const { answers } = checkAnswers(items, [anAnswer('q1', 'b'), anAnswer('q0', 'a')]);
  assert.deepEqual(
    answers.map(({ id }) => id),
    ['q0', 'q1'],
  );
});

test('two answers with different times are the same answer', () => {
  const one = anAnswer('q', [1, 2], ['a', 'b']);
  assert.ok(isSameAnswer(one, { ...one, time_taken: 99 }));
  assert.ok(!isSameAnswer(one, { ...one, value: [1, 3] }));
  assert.ok(!isSameAnswer(anAnswer('q', 1), anAnswer('q', '1')));
  assert.ok(!isSameAnswer(anAnswer('q', 1), anAnswer('p', 1)));
});

test('the smallest and the longest allowed numbers are stored as the patient typed them', () => {
  assert.equal(outcome('QUESTION_DOUBLE_POSITIVE', '0,1'), 0.1);
  assert.equal(outcome('QUESTION_DOUBLE_POSITIVE', '0,000001'), 0.000001);
  assert.equal(outcome('QUESTION_DOUBLE_POSITIVE', Number.MIN_VALUE), Number.MIN_VALUE);
  assert.equal(outcome('QUESTION_INTEGER', '0'), 0);
  assert.equal(outcome('QUESTION_INTEGER', 0), 0);
});

const address = (length: number) => `${'a'.repeat(length - '@post.example'.length)}@post.example`;

test('an e-mail answer has at most 254 characters', () => {
  assert.equal(outcome('EMAIL_NOTIFICATION_POST', address(254)), address(254));
  assert.equal(outcome('EMAIL_NOTIFICATION_POST', address(255)), 'email_invalid');
  assert.equal(outcome('EMAIL_NOTIFICATION_POST', 5), 'email_invalid');
  assert.equal(outcome('EMAIL_NOTIFICATION_POST', 'a\0@post.example'), 'email_invalid');
});

test('the time of an answer may be 0 and up to ten million seconds', () => {
  for (const time of [0, 10_000_000]) {
    const kept = timed(time);
    assert.equal('answer' in kept && kept.answer.time_taken, time);
  }
  assert.deepEqual(timed(10_000_001), { code: 'time_invalid' });
});

test('an answer that was not sent is reported as missing, and an item without a question has no number', () => {
  assert.deepEqual(checkAnswer(anItem('QUESTION_TEXT_OPTIONAL'), undefined), { code: 'answer_missing' });
  const { errors } = checkAnswers([{ ...anItem('INFO'), id: 'info' }], []);
  assert.deepEqual(errors, [{ id: 'info', number: 0, type: 'INFO', code: 'answer_missing' }]);
});

test('a stored answer says whether its question was optional, and a stored number has itself as its label', () => {
  const optional = checkAnswer(anItem('QUESTION_TEXT_OPTIONAL'), anAnswer('item', 'Wort'));
  assert.deepEqual(optional, {
    answer: { id: 'item', label: 'Wort', value: 'Wort', time_taken: 1.5, optionalQuestion: true },
  });
  const number = checkAnswer(anItem('QUESTION_DOUBLE_POSITIVE'), anAnswer('item', '7,50'));
  assert.deepEqual(number, {
    answer: { id: 'item', label: '7.5', value: 7.5, time_taken: 1.5, optionalQuestion: false },
  });
});

test('questions are counted from 1, information pages are not, and an unknown item has no number', () => {
  const items = [
    { id: 'info', type: 'INFO' },
    { id: 'first', type: 'QUESTION_TEXT' },
    { id: 'second', type: 'QUESTION_DATE' },
  ];
  const numbers = ['info', 'first', 'second', 'other'].map((id) => questionNumber(items, id));
  assert.deepEqual(numbers, [undefined, 1, 2, undefined]);
});

test('a patient may decline a question that allows it, and no other', () => {
  for (const type of ['QUESTION_VERTICAL_RADIO', 'QUESTION_CHECKBOX', 'QUESTION_INTEGER'] as const) {
    const item = { ...anItem(type), declinable: true };
    const checked = checkAnswer(item, anAnswer('item', DECLINED, 'any words'));
    assert.ok('answer' in checked);
    assert.deepEqual([checked.answer.value, checked.answer.label], [DECLINED, '']);
    assert.notEqual(outcome(type, DECLINED), DECLINED);
    assert.deepEqual(checkAnswer(item, anAnswer('item', '')), { code: 'answer_missing' });
  }
});
