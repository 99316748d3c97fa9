import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choicesFor, toggled } from './typeahead.ts';

const diagnoses = [
  { id: 'F32.1', text: 'F32.1 Mittelgradige depressive Episode' },
  { id: 'F41.1', text: 'F41.1 Generalisierte Angststörung' },
];
const ids = (typed: string) => choicesFor(diagnoses, typed).map(({ id }) => id);

test('a diagnosis is found by a part of its id or of its description, whatever the case', () => {
  assert.deepEqual(ids('f32'), ['F32.1']);
  assert.deepEqual(ids('ANGST'), ['F41.1']);
  assert.deepEqual(ids(' störung '), ['F41.1']);
  assert.deepEqual(ids('.1'), ['F32.1', 'F41.1']);
});

test('a diagnosis that the typed word describes stands before one that mentions it', () => {
  const texts = [
    'F20.4 Postschizophrene Depression',
    'F31.3 Bipolare affektive Störung, gegenwärtig leichte depressive Episode',
    'F32.0 Leichte depressive Episode',
    'F55.0 Schädlicher Gebrauch: Antidepressiva',
    'F32.1 Mittelgradige depressive Episode',
    'F32 Depressive Episode',
  ];
  const choices = texts.map((text) => ({ id: text, text }));
  assert.deepEqual(
    choicesFor(choices, 'depress').map(({ id }) => id.slice(0, 5)),
    ['F20.4', 'F32.0', 'F32.1', 'F32 D', 'F31.3', 'F55.0'],
  );
});

test('an empty typeahead offers all diagnoses, an unknown word none', () => {
  assert.deepEqual(ids(''), ['F32.1', 'F41.1']);
  assert.deepEqual(ids('xyz'), []);
});

test('a typeahead shows at most 1,000 results', () => {
  const many = Array.from({ length: 1001 }, (_, index) => ({ id: String(index), text: `F${index}` }));
  assert.equal(choicesFor(many, 'f').length, 1000);
});

test('a diagnosis chosen a second time is removed, and the list contains no diagnosis twice', () => {
  assert.deepEqual(toggled(['a'], 'b'), ['a', 'b']);
  assert.deepEqual(toggled(['a', 'b'], 'a'), ['b']);
});
