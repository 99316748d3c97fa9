import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decide } from '../../../domain/undecided.ts';
import { allItems, formOf, typedNumber, wordsOf, formerWords } from './form.ts';
import {
  addedItem,
  movedItem,
  pagesOf,
  retyped,
  toggledBreak,
  withHeadings,
  withPage,
  withoutItem,
} from './questions.ts';
import { addedScale, isColumn, placed, placeIn, withCutoff, withoutBand } from './scales.ts';

const options = [
  { id: 'o0', label: 'nie', value: 0 },
  { id: 'o1', label: 'oft', value: 1 },
];

function aForm(count = 7) {
  const items = Array.from({ length: count }, (_, index) => ({
    id: `rest-${index + 1}`,
    type: 'QUESTION_VERTICAL_RADIO',
    content: `Frage ${index + 1}`,
    options: 'answers-1',
  }));
  return formOf({
    id: 'rest',
    version: '1.0.0',
    title: 'Ruhe',
    option_sets: { 'answers-1': options },
    dimensions: [{ id: 'all', form: 'fixed', title: 'DECIDE: the title', items, kept: 'as it is' }],
    scales: [
      { key: 'sum', title: 'Summe', method: 'sum', items: ['rest-1', 'rest-2'], reversed: ['rest-2'] },
    ],
    norm_tables: ['kept'],
  });
}

const idsOf = (form: ReturnType<typeof aForm>) => allItems(form).map(({ id }) => id);
const pages = (form: ReturnType<typeof aForm>) =>
  form.dimensions.map((one) => pagesOf(one).map((page) => page.items));

describe('a field for a number', () => {
  test('takes a comma, and keeps what is no number as it was typed', () => {
    assert.deepEqual(['1,5', '-2', ' 3 ', '1,', 'viel'].map(typedNumber), [1.5, -2, 3, '1,', 'viel']);
  });

  test('shows nothing while nobody has decided its value', () => {
    assert.deepEqual([0.5, 'Text', 'DECIDE: the title', undefined].map(wordsOf), ['0,5', 'Text', '', '']);
  });
});

