import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../../domain/undecided.ts';
import { plainName, readForm, type FormReader, type ReadableFile } from './form-reader.ts';

/** A reader of texts that begin with the word, which keeps the file that it got. */
function readerOf(word: string) {
  const got: ReadableFile[] = [];
  const reader: FormReader = {
    name: `a ${word}`,
    fits: ({ text }) => text?.startsWith(word) ?? false,
    draft: (file) => {
      got.push(file);
      const places = ['a', 'b'];
      return {
        kind: 'draft',
        instrument: {
          licence: decide('the licence'),
          dimensions: [{ items: [{ type: 'INFO' }, { type: 'QUESTION_TEXT', content: 'Wer?' }] }],
        },
        notKept: [
          { name: 'colour', places },
          { name: 'width', places: ['a'] },
          { name: 'font', places },
        ],
        notes: ['one question'],
      };
    },
  };
  return { reader, got };
}

const readers = [readerOf('poem').reader, readerOf('letter').reader];
const read = (bytes: Uint8Array | string, known = readers) =>
  readForm(known, { name: 'x.txt', bytes: Buffer.from(bytes as string) });

test('the first reader that knows a file drafts it, without the mark of its encoding', async () => {
  const { reader, got } = readerOf('letter');
  const form = await readForm([...readers.slice(0, 1), reader, ...readers], {
    name: 'folder/von Hand.letter.txt',
    bytes: Buffer.from('\uFEFFletter für alle'),
  });
  assert.deepEqual(form, {
    kind: 'draft',
    instrument: {
      licence: decide('the licence'),
      dimensions: [{ items: [{ type: 'INFO' }, { type: 'QUESTION_TEXT', content: 'Wer?' }] }],
    },
    kept: 1,
    notKept: [
      { where: 'a, b', what: 'colour, font' },
      { where: 'a', what: 'width' },
    ],
    toDecide: [{ where: 'licence', what: 'the licence' }],
    notes: ['one question'],
  });
  assert.deepEqual(
    got.map((file) => [file.text, plainName(file)]),
    [['letter für alle', 'von Hand.letter']],
  );
});

test('a file that is no text is offered to the readers without a text', async () => {
  const archive: FormReader = {
    name: 'an archive',
    fits: ({ text, bytes }) => text === null && bytes[0] === 0x50,
    draft: () => ({ kind: 'mistakes', mistakes: [{ line: 2, place: 'inside', message: 'Empty' }] }),
  };
  const zip = Buffer.from('UEsDBBQAAAAIAA==', 'base64');
  assert.deepEqual(await read(zip, [...readers, archive]), {
    kind: 'mistakes',
    mistakes: [{ line: 2, place: 'inside', message: 'Empty' }],
  });
});

test('a file that no reader knows is refused with what is wrong, and with the formats that can be read', async () => {
  for (const [bytes, line, message] of [
    ['story', 1, /^The file is no form that can be read: a poem, a letter\.$/],
    ['', 1, /^The file is empty\.$/],
    [' \n', 1, /^The file is empty\.$/],
    ['{\n"a": 1,\n"a": 2}', 3, /^The file is no valid JSON: The key "a" is given twice/],
    [Buffer.from('poem\nfür', 'latin1'), 2, /line 2 has signs that are no UTF-8 \(Windows-1252\?\)/],
    [Buffer.from('poem', 'utf16le'), 1, /it is UTF-16/],
    [Buffer.from('\uFEFFpoem', 'utf16le'), 1, /it is UTF-16/],
    [Buffer.from('UEsDBBQAAAAIAA==', 'base64'), 1, /no form that can be read: a poem, a letter/],
    [Buffer.alloc(5 * 2 ** 20 + 1, 'poem'), 1, /more than 5 MB/],
  ] as const) {
    const form = await read(bytes);
    assert.ok(form.kind === 'mistakes' && form.mistakes.length === 1, String(message));
    assert.match(form.mistakes[0]?.message ?? '', message);
    assert.deepEqual([form.mistakes[0]?.line, form.mistakes[0]?.place], [line, '(file)']);
  }
  assert.equal((await read(Buffer.alloc(5 * 2 ** 20, 'poem'))).kind, 'draft');
  const none = await read('poem', []);
  assert.ok(none.kind === 'mistakes');
  assert.match(none.mistakes[0]?.message ?? '', /reads no forms/);
});
