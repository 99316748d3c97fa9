import assert from 'node:assert/strict';
import test from 'node:test';
import { assert as holds, boolean, json, property } from 'fast-check';
import { parseJsonLines, showPath } from './json-lines.ts';

function mistake(text: string): string {
  const result = parseJsonLines(text);
  return result.kind === 'mistake' ? `${result.line}: ${result.message}` : 'none';
}

// A key that the reader refuses on purpose.
function hasNoProto(text: string): boolean {
  return !text.includes('"__proto__"');
}

test('a JSON text that JSON.parse accepts is read with the same result', () => {
  holds(
    property(json().filter(hasNoProto), boolean(), (text, pretty) => {
      const value: unknown = JSON.parse(text);
      const result = parseJsonLines(pretty ? JSON.stringify(value, null, 2) : text);
      assert.ok(result.kind === 'value');
      assert.deepEqual(result.value, value);
    }),
  );
});

test('a JSON text that JSON.parse refuses is refused', () => {
  const texts = [
    '',
    ' ',
    '{',
    '[1,]',
    '{"a":1,}',
    '[1 2]',
    '01',
    '1.',
    '.5',
    '+1',
    '-',
    'tru',
    "'a'",
    '"a',
    '"\\x"',
  ];
  for (const text of [
    ...texts,
    '"\u0001"',
    '"a\nb"',
    '{a:1}',
    '{"a" 1}',
    '1 2',
    'NaN',
    '[1',
    '{"a":}',
    '\u00a01',
  ]) {
    assert.throws(() => JSON.parse(text), text);
    assert.notEqual(mistake(text), 'none', text);
  }
});

test('a mistake in a JSON text names its line', () => {
  assert.equal(mistake('{\n  "a": 1\n  "b": 2\n}'), '3: A comma or } is missing.');
  assert.equal(mistake('[\n1,\nzwei]'), '3: A value is missing, or a text without double quotes.');
  assert.equal(mistake('[\n1,\n'), '3: The text ends too early.');
  assert.equal(mistake('{}\n\nx'), '3: The text goes on after the end of the JSON value.');
});

test('a repeated key in a JSON text is a mistake', () => {
  assert.equal(mistake('{\n"a": 1,\n"a": 2\n}'), '3: The key "a" is given twice.');
});

test('a key of a JSON text that would change the prototype is refused', () => {
  assert.match(mistake('{"__proto__": {"a": 1}}'), /"__proto__" is not allowed/);
});

test('an extremely nested JSON text is refused without a crash', () => {
  assert.match(mistake('['.repeat(100_000)), /nested more than 100 deep/);
});

test('every value of a JSON text has its line, and a missing value has the line of the nearest value around it', () => {
  const result = parseJsonLines('{\n "list": [\n  1,\n  {"b": 2,\n   "c": 3}\n ]\n}');
  assert.ok(result.kind === 'value');
  assert.equal(result.lineOf([]), 1);
  assert.equal(result.lineOf(['list']), 2);
  assert.equal(result.lineOf(['list', 0]), 3);
  assert.equal(result.lineOf(['list', 1, 'c']), 5);
  assert.equal(result.lineOf(['list', 1, 'missing']), 4);
});

test('lines of a JSON text may end with CRLF', () => {
  const result = parseJsonLines('{\r\n "a": 1,\r\n "b": 2\r\n}');
  assert.equal(result.kind === 'value' && result.lineOf(['b']), 3);
});

test('the path of a JSON value is shown with points and brackets', () => {
  assert.equal(showPath(['dimensions', 0, 'items', 3, 'b']), 'dimensions[0].items[3].b');
  assert.equal(showPath([]), '(file)');
});

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test('a JSON text may be nested a hundred levels deep and no deeper', () => {
  assert.equal(mistake(nested(100)), 'none');
  assert.equal(mistake(nested(101)), '1: The values are nested more than 100 deep.');
  assert.equal(mistake('{"a":'.repeat(101)), '1: The values are nested more than 100 deep.');
});

test('each kind of mistake in a JSON text has its own sentence', () => {
  const sentences = {
    '{a: 1}': 'A key in double quotes is missing.',
    '{"a": 1, }': 'A key in double quotes is missing.',
    '{"a" 1}': 'A colon is missing after "a".',
    '{"a": {"b" 1}}': 'A colon is missing after "b".',
    '{"a": }': 'A value is missing, or a text without double quotes.',
    '[1, ]': 'A value is missing, or a text without double quotes.',
    '[[1] [2]]': 'A comma or ] is missing.',
    '[{"a": 1} 2]': 'A comma or ] is missing.',
    '{"a": [1] "b": 2}': 'A comma or } is missing.',
    '[1 // one': 'A comma or ] is missing.',
    '{"a": 1': 'A comma or } is missing.',
    '{': 'A key in double quotes is missing.',
    '{"a":': 'The text ends too early.',
    '[': 'The text ends too early.',
    '': 'The text ends too early.',
    '1 2': 'The text goes on after the end of the JSON value.',
    '"a': 'A text is not closed on its line, or holds a control character.',
    '"a\u0001"': 'A text is not closed on its line, or holds a control character.',
    '"\\x"': 'The text "\\x" holds an escape that JSON does not know.',
    '"\\u12"': 'The text "\\u12" holds an escape that JSON does not know.',
    '[1.]': 'The number 1. is not complete.',
  };
  for (const [text, sentence] of Object.entries(sentences))
    assert.equal(mistake(text), `1: ${sentence}`, text);
});

test('several objects of a JSON text may have the same key', () => {
  assert.equal(mistake('[{"a": 1}, {"a": {"a": 2}}]'), 'none');
  assert.equal(mistake('{"a": {"b": 1}, "b": 2}'), 'none');
  assert.equal(mistake('{"a": {"b": 1},\n"a": 2}'), '2: The key "a" is given twice.');
});
