import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDecided, marked, openQuestions, type DangerMarks } from './danger-marks.ts';
import { answersOf, rowOf, scoreOf, strangers } from './example-rows.ts';
import { allItems, formOf } from './form.ts';
import { isSameContent, merged, valueAt, withValue } from './merge.ts';
import { openScoring } from './open-fields.ts';
import { renamedDraft } from './renamed.ts';
import { wayText } from '../text/merge.ts';
import { type Content, openIn } from './steps.ts';

const options = [0, 1, 2, 3].map((value) => ({ id: `o${value}`, label: `Antwort ${value}`, value }));
const item = (number: number, more = {}) => ({
  id: `rest-${number}`,
  type: 'QUESTION_VERTICAL_RADIO',
  content: `Frage ${number}`,
  options,
  ...more,
});
const instrument = {
  id: 'rest',
  version: '1.0.0',
  title: 'Ruhe',
  purpose: 'Zweck',
  source: 'Quelle',
  language: 'de',
  dimensions: [
    {
      id: 'all',
      form: 'fixed',
      items: [item(1), item(2), item(3, { type: 'QUESTION_TEXT_OPTIONAL', options: undefined })],
    },
  ],
  scales: [
    {
      key: 'sum',
      title: 'Summe',
      method: 'sum',
      items: ['rest-1', 'rest-2'],
      reversed: ['rest-2'],
      direction: 'high_is_worse',
      clinician: 'Text',
      patient: 'Text',
    },
    { key: 'double', title: 'Doppelt', method: 'formula', formula: 'sum * 2 + rest-1', range: [0, 15] },
  ],
};
const form = formOf(instrument);
const [sum, double] = form.scales;
const none: DangerMarks = { marks: {}, says: {} };
const content: Content = {
  form,
  licence: { kind: 'free', number: '', date: null },
  danger: none,
  examples: [],
};

const left = (danger: DangerMarks) => openQuestions(form, danger).map(({ id }) => id);
const open = (step: keyof typeof openIn, changed: Partial<Content> = {}) =>
  openIn[step]({ ...content, ...changed });
const withForm = (changed: object) => ({ form: formOf({ ...instrument, ...changed }) });

const licence = (kind: string | null, number = '', date: string | null = null) =>
  open('licence', { licence: { kind, number, date } });

describe('danger', () => {
  const [first, , text] = allItems(form);
  const all = options.map(({ id }) => id);

  test('is open for every question until each of its answers is decided', () => {
    assert.ok(first && text);
    assert.deepEqual(openQuestions(form, none).length, 3);
    const half = marked(none, 'rest-1', all.slice(0, 3), 'none');
    assert.equal(isDecided(first, form, half), false);
    assert.equal(isDecided(first, form, marked(half, 'rest-1', ['o3'], 'none')), true);
    assert.equal(isDecided(text, form, marked(none, 'rest-3', ['any'], 'none')), true);
  });

  test('needs words for clinicians', () => {
    const urgent = marked(marked(none, 'rest-1', all, 'none'), 'rest-1', ['o3'], 'urgent');
    assert.deepEqual(left(urgent), ['rest-1', 'rest-2', 'rest-3']);
    assert.deepEqual(left({ ...urgent, says: { 'rest-1': 'Ansprechen.' } }), ['rest-2', 'rest-3']);
  });
});

describe('an example', () => {
  test('is a row of numbers in which a minus is a missing answer', () => {
    const { answers, count } = answersOf(' 1\t-\n2,5 ', form);
    assert.equal(count, 3);
    assert.deepEqual(answers, [
      { item: 'rest-1', value: 1 },
      { item: 'rest-3', value: 2.5 },
    ]);
    assert.equal(rowOf(answers, form), '1 - 2,5');
    assert.equal(rowOf([], form), '');
  });

  test('may have commas between as many numbers as there are questions', () => {
    const values = (row: string) => answersOf(row, form).answers.map(({ value }) => value);
    assert.deepEqual(values('0,1,2'), [0, 1, 2]);
    assert.deepEqual(values('0, -, 2'), [0, 2]);
    assert.deepEqual(values('0,5 1 2'), [0.5, 1, 2]);
    assert.deepEqual(values('0,1,2,3'), ['0,1,2,3']);
    assert.equal(answersOf('0,1,2', form).count, 3);
  });

  test('names answers that a question does not have', () => {
    assert.deepEqual(strangers(answersOf('1 9', form).answers, form), ['rest-2']);
    assert.deepEqual(strangers(answersOf('x 2', form).answers, form), ['rest-1']);
  });

  test('is scored while a person types, and not before it can be', () => {
    assert.ok(sum && double);
    const { answers } = answersOf('2 1', form);
    assert.equal(scoreOf(sum, answers, form), 4);
    assert.equal(scoreOf(double, answers, form), 10);
    assert.equal(scoreOf(sum, answersOf('2', form).answers, form), null);
    assert.equal(scoreOf({ ...double, formula: 'sum *' }, answers, form), null);
    assert.equal(scoreOf({ ...sum, norm_set: 'general' }, answers, form), null);
  });
});

const band = (key: string, from: number | string | null) => ({
  key,
  from,
  label: 'Name',
  clinician: 'Text',
  patient: 'Text',
});

