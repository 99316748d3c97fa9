import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSav } from '../test/read-sav.ts';
import { missingCodes } from '../../../server/research/missing-codes.ts';
import { savHead, savRows } from './sav.ts';
import { spssColumn } from '../../../server/research/spss-columns.ts';

const plain = { values: [], missing: '' };
const answers = [
  { value: 0, label: 'nie' },
  { value: 2, label: 'manchmal' },
  { value: 4, label: 'fast immer – „ständig“' },
];
const words = [
  { value: 'yes', label: 'ja' },
  { value: 'self-employed', label: 'selbstständig' },
];

const columns = [
  spssColumn({ name: 'study_id', label: 'Studien-ID', form: 'text', ...plain }, 8),
  spssColumn(
    {
      name: 'a_very_long_name_of_an_item_v1_1_0',
      label: 'Ängste – wie oft?',
      form: 'integer',
      values: answers,
      codes: missingCodes,
      missing: '',
    },
    0,
  ),
  spssColumn({ name: 'started', label: 'Tag', form: 'date', ...plain }, 0),
  spssColumn({ name: 'score', label: 'Wert', form: 'decimal', ...plain }, 0),
  spssColumn(
    { name: 'work', label: 'Arbeit', form: 'text', values: words, codes: missingCodes, missing: '' },
    0,
  ),
  spssColumn(
    { name: 'short', label: '', form: 'text', values: words.slice(0, 1), codes: missingCodes, missing: '' },
    0,
  ),
  spssColumn({ name: 'free', label: 'Text', form: 'text', ...plain }, 4000),
  spssColumn({ name: 'note', label: 'Notiz', form: 'text', ...plain }, 900),
];

const longest = spssColumn({ name: 'free', label: 'Text', form: 'text', ...plain }, 40_000);

async function bytesOf(rows: readonly (readonly string[])[], of = columns): Promise<Buffer> {
  async function* each() {
    yield* rows;
  }
  const chunks = [savHead(of, 'Titel', rows.length)];
  for await (const chunk of savRows(of, each())) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('a library of others reads from a .sav file every number, every day and every text, also umlauts at the seams of long texts', async () => {
  const numbers = ['-99', '-100', '0', '151', '152', '-0.125', '1e-9', '53.4821', '123456789', ''];
  // Every length near 255 and its multiples, with characters of two bytes at odd and even places.
  const lengths = [0, 1, 7, 8, 9, 254, 255, 256, 504, 510, 511, 765, 1000];
  const texts = lengths.flatMap((length) => ['ä'.repeat(length / 2), `x${'ß'.repeat(length / 2)}`]);
  const rows = texts.map((text, index) => {
    const number = numbers[index % numbers.length]!;
    return [
      `p-${index}`,
      '-98',
      '2026-11-25',
      number,
      'self-employed',
      'yes',
      text,
      `a${' '.repeat(20)}b${text.slice(-40)}`,
    ];
  });
  const { rows: read } = await readSav(await bytesOf(rows));
  assert.equal(read.length, rows.length);
  rows.forEach(([id, , , number, work, short, free, note], index) => {
    const row = read[index]!;
    assert.deepEqual(
      [row['study_id'], row['work'], row['short'], row['free'], row['note']],
      [id, work, short, free, note],
    );
    assert.equal(row['score'], number === '' ? undefined : Number(number));
    assert.equal(row['a_very_long_name_of_an_item_v1_1_0'], -98);
    assert.equal(Number(row['started']) * 1000 + Date.UTC(1582, 9, 14), Date.UTC(2026, 10, 25));
  });
});

test('a .sav file of many rows, written in several chunks, has each row once and in its order', async () => {
  const rows = Array.from({ length: 12_000 }, (_, index) => [index % 3 === 0 ? '' : String(index / 8)]);
  const content = await bytesOf(rows, [
    spssColumn({ name: 'score', label: '', form: 'decimal', ...plain }, 0),
  ]);
  assert.ok(content.length > 65_536);
  const { rows: read } = await readSav(content);
  assert.deepEqual(
    read.map(({ score }) => String(score ?? '')),
    rows.flat(),
  );
});

test('a text that is longer than SPSS takes ends in a .sav file with a whole character', async () => {
  const { rows } = await readSav(await bytesOf([['ä'.repeat(20_000)]], [longest]));
  assert.equal(rows[0]!['free'], 'ä'.repeat(16_383));
});

test('a .sav file declares labels, levels and missing codes, those of numbers as a range and those of words singly', async () => {
  const content = await bytesOf([]);
  const { labels, valueLabels, missing } = await readSav(content);
  const name = 'a_very_long_name_of_an_item_v1_1_0';
  assert.equal(labels.get(name), 'Ängste – wie oft?');
  assert.deepEqual(missing.get(name), { min: -99, max: -94 });
  assert.equal(valueLabels.get(name)?.get(4), 'fast immer – „ständig“');
  assert.equal(valueLabels.get(name)?.get(-97), '„Möchte ich nicht sagen“');
  assert.equal(valueLabels.get('work')?.get('self-employed'), 'selbstständig');
  // The library reads the words as numbers.
  const short = (missing.get('short') as number[]).map((number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(number);
    return bytes.toString();
  });
  assert.deepEqual(short, ['-97     ', '-98     ', '-99     ']);
  // The library passes over levels and the codes of long words.
  const levels = extension(content, 11);
  const parts = Array.from({ length: levels.length / 12 }, (_, index) => levels.readInt32LE(12 * index));
  assert.deepEqual(parts.slice(0, 6), [1, 2, 3, 3, 1, 1]);
  assert.equal(
    extension(content, 22).toString('latin1'),
    '\x04\0\0\0work\x03\x08\0\0\0-97     -98     -99     ',
  );
});

/** The content of an extension record. */
function extension(content: Buffer, subtype: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt32LE(7, 0);
  head.writeInt32LE(subtype, 4);
  const at = content.indexOf(head);
  const length = content.readInt32LE(at + 8) * content.readInt32LE(at + 12);
  return content.subarray(at + 16, at + 16 + length);
}

test('a column of numbers refuses a word instead of leaving it out of the .sav file', async () => {
  await assert.rejects(bytesOf([['p', 'oft', '', '', '', '', '', '']]), /a_very_long_name/);
});
