import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { test } from 'node:test';
import { codebookCsv, codebookHtml } from './codebook.ts';
import type { TableShape } from './columns.ts';
import { rScript } from './r-script.ts';
import { spssColumn } from './spss-columns.ts';
import { spssScript } from './spss-script.ts';

const WORDS = `It's "hard" \\ to <b>quote</b>\nin two lines, wide: ${'Ä'.repeat(300)}`;

const tables: TableShape[] = [
  {
    file: 'wide_pre.csv',
    title: 'Titel',
    columns: [
      { name: 'study_id', label: 'Studien-ID', form: 'text', values: [], missing: 'nie leer' },
      { name: 'started', label: 'Beginn', form: 'date', values: [], missing: 'nie leer' },
      {
        name: 'item_1',
        label: WORDS,
        form: 'integer',
        values: [
          { value: 0, label: "gar nicht, it's" },
          { value: 1, label: WORDS },
        ],
        missing: 'leer',
        origin: { instrument: 'x', versions: ['1.0.0', '1.1.0'], item: 'item-1' },
      },
      {
        name: 'item_2',
        label: '=1+1',
        form: 'text',
        values: [{ value: 'a"b', label: 'c' }],
        missing: 'leer',
        origin: { instrument: 'x', versions: ['1.0.0'], item: 'item-2' },
      },
    ],
  },
];

/** The script without its quoted texts. Fails at an open quote. A doubled or escaped quote belongs to the text. */
function outsideQuotes(script: string, quote: string, escape: string): string {
  let outside = '';
  let inside = false;
  for (let at = 0; at < script.length; at++) {
    const pair = script.slice(at, at + 2);
    if (inside && (escape === quote ? pair === quote + quote : pair[0] === escape)) at += 1;
    else if (script[at] === quote) inside = !inside;
    else if (!inside) outside += script[at];
  }
  assert.equal(inside, false);
  return outside;
}

test('the R script closes every quote and bracket, whatever the text of an item contains', () => {
  const code = rScript(tables)
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n');
  const outside = outsideQuotes(code, '"', '\\');
  for (const [open, close] of ['()', '{}', '[]'])
    assert.equal(outside.split(open!).length, outside.split(close!).length);
  assert.doesNotMatch(outside, /quote|wide:/);
  assert.match(code, /item_1 = "integer"/);
  assert.match(code, /levels = list\(\n {4}item_1 = list\(values = c\(0, 1\), labels = c\("gar nicht, it's"/);
});

test('the R script is ASCII, so that it runs in every locale, and keeps each letter as an escape', () => {
  const script = rScript(tables);
  assert.deepEqual(script.match(/[^\n -~]/gu), null);
  assert.ok(script.includes('\\u00c4'.repeat(300)));
  const emoji = { ...tables[0]!, columns: [{ ...tables[0]!.columns[0]!, label: '👍 Ä' }] };
  assert.ok(rScript([emoji]).includes('"\\U0001f44d \\u00c4"'));
});

test('the SPSS syntax closes every text on its line, ends every command, and has no line longer than SPSS reads', () => {
  const measured = tables.map(({ file, columns }) => ({
    file,
    columns: columns.map((one) => spssColumn(one, 300)),
  }));
  const script = spssScript(measured);
  assert.match(script, /study_id A4096/);
  for (const line of script.split('\n')) {
    assert.ok(Buffer.byteLength(line) <= 256, line);
    if (!line.startsWith('*') && !line.startsWith('GET DATA')) outsideQuotes(line, "'", "'");
  }
  assert.match(script, /started SDATE10/);
  assert.match(script, /item_1 F10\.0/);
  assert.match(script, / {6}0 'gar nicht, it''s'/);
  const commands = script
    .split(/^(?=[A-Z*])/m)
    .map((command) => command.trim())
    .filter((command) => command !== '');
  for (const command of commands) assert.match(command, /\.$/);
});

test('the codebook names each column, and the text of an item becomes neither markup nor a formula', () => {
  const instruments = [{ id: 'x', version: '1.0.0', title: '<i>X</i>', status: 'draft', inForce: false }];
  const rows: Record<string, string>[] = parse(codebookCsv(tables, instruments), { columns: true });
  assert.deepEqual(
    rows.map((row) => row['variable']),
    ['study_id', 'started', 'item_1', 'item_2'],
  );
  assert.equal(rows[3]!['label'], "'=1+1");
  assert.deepEqual([rows[2]!['instrument_version'], rows[2]!['in_force']], ['1.0.0 | 1.1.0', 'abgelöst']);
  const page = codebookHtml(tables, instruments);
  assert.ok(page.includes('&lt;b&gt;quote&lt;/b&gt;') && page.includes('&lt;i&gt;X&lt;/i&gt;'));
  assert.ok(!page.includes('<b>'));
});
