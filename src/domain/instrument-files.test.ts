import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { instrumentText, shippedIds, shippedInstrument } from '../../test/survey-samples.ts';
import { ITEM_TYPE_NAMES } from './answer-types.ts';
import { instrumentItems } from './instrument-items.ts';
import { acceptedInstrument, parseInstrument } from './instrument.ts';
import type { Dimension } from './instrument-schema.ts';

const ids = shippedIds();
const all = ids.map(shippedInstrument);

function adaptiveItems(id: string) {
  const dimension = shippedInstrument(id).dimensions.find((one: Dimension) => one.form === 'adaptive');
  return dimension?.items ?? [];
}

test('the repository has the instruments of the protocol and one with every item type', () => {
  const expected = [
    'anx',
    'dep',
    'email',
    'eq5d',
    'eri',
    'evos',
    'exis',
    'item-types',
    'mood',
    'socio',
    'system',
    'wai',
  ];
  assert.deepEqual(ids, expected);
});

for (const id of ids) {
  test(`the instrument ${id} has no mistake and says that it is for demonstration only`, () => {
    const parsed = parseInstrument(instrumentText(id));
    assert.deepEqual(parsed.kind === 'mistakes' ? parsed.mistakes : [], []);
    assert.equal(shippedInstrument(id).id, id);
    assert.equal(shippedInstrument(id).status, 'demonstration');
  });
}

test('no two instruments of the repository share an item id', () => {
  const items = all.flatMap((instrument) => instrumentItems(instrument).map((item) => item.id));
  assert.equal(new Set(items).size, items.length);
});

test('every item type occurs in an instrument of the repository', () => {
  const used = new Set(all.flatMap((instrument) => instrumentItems(instrument).map((item) => item.type)));
  assert.deepEqual(
    ITEM_TYPE_NAMES.filter((type) => !used.has(type)),
    [],
  );
});

for (const id of ['dep', 'anx']) {
  test(`${id} has at least 30 adaptive items of five categories with plausible parameters`, () => {
    const items = adaptiveItems(id);
    assert.ok(items.length >= 30);
    for (const { a = 0, b = [], options } of items) {
      assert.ok(a >= 1.2 && a <= 4);
      assert.equal(options.length, 5);
      assert.ok(b.every((threshold) => threshold >= -1.5 && threshold <= 4.5));
    }
  });

  test(`a high category of ${id} always means more complaints, also for a positive statement`, () => {
    for (const { options } of adaptiveItems(id)) {
      assert.equal(options[0]?.label, 'nie');
      assert.equal(options[4]?.label, 'fast immer');
      assert.ok(options[0].value === 0 || options[0].value === 4);
    }
    assert.ok(adaptiveItems(id).filter(({ options }) => options[0]?.value === 4).length >= 4);
  });
}

test('no two items of the instruments have the same text', () => {
  const texts = all.filter(({ id }) => id !== 'item-types').flatMap((one) => instrumentItems(one));
  const contents = texts.map(({ content }) => content);
  assert.equal(new Set(contents).size, contents.length);
});

test('no text of an instrument has a double blank, a blank at its end or a straight quotation mark', () => {
  for (const id of ids) {
    const texts = [...instrumentText(id).matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text ?? '');
    for (const text of texts) assert.doesNotMatch(text, /\s\s|\s$|^\s|\\"| [.,;:!?]/, text);
  }
});

test('dep and anx decide the condition, from T 55 and T 65 on', () => {
  const counting = all
    .flatMap(({ scales }) => scales)
    .filter((one) => one.bands?.condition_severity === 'on');
  assert.deepEqual(
    counting.map((scale) => [
      scale.key,
      scale.bands?.list.map((band) => [band.from, band.condition_severity]),
    ]),
    ['anx', 'dep'].map((key) => [
      key,
      [
        [null, 'LOW'],
        [55, 'MEDIUM'],
        [65, 'HIGH'],
      ],
    ]),
  );
});

function scaleTitles(id: string): readonly string[] {
  return shippedInstrument(id).scales.map(({ title }) => title);
}

test('each section of the report has the scales that the protocol names for it', () => {
  assert.deepEqual(scaleTitles('exis'), ['Zugehörigkeit', 'Autonomie', 'Einklang', 'Zuversicht']);
  assert.deepEqual(scaleTitles('evos'), ['Beziehungsqualität', 'Kollektive Wirksamkeit']);
  assert.deepEqual(scaleTitles('eri'), [
    'Persönliche Ressourcen',
    'Soziale Ressourcen',
    'Strukturelle Ressourcen',
  ]);
  assert.deepEqual(scaleTitles('wai'), ['Aufgaben', 'Ziele', 'Bindung']);
  assert.deepEqual(scaleTitles('socio'), []);
});

test('the example instrument of docs/instruments.md is valid', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'instruments.md'), 'utf8');
  const [, example = ''] = /```json\n(\{[^`]*)```/.exec(page) ?? [];
  const parsed = parseInstrument(example);
  assert.deepEqual(parsed.kind === 'mistakes' ? parsed.mistakes : [], []);
});

test('a published version of an instrument never changes: a changed file needs a new version and a new line in this test', () => {
  const file = join(import.meta.dirname, '..', '..', 'test', 'instrument-versions.json');
  const published: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'));
  for (const name of [...ids, 'earlier/dep-1.1.1', 'earlier/anx-1.0.2']) {
    const accepted = acceptedInstrument(JSON.parse(instrumentText(name)));
    assert.ok(accepted);
    const { id, version } = accepted.instrument;
    assert.equal(published[`${id} ${version}`], accepted.hash, name);
  }
});
