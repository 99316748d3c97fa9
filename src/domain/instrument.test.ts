import assert from 'node:assert/strict';
import test from 'node:test';
import { canonicalJson } from './canonical-json.ts';
import { sharedItemIds } from './instrument-items.ts';
import { parseInstrument } from './instrument.ts';
import { anInstrument, instrumentText, shippedInstrument } from '../../test/survey-samples.ts';

test('a mistake of an instrument file names its line', () => {
  const text = instrumentText('dep').replace('"id": "dep-47"', '"id": "dep-46"');
  const line = text.split('\n').findLastIndex((one) => one.includes('"dep-46"')) + 1;
  const parsed = parseInstrument(text);
  assert.ok(parsed.kind === 'mistakes');
  assert.deepEqual(parsed.mistakes, [
    { path: 'dimensions[0].items[6].id', line, message: 'The item id "dep-46" is used twice.' },
  ]);
});

test('all mistakes of an instrument file are reported at once, in the order of their lines', () => {
  const text = instrumentText('exis')
    .replace(/"version": "[\d.]+"/, '"version": "eins"')
    .replace('"method": "mean"', '"method": "median"');
  const parsed = parseInstrument(text);
  assert.ok(parsed.kind === 'mistakes');
  assert.deepEqual(
    parsed.mistakes.map(({ path }) => path),
    ['version', 'scales[0].method'],
  );
});

test('mistakes of different kinds in an instrument file are reported in the order of their lines', () => {
  const text = instrumentText('dep')
    .replace('"id": "dep-safety"', '"id": "dep"')
    .replace(/"options": "frequency"(?![^]*"options": "frequency")/, '"options": "other"');
  const parsed = parseInstrument(text);
  assert.ok(parsed.kind === 'mistakes');
  assert.deepEqual(
    parsed.mistakes.map(({ path }) => path),
    ['dimensions[1].id', 'dimensions[1].items[0].options'],
  );
});

test('an instrument file may begin with a byte order mark', () => {
  assert.equal(parseInstrument(`\uFEFF${instrumentText('dep')}`).kind, 'instrument');
});

test('two options of an item cannot have one id', () => {
  const parsed = parseInstrument(instrumentText('eq5d').replace('"id": "move-2"', '"id": "move-1"'));
  assert.ok(parsed.kind === 'mistakes');
  assert.deepEqual(
    parsed.mistakes.map(({ message }) => message),
    ['The option id "move-1" is used twice.'],
  );
});

test('an instrument file that is no JSON is refused with the line', () => {
  const parsed = parseInstrument('{\n  "format": 1,\n  "id": dep\n}');
  assert.ok(parsed.kind === 'mistakes');
  assert.deepEqual(
    parsed.mistakes.map(({ line }) => line),
    [3],
  );
  for (const text of ['null', '[]', '"dep"', '5', ''])
    assert.equal(parseInstrument(text).kind, 'mistakes', text);
});

function hash(content: string): string {
  const parsed = parseInstrument(content);
  return parsed.kind === 'instrument' ? parsed.hash : '';
}

test('the hash of an instrument changes with a word, but not with layout or order of keys', () => {
  const text = instrumentText('wai');
  const { format, ...rest } = JSON.parse(text) as Record<string, unknown>; // the shipped file is an object
  assert.equal(hash(JSON.stringify({ ...rest, format })), hash(text));
  assert.notEqual(hash(text.replace('Sitzungen', 'Stunden')), hash(text));
});

test('canonical JSON sorts keys at every depth and keeps lists as they are', () => {
  assert.equal(canonicalJson({ b: [2, { d: null, c: 'ä' }], a: undefined }), '{"b":[2,{"c":"ä","d":null}]}');
});

test('a parsed instrument is the same after it was stored as JSON', () => {
  const instrument = shippedInstrument('dep');
  assert.deepEqual(JSON.parse(JSON.stringify(instrument)), instrument);
});

test('two instruments with the same item id are reported, because a session would mix up their answers', () => {
  const dep = shippedInstrument('dep');
  const twin = anInstrument(
    instrumentText('dep').replace('"id": "dep",\n  "version"', '"id": "twin",\n  "version"'),
  );
  assert.deepEqual(sharedItemIds([dep, shippedInstrument('anx')]), []);
  assert.equal(sharedItemIds([dep, twin]).length, 35);
});
