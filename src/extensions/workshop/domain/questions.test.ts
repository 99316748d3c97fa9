import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lacks, marked, type DangerMarks } from './danger-marks.ts';
import { allItems, formOf, optionsOf } from './form.ts';
import { conditionOf, hasEqualAnswers, pageConditionOf, withSharedAnswers } from './questions.ts';

const option = (value: number, label = `Antwort ${value}`) => ({ id: `o${value}`, label, value });
const item = (id: string, options: readonly object[], more = {}) => {
  return { id, type: 'QUESTION_VERTICAL_RADIO', content: id, options, ...more };
};
const likeFirst = { all: [{ item: 'first', at_least: 1 }] };
const form = formOf({
  dimensions: [
    {
      id: 'all',
      form: 'fixed',
      pages: [{ items: ['first', 'other'] }, { items: ['second'], show_if: likeFirst }],
      items: [
        item('first', [option(0), option(1)]),
        item('other', [option(0, 'nie'), option(1)]),
        item('second', [option(0), option(1)], { show_if: { any: [{ item: 'other', is: 0 }] } }),
      ],
    },
  ],
});
const itemOf = (id: string, of = form) => {
  const found = allItems(of).find((one) => one.id === id);
  assert.ok(found);
  return found;
};

test('questions with the same answers share one list, and the others keep their own', () => {
  const shared = withSharedAnswers(form);
  assert.deepEqual(Object.values(shared.option_sets), [[option(0), option(1)]]);
  assert.equal(typeof itemOf('first', shared).options, 'string');
  assert.equal(itemOf('second', shared).options, itemOf('first', shared).options);
  assert.deepEqual(itemOf('other', shared).options, itemOf('other').options);
  for (const id of ['first', 'other', 'second'])
    assert.deepEqual(optionsOf(itemOf(id, shared), shared), optionsOf(itemOf(id), form));
  assert.deepEqual([form, shared].map(hasEqualAnswers), [true, false]);
});

test('an item and the page that begins with it have conditions of their own', () => {
  assert.deepEqual(pageConditionOf(form, 'second'), likeFirst);
  assert.deepEqual(conditionOf(itemOf('second')), { any: [{ item: 'other', is: 0 }] });
  assert.equal(pageConditionOf(form, 'first'), undefined);
  assert.equal(conditionOf(itemOf('first')), undefined);
});

test('a question lacks marks, then the words for clinicians, then nothing', () => {
  const first = itemOf('first');
  const none: DangerMarks = { marks: {}, says: {} };
  const half = marked(none, 'first', ['o0'], 'none');
  const silent = marked(half, 'first', ['o1'], 'urgent');
  const whole = { ...silent, says: { first: 'Bitte sprechen Sie es an.' } };
  assert.deepEqual(
    [none, half, silent, whole].map((danger) => lacks(first, form, danger)),
    ['marks', 'marks', 'words', undefined],
  );
});