describe('the questions of a draft', () => {
  test('keep the lengths of their pages when one of them moves', () => {
    const split = toggledBreak(aForm(4), 'rest-3');
    assert.deepEqual(pages(split), [
      [
        ['rest-1', 'rest-2'],
        ['rest-3', 'rest-4'],
      ],
    ]);
    const moved = movedItem(split, 'rest-3', -1);
    assert.deepEqual(pages(moved), [
      [
        ['rest-1', 'rest-3'],
        ['rest-2', 'rest-4'],
      ],
    ]);
    assert.deepEqual(idsOf(moved), ['rest-1', 'rest-3', 'rest-2', 'rest-4']);
  });

  test('do not move beyond the first and the last place', () => {
    const form = aForm(2);
    assert.deepEqual(idsOf(movedItem(form, 'rest-1', -1)), ['rest-1', 'rest-2']);
    assert.deepEqual(idsOf(movedItem(form, 'rest-2', 1)), ['rest-1', 'rest-2']);
  });

  test('join the page before when its break is taken away', () => {
    const split = toggledBreak(toggledBreak(aForm(4), 'rest-3'), 'rest-4');
    assert.deepEqual(pages(toggledBreak(split, 'rest-4')), [
      [
        ['rest-1', 'rest-2'],
        ['rest-3', 'rest-4'],
      ],
    ]);
  });

  test('stand on even pages of at most five until somebody breaks them', () => {
    assert.deepEqual(
      pages(aForm(7))[0]?.map((page) => page.length),
      [4, 3],
    );
    assert.deepEqual(
      pages(aForm(5))[0]?.map((page) => page.length),
      [5],
    );
  });

  test('get a free id, the kind of answer and the page of the last one', () => {
    const { form, id } = addedItem(toggledBreak(aForm(3), 'rest-3'), 'rest-3');
    assert.equal(id, 'rest-4');
    assert.deepEqual(pages(form), [
      [
        ['rest-1', 'rest-2'],
        ['rest-3', 'rest-4'],
      ],
    ]);
    assert.equal(allItems(form).at(-1)?.options, 'answers-1');
  });

  test('leave their pages and scales when they are deleted, and nothing else changes', () => {
    const form = withoutItem(toggledBreak(aForm(3), 'rest-2'), 'rest-2');
    assert.deepEqual(idsOf(form), ['rest-1', 'rest-3']);
    assert.deepEqual(form.scales[0], { ...aForm().scales[0], items: ['rest-1'], reversed: [] });
    assert.deepEqual(form['norm_tables'], ['kept']);
    assert.equal(Reflect.get(form.dimensions[0] ?? {}, 'kept'), 'as it is');
  });

  test('stay a table on their page when one of them moves, until somebody says otherwise', () => {
    const table = withPage(toggledBreak(aForm(4), 'rest-3'), 'rest-3', { layout: 'matrix' });
    const layouts = (form: typeof table) => form.dimensions[0]?.pages?.map(({ layout }) => layout);
    assert.deepEqual(layouts(table), [undefined, 'matrix']);
    assert.deepEqual(layouts(movedItem(table, 'rest-4', -1)), [undefined, 'matrix']);
    assert.deepEqual(layouts(withPage(table, 'rest-3', { layout: undefined })), [undefined, undefined]);
  });

  test('have answers of their own or limits, never both', () => {
    const [item] = allItems(aForm());
    assert.ok(item);
    const [text] = allItems(retyped(aForm(), item, 'QUESTION_TEXT_OPTIONAL'));
    assert.equal(text?.options, undefined);
    const [again] = allItems(retyped(aForm(), { ...item, min: 1, max: 5 }, 'QUESTION_CHECKBOX'));
    assert.deepEqual([again?.options, again?.min, again?.max], ['answers-1', undefined, undefined]);
  });

  test('take the title as their heading only while nobody has decided one', () => {
    const [headed] = withHeadings(aForm(), 'Ruhe').dimensions;
    assert.equal(headed?.title, 'Ruhe');
    const decided = withHeadings(withHeadings(aForm(), 'Ruhe'), 'Neu');
    assert.equal(decided.dimensions[0]?.title, 'Ruhe');
  });
});

describe('the table of scoring', () => {
  test('counts a question as it is, reversed, or not at all, in the order of the questions', () => {
    const order = idsOf(aForm());
    const more = placed(aForm(), 'sum', ['rest-4', 'rest-3'], 'reversed', order);
    assert.deepEqual(more.scales[0]?.items, ['rest-1', 'rest-2', 'rest-3', 'rest-4']);
    const [scale] = placed(
      placed(more, 'sum', ['rest-2'], 'in', order),
      'sum',
      ['rest-1'],
      'out',
      order,
    ).scales;
    assert.ok(scale);
    const found = order.slice(0, 4).map((id) => placeIn(scale, id));
    assert.deepEqual(found, ['out', 'in', 'reversed', 'reversed']);
  });

  test('has no column for a formula', () => {
    const { form } = addedScale(aForm());
    assert.deepEqual(form.scales.map(isColumn), [true, true]);
    assert.equal(
      form.scales.some((one) => isColumn({ ...one, method: 'formula' })),
      false,
    );
  });

  test('begins cut-offs with two bands, and ends them where one would be left', () => {
    const bands = withCutoff(undefined);
    assert.deepEqual(
      bands.list.map(({ from }) => from),
      [null, ''],
    );
    const three = withCutoff(bands);
    assert.equal(withoutBand(three, 'b1')?.list.length, 2);
    assert.equal(withoutBand(bands, 'b1'), undefined);
  });
});

test('the wording that a form had stays in sight where a person decides how a question is asked', () => {
  const undecided = decide(
    'the condition is not read. Write the question as it shall be asked: "Wie oft: „selten“?"',
  );
  assert.equal(wordsOf(undecided), '');
  assert.equal(formerWords(undecided), 'Wie oft: „selten“?');
  assert.equal(formerWords('Wie oft: "selten"'), undefined);
  assert.equal(formerWords(decide('the title')), undefined);
});
