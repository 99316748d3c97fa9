import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { runCommand } from '../../../server/operator/run-command.ts';
import { questionnaireFormats } from '../index.ts';
import { workbook } from '../test/workbooks.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-forms-'));
after(() => rmSync(dataDir, { recursive: true }));

async function manage(name: string, content: string | Uint8Array, ...words: string[]) {
  const file = join(dataDir, name);
  writeFileSync(file, content);
  const [out, notes]: [string[], string[]] = [[], []];
  const code = await runCommand(['instruments', 'import', file, ...words], {
    dataDir,
    services: () => Promise.reject(new Error('no database is needed')),
    databaseUrl: () => Promise.reject(new Error('no database is needed')),
    extensions: [questionnaireFormats],
    note: (line) => notes.push(line),
    write: (text) => out.push(text),
  });
  return { code, out: out.join(''), notes: notes.join('\n') };
}

const table = 'Frage;Antworten;Notiz\nWach?;nie=0|oft=1;alt\nMüde?;nie=0|oft=1;\n';

test('the command recognises a form by its content, prints the draft, and says on standard error what it does not keep', async () => {
  const { code, out, notes } = await manage('Müde & wach.txt', `\uFEFF${table}`, '--draft');
  assert.equal(code, 0, notes);
  const { id, status, option_sets: sets, dimensions } = JSON.parse(out);
  assert.deepEqual([id, status, Object.keys(sets)], ['mude-wach', 'draft', ['answers-1']]);
  assert.deepEqual(
    dimensions[0].items.map((item: { id: string; options: string }) => [item.id, item.options]),
    [
      ['mude-wach-01', 'answers-1'],
      ['mude-wach-02', 'answers-1'],
    ],
  );
  assert.match(notes, /^not kept: line 2: column "Notiz"$/m);
  assert.match(notes, /^note: 2 question\(s\) must be answered here/m);
});

test('mistakes of a form are listed with file and line, and nothing is printed beside them', async () => {
  const { code, out, notes } = await manage('wrong.csv', `${table}Noch?;manchmal;\n`, '--draft', '--json');
  assert.equal(code, 1);
  const [row, ...others] = JSON.parse(out);
  assert.deepEqual([row.line, row.path, others.length], [4, '03', 0]);
  assert.match(row.file, /wrong\.csv$/);
  assert.match(notes, /1 mistake\(s\) found, nothing imported/);
});

test('a form without --draft, with a second file, or in another encoding is refused by its kind', async () => {
  const without = await manage('a.csv', table);
  assert.deepEqual([without.code, without.out], [2, '']);
  assert.match(without.notes, /a\.csv alone needs --draft/);
  const two = await manage('b.csv', table, '--draft', join(dataDir, 'a.csv'));
  assert.deepEqual([two.code, two.out], [2, '']);
  assert.match(two.notes, /give one file alone/);
  for (const [content, pattern] of [
    [Buffer.from(table, 'latin1'), /line 3 has signs that are no UTF-8/],
    [Buffer.from(`\uFEFF${table}`, 'utf16le'), /UTF-16/],
    ['', /The file is empty/],
    ['<document><LimeSurveyDocType/></document>', /no form that can be read: .*a table/],
    ['{"pages": [{"elements": [}]}', /no valid JSON/],
  ] as const) {
    const { code, out, notes } = await manage('c.csv', content, '--draft');
    assert.equal(code, 1, String(pattern));
    assert.match(out, pattern);
    assert.match(notes, /nothing imported/);
  }
});

test('a workbook and an archive become drafts of the command, named after the file, and a broken one is refused', async () => {
  const rows = table.split('\n').map((line) => line.split(';'));
  const book = await manage('Woche.xlsx', workbook({ Fragen: rows, Rest: [['x']] }), '--draft');
  assert.equal(book.code, 0, book.notes);
  const { id, dimensions } = JSON.parse(book.out);
  assert.deepEqual([id, dimensions[0].items.length], ['woche', 2]);
  assert.match(book.notes, /^not kept: \(file\): sheet "Rest"$/m);
  const dictionary = strToU8('field_name,form_name,field_type,field_label\na,week,yesno,Wach?\n');
  const archive = await manage('week.zip', zipSync({ 'instrument.csv': dictionary }), '--draft');
  assert.equal(archive.code, 0, archive.notes);
  assert.equal(JSON.parse(archive.out).id, 'week');
  const broken = await manage('x.xlsx', workbook({ Fragen: rows }).slice(0, 200), '--draft', '--json');
  assert.equal(broken.code, 1);
  assert.match(broken.out, /archive is damaged/);
});
