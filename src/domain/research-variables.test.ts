import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert as always, property, string } from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseInstrument, type Instrument } from './instrument.ts';
import { bandValues, itemColumns, mergeValues, namer, variableName } from './research-variables.ts';

const words = { chosen: 'gewählt', notChosen: 'nicht gewählt' };

function theInstrument(id: string): Instrument {
  const file = join(import.meta.dirname, '..', '..', 'instruments', `${id}.json`);
  const parsed = parseInstrument(readFileSync(file, 'utf8'));
  if (parsed.kind === 'instrument') return parsed.instrument;
  throw new Error(parsed.mistakes[0]?.message);
}

const types = theInstrument('item-types');

/** The same instrument with a new version and, if given, another wording of one item. */
function nextVersion(instrument: Instrument, version: string, changed?: string): Instrument {
  const dimensions = instrument.dimensions.map((dimension) => ({
    ...dimension,
    items: dimension.items.map((item) => (item.id === changed ? { ...item, content: 'Neu gefragt' } : item)),
  }));
  // Only items of the dimensions change, so the type stays true.
  return { ...instrument, version, dimensions: dimensions as Instrument['dimensions'] };
}

test('every variable name begins with a letter, has only letters, digits and underscores, and fits R and SPSS', () => {
  always(
    property(string(), (text) => {
      assert.match(variableName(text), /^[a-z][a-z0-9_]{0,39}$/);
      assert.doesNotMatch(variableName(text), /_$/);
    }),
  );
  assert.equal(variableName('PHQ-9.1'), 'phq_9_1');
  assert.equal(variableName('9-items'), 'v_9_items');
  assert.equal(variableName('to'), 'v_to');
});

test('two items whose ids differ only in case or punctuation get different variable names', () => {
  const nameOf = namer(['session_id']);
  const names = ['session-id', 'A.1', 'a-1', 'a_1', 'a_1_2'].map(nameOf);
  assert.deepEqual(names, ['session_id_2', 'a_1', 'a_1_2', 'a_1_3', 'a_1_2_2']);
});

test('each item type has the columns that its answers need, and an item for an e-mail address has none', () => {
  const find = itemColumns([types], namer(), words);
  const forms = Object.fromEntries(
    types.dimensions.flatMap(({ items }) =>
      items.map(({ id, type }) => [type, find(types, id)?.variables.map(({ form }) => form)]),
    ),
  );
  assert.deepEqual(forms['EMAIL_NOTIFICATION_PRE'], []);
  assert.deepEqual(forms['INFO'], []);
  assert.deepEqual(forms['QUESTION_DATE'], ['date']);
  assert.deepEqual(forms['QUESTION_DOUBLE_POSITIVE'], ['decimal']);
  assert.deepEqual(forms['QUESTION_RANGE_INDICATOR'], ['integer']);
  assert.deepEqual(forms['QUESTION_TEXT_AREA_OPTIONAL'], ['text']);
});

test('a checkbox has one column for each option: 1 chosen, 0 not chosen', () => {
  const box = types.dimensions[0]!.items.find(({ type }) => type === 'QUESTION_CHECKBOX')!;
  const { variables } = itemColumns([types], namer(), words)(types, box.id)!;
  assert.equal(variables.length, box.options.length);
  const value = [box.options[1]!.value];
  assert.deepEqual(
    variables.map((variable) => variable.read({ value })),
    box.options.map((_, index) => (index === 1 ? 1 : 0)),
  );
});

test('an item that is equal in two versions is one variable, and a changed item is a new variable with its version in the name', () => {
  const first = types.dimensions[0]!.items.find(({ type }) => type === 'QUESTION_INTEGER')!.id;
  const later = nextVersion(types, '1.1.0', first);
  const find = itemColumns([types, later], namer(), words);
  assert.match(find(later, first)!.name, /_v1_1_0$/);
  const other = types.dimensions[0]!.items.find(({ type }) => type === 'QUESTION_DATE')!.id;
  assert.equal(find(later, other), find(types, other));
});

