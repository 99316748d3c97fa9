import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'resonanz-draft-'));
after(() => rmSync(folder, { recursive: true }));

const never = async () => Promise.reject(new Error('A draft needs no database.'));

async function manage(...words: string[]) {
  const [out, notes]: [string[], string[]] = [[], []];
  const code = await runCommand(words, {
    dataDir: folder,
    services: never,
    databaseUrl: never,
    extensions: [],
    note: (line) => notes.push(line),
    write: (text) => out.push(text),
  });
  return { code, out: out.join(''), notes: notes.join('\n') };
}

function aFile(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The ids of the items in a printed draft, and its id. */
async function drafted(...words: string[]) {
  const { code, out, notes } = await manage('instruments', ...words);
  assert.equal(code, 0, notes);
  const draft = JSON.parse(out);
  const items: readonly { id: string }[] = draft.dimensions[0].items;
  return { id: draft.id, form: draft.dimensions[0].form, items: items.map(({ id }) => id), draft };
}

test('a bank becomes a draft with the name of its file, and a short form holds the named items in their order', async () => {
  const bank = aFile(
    'Stimmung 2.csv',
    'item,content,a,b1,b2\r\nm1,"Ich war froh, oft",1.5,-1,0\r\nm2,,2,0,1\r\n',
  );
  const { draft, ...adaptive } = await drafted('bank', bank);
  assert.deepEqual(adaptive, { id: 'stimmung-2', form: 'adaptive', items: ['m1', 'm2'] });
  assert.equal(draft.dimensions[0].items[0].content, 'Ich war froh, oft');
  const { draft: _, ...short } = await drafted('bank', bank, '--short', 'm2, m1');
  assert.deepEqual(short, { id: 'stimmung-2-short', form: 'fixed', items: ['short-m2', 'short-m1'] });
  for (const [names, why] of [
    ['m1,m9', /"m9", which is no item/],
    ['m1,m1', /"m1" twice/],
  ] as const) {
    const { code, out, notes } = await manage('instruments', 'bank', bank, '--short', names);
    assert.deepEqual([code, out], [2, '']);
    assert.match(notes, why);
  }
});

test('a table of a German spreadsheet is read: byte order mark, semicolons, decimal commas, empty rows', async () => {
  const { draft } = await drafted('bank', aFile('bank.csv', '\uFEFFitem;a;b1\r\nm1;1,5;-0,25\r\n;;\r\n'));
  assert.deepEqual([draft.dimensions[0].items[0].a, draft.dimensions[0].items[0].b], [1.5, [-0.25]]);
});

test('mistakes of a table are printed with file, line and column, and nothing else', async () => {
  const bank = aFile('wrong.csv', 'item,a,b1,b2\nm1,1,0,0\n\nm1,1,5,0,1\nm2,x,0,1\n');
  const { code, out, notes } = await manage('instruments', 'bank', bank, '--json');
  assert.equal(code, 1);
  assert.match(notes, /3 mistake\(s\) found/);
  const rows: readonly { file: string; line: number; column: string }[] = JSON.parse(out);
  assert.deepEqual(
    rows.map(({ file, line, column }) => [file, line, column]),
    [
      [bank, 2, 'b2'],
      [bank, 4, ''],
      [bank, 5, 'a'],
    ],
  );
  const open = await manage('instruments', 'bank', aFile('open.csv', 'item,a,b1\n"m1,1,0\n'));
  assert.equal(open.code, 1);
  assert.match(open.notes, /open\.csv is no valid CSV: .*line 2/);
  const empty = await manage('instruments', 'bank', aFile('empty.csv', ''));
  assert.match(empty.out, /There is no item/);
});

test('the published structures are listed, and one is printed as a draft without wording', async () => {
  const { out } = await manage('instruments', 'structure', '--json');
  const rows: readonly { name: string; items: number; source: string }[] = JSON.parse(out);
  assert.ok(rows.length >= 24);
  assert.ok(rows.every(({ items, source }) => items > 0 && source !== ''));
  const { id, items, draft } = await drafted('structure', 'PHQ-9');
  assert.deepEqual([id, items.length, items[8]], ['phq-9', 9, 'phq-9-9']);
  assert.match(draft.dimensions[0].items[0].content, /^DECIDE: /);
  const { code, notes } = await manage('instruments', 'structure', 'fep-2');
  assert.equal(code, 1);
  assert.match(notes, /no structure "fep-2"/);
});