describe('what is open in a step', () => {
  test('counts what nobody has decided or written', () => {
    assert.equal(open('basics'), 0);
    assert.equal(open('basics', withForm({ title: 'DECIDE: the title', source: ' ' })), 2);
    assert.equal(open('questions'), 0);
    const dimensions = [{ id: 'all', form: 'fixed', items: [item(1, { content: 'DECIDE: words' })] }];
    assert.equal(open('questions', withForm({ dimensions })), 1);
    assert.equal(open('questions', withForm({ dimensions: [] })), 1);
    // Of the second scale nobody has said what it means, and for whom high scores are bad.
    assert.equal(open('scoring'), 3);
  });

  test('names the cut-offs that are missing, no number, or do not rise', () => {
    const list = [
      band('a', null),
      band('b', 5),
      band('c', 5),
      band('d', ''),
      band('e', 'viel'),
      band('f', 9),
    ];
    const scale = { ...instrument.scales[0], bands: { metric: 'raw', source: '', list } };
    const found = openScoring(formOf({ ...instrument, scales: [scale] }));
    assert.deepEqual(
      found.map(({ path, matter }) => [path.replace('scales[0].bands.', ''), matter]),
      [
        ['source', 'missing'],
        ['list[2].from', 'unsorted'],
        ['list[3].from', 'missing'],
        ['list[4].from', 'number'],
      ],
    );
  });

  test('asks for number and day of a licence, and never takes one that is not allowed', () => {
    assert.deepEqual(
      [licence(null), licence('not_allowed'), licence('free'), licence('licensed')],
      [1, 1, 0, 2],
    );
    assert.equal(licence('registered', 'V-1', '2026-01-01'), 0);
  });

  test('asks for three examples of which every score is equal', () => {
    const { answers } = answersOf('2 1', form);
    const example = (score: number) => ({ answers, expected: [{ scale: 'sum', score }] });
    assert.equal(open('examples'), 3);
    assert.equal(open('examples', { examples: [example(4), example(4), example(5)] }), 1);
    assert.equal(open('examples', { examples: [example(4), example(4), example(4)] }), 0);
    assert.equal(open('examples', withForm({ scales: [] })), 0);
  });
});

describe('a draft that two people edit', () => {
  const base = { instrument, licence: { kind: null as string | null }, danger: none, examples: [] };

  const [first] = instrument.scales;
  const titled = (title: string) => [{ ...first, title }, instrument.scales[1]];
  const edited = (changed: object) => ({ ...base, instrument: { ...instrument, ...changed } });

  test('takes each field from the person who changed it, also within a step', () => {
    const mine = edited({ purpose: 'Meiner', scales: [{ ...first, title: 'Meine' }, instrument.scales[1]] });
    const scales = [{ ...first, patient: 'Anderer' }, instrument.scales[1], { key: 'new', title: 'Neu' }];
    const theirs = { ...edited({ title: 'Andere', scales }), licence: { kind: 'free' } };
    const { content: both, taken, clashes } = merged<typeof base>(base, mine, theirs);
    assert.deepEqual([both.instrument.title, both.instrument.purpose], ['Andere', 'Meiner']);
    assert.deepEqual(
      both.instrument.scales.map(({ title }) => title),
      ['Meine', 'Doppelt', 'Neu'],
    );
    assert.equal(both.instrument.scales[0]?.patient, 'Anderer');
    assert.equal(both.licence.kind, 'free');
    assert.deepEqual([taken.toSorted(), clashes], [['basics', 'licence', 'scoring'], []]);
  });

  test('keeps what this person wrote where both changed one field, and names it with both contents', () => {
    const mine = edited({ scales: titled('Meine') });
    const theirs = edited({ scales: titled('Andere') });
    const { content: both, clashes } = merged<typeof base>(base, mine, theirs);
    const way = ['instrument', 'scales', 'sum', 'title'];
    assert.deepEqual(clashes, [{ way, step: 'scoring', mine: 'Meine', theirs: 'Andere' }]);
    assert.equal(valueAt(both, way), 'Meine');
    assert.equal(valueAt(withValue(both, way, 'Andere'), way), 'Andere');
    assert.equal(wayText(way, formOf(mine.instrument)), 'Meine, Name der Skala');
  });

  test('asks where one person took away what the other one changed', () => {
    const mine = edited({ scales: [instrument.scales[1]] });
    const theirs = edited({ scales: [{ ...first, title: 'Andere' }, instrument.scales[1]] });
    const { content: both, clashes } = merged<typeof base>(base, mine, theirs);
    assert.deepEqual(
      clashes.map(({ way }) => way),
      [['instrument', 'scales', 'sum']],
    );
    assert.equal(both.instrument.scales.length, 1);
    assert.equal(
      withValue(both, ['instrument', 'scales', 'sum'], clashes[0]?.theirs).instrument.scales.length,
      2,
    );
  });

  test('is the same whatever the order of its keys', () => {
    const { title, ...rest } = instrument;
    assert.equal(isSameContent(base, { ...base, instrument: { ...rest, title } }), true);
    assert.equal(isSameContent(base, { ...base, licence: { kind: 'free' } }), false);
  });
});

test('marks and examples follow a questionnaire to its new id', () => {
  const draft = {
    instrument,
    danger: marked(none, 'rest-1', ['o3'], 'urgent'),
    examples: [{ name: '', answers: [{ item: 'rest-2', value: 1 }], expected: [] }],
  };
  const next = renamedDraft(draft, 'calm');
  assert.deepEqual(
    allItems(formOf(next.instrument)).map(({ id }) => id),
    ['calm-1', 'calm-2', 'calm-3'],
  );
  assert.deepEqual(next.danger.marks, { 'calm-1': { o3: 'urgent' } });
  assert.equal(next.examples[0]?.answers[0]?.item, 'calm-2');
});