test('a value with two labels keeps the first one', () => {
  const merged = mergeValues(
    [{ value: 'a', label: 'A' }],
    [
      { value: 'a', label: 'X' },
      { value: 'b', label: 'B' },
    ],
  );
  assert.deepEqual(merged, [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ]);
});

test('the codebook says of a checkbox that 0 is not chosen and 1 is chosen', () => {
  const box = types.dimensions[0]!.items.find(({ type }) => type === 'QUESTION_CHECKBOX')!;
  const [first] = itemColumns([types], namer(), words)(types, box.id)!.variables;
  assert.equal(first!.form, 'integer');
  assert.equal(first!.label, `${box.content} – ${box.options[0]!.label}`);
  assert.deepEqual(first!.values, [
    { value: 0, label: 'nicht gewählt' },
    { value: 1, label: 'gewählt' },
  ]);
});

/** The column of a single choice with these values of its options. */
function choiceColumn(...values: (string | number)[]) {
  const options = values.map((value, index) => ({ id: `o${index}`, label: `Wort ${index}`, value }));
  const [dimension] = types.dimensions;
  const item = { id: 'choice', type: 'QUESTION_SELECT' as const, content: 'Frage', options };
  const instrument = { ...types, dimensions: [{ ...dimension!, items: [item] }] } as Instrument; // only items changed
  return itemColumns([instrument], namer(), words)(instrument, 'choice')!.variables[0]!;
}

test('a single choice is a column of whole numbers, decimals or texts, depending on the values of its options', () => {
  assert.equal(choiceColumn(0, 1, 2).form, 'integer');
  assert.equal(choiceColumn(0, 0.5, 1).form, 'decimal');
  assert.equal(choiceColumn(0, 'x').form, 'text');
  assert.deepEqual(choiceColumn(0, 'x').values, [
    { value: 0, label: 'Wort 0' },
    { value: 'x', label: 'Wort 1' },
  ]);
});

test('an answer that is not a checkbox is exported as it is, and an empty answer as missing', () => {
  const { read } = choiceColumn(0, 'x');
  assert.equal(read({ value: 0 }), 0);
  assert.equal(read({ value: 'x' }), 'x');
  assert.equal(read({ value: '' }), null);
  assert.equal(read({ value: ['x'] }), null);
});

test('the severity bands of a scale are the labelled values of its column, and a scale without bands has none', () => {
  const dep = theInstrument('dep');
  const labels = bandValues(dep.scales[0]!).map(({ value, label }) => [value, label]);
  assert.deepEqual(
    labels,
    dep.scales[0]!.bands!.list.map(({ key, label }) => [key, label]),
  );
  assert.ok(labels.length > 1);
  assert.deepEqual(bandValues({}), []);
});

test('the label of a slider in the codebook contains the words at both ends', () => {
  const slider = types.dimensions[0]!.items.find(({ type }) => type === 'QUESTION_RANGE_INDICATOR')!;
  const [variable] = itemColumns([types], namer(), words)(types, slider.id)!.variables;
  const ends = slider.options.map(({ value, label }) => `${value} = ${label}`).join('; ');
  assert.equal(variable!.label, ends === '' ? slider.content : `${slider.content} (${ends})`);
});

test('a slider without words at its ends is labelled with its question alone', () => {
  const [dimension] = types.dimensions;
  const item = {
    id: 'slider',
    type: 'QUESTION_RANGE_INDICATOR' as const,
    content: 'Wie geht es?',
    options: [],
  };
  const instrument = { ...types, dimensions: [{ ...dimension!, items: [item] }] } as Instrument; // only items changed
  assert.equal(
    itemColumns([instrument], namer(), words)(instrument, 'slider')!.variables[0]!.label,
    'Wie geht es?',
  );
});

test('a checkbox whose answer is one value instead of a list is exported as that option', () => {
  const box = types.dimensions[0]!.items.find(({ type }) => type === 'QUESTION_CHECKBOX')!;
  const { variables } = itemColumns([types], namer(), words)(types, box.id)!;
  const chosen = variables.map(({ read }) => read({ value: box.options[0]!.value }));
  assert.deepEqual(
    chosen,
    box.options.map((_, index) => (index === 0 ? 1 : 0)),
  );
});
