// Texts of all planes of Unicode in every place of a document. `npm run proof -- every-sign` draws many others.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { array, constantFrom, integer, oneof, sample } from 'fast-check';
import { amount, seed } from '../../../test/amount.ts';
import { eventually } from '../../../test/eventually.ts';
import type { Document } from './blocks.ts';
import { html } from './html.ts';
import { printedForm, renderPdf } from './print-pdf.ts';
import { openTypesetter } from './typeset.ts';

const DOCUMENTS = amount({ usual: 2, all: 10 });
const TEXTS = 200;

const planes = Array.from({ length: 17 }, (_, plane) =>
  integer({ min: plane * 0x10000, max: plane * 0x10000 + 0xffff }),
);
// Joiners, variation selectors, directions, marks, a skin tone, a flag of tags, a line separator, lone surrogates.
const joining =
  '\u200D \uFE0E \uFE0F \u202E \u2066 \u2069 \u200F \u0300 \u20E3 \u{1F468} \u{1F3FD} \u{E0067} \u{E0100} \u2028 \uFEFF \uD83D \uDC4D';
const sign = oneof(
  ...planes,
  { weight: 12, arbitrary: integer({ min: 0, max: 0x2fff }) },
  { weight: 5, arbitrary: constantFrom(...joining.split(' ').map((text) => text.codePointAt(0) ?? 0)) },
);
const strange = array(sign, { minLength: 1, maxLength: 20 }).map((codes) => String.fromCodePoint(...codes));

function aDocument(texts: readonly string[]): Document {
  const at = (index: number) => texts[index % texts.length] ?? '';
  const svg = html`<svg viewBox="0 0 400 40" width="400" height="40">
    <text x="5" y="20">${at(4)}</text>
  </svg>`;
  return {
    title: `Bericht ${at(0)}`,
    layout: 'page',
    footer: at(1),
    blocks: [
      { kind: 'facts', rows: [[at(2), at(3)]] },
      { kind: 'figure', svg, alt: at(5), caption: at(6) },
      { kind: 'heading', level: 2, text: `Abschnitt ${at(7)}` },
      { kind: 'table', head: [[{ text: at(8) }], [{ text: at(9) }]], rows: [[[{ text: at(10) }], []]] },
      { kind: 'plain', text: at(11) },
      ...texts.map((text, index) => ({
        kind: 'paragraph' as const,
        runs: [{ text, ...(index % 3 === 0 ? { bold: true as const } : {}) }],
      })),
    ],
  };
}

const isAccessible = (pdf: Buffer) => pdf.includes('pdfuaid:part');

test(`${DOCUMENTS * TEXTS} texts of all planes of Unicode become accessible PDFs in time (SEED=${seed})`, async () => {
  const drawn = array(strange, { minLength: TEXTS, maxLength: TEXTS });
  for (const texts of sample(drawn, { seed, numRuns: DOCUMENTS })) {
    const pdf = await renderPdf(aDocument(texts));
    assert.ok(isAccessible(pdf), JSON.stringify(texts));
  }
});

test('a picture never gets a sign that its font does not have', () => {
  for (const text of ['👍🏽', 'ܐ\u0300ᚠ', '한국', '\u0E49\u202E']) {
    const { blocks } = JSON.parse(printedForm(aDocument([text])));
    const { svg, alt } = blocks.find(({ kind }: { kind: string }) => kind === 'figure');
    assert.match(svg, /\[Zeichen U\+[^\]]*\]/);
    assert.match(svg, /^[ -~]*$/);
    assert.equal(alt, text);
  }
});

// All texts of a PDF can be read aloud, because each font maps its glyphs to Unicode.
function readableSigns(pdf: Buffer): Set<string> {
  const maps = pdf
    .toString('latin1')
    .split(/\bstream\r?\n/)
    .filter((text) => text.includes('beginbfchar'));
  const codes = maps.flatMap((map) => [...map.matchAll(/<[0-9A-F]{4}> ?<([0-9A-F]+)>/gi)]);
  const texts = codes.map(([, code = '']) => Buffer.from(code, 'hex').swap16().toString('utf16le'));
  return new Set(texts.join(''));
}

test('names in Latin, Greek and Cyrillic letters stand in a PDF as they are', async () => {
  const names = [
    'Đorđević',
    'Łukasz',
    'Şahin',
    'Θεοδώρα',
    'Наталья',
    'Nguyễn',
    'Ďuriš',
    'Ångström',
    'Їжакевич',
  ];
  for (const name of names) {
    const readable = readableSigns(await renderPdf(aDocument([name])));
    assert.deepEqual(
      [...name].filter((letter) => !readable.has(letter)),
      [],
      name,
    );
  }
});

test('the process that typesets ends with a server that was killed, even in the middle of a document', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'resonanz-typeset-')), 'pid');
  const script = fileURLToPath(new URL('../../../test/fixtures/typesetting-server.ts', import.meta.url));
  const server = spawn(process.execPath, [script, `"hängt 한 in ${file}"`], { stdio: 'ignore' });
  const pid = await eventually(
    async () => Number(await readFile(file, 'utf8')) || assert.fail('no process yet'),
  );
  server.kill('SIGKILL');
  // Signal 0 only asks whether the process is there.
  await eventually(async () => assert.throws(() => process.kill(pid, 0)));
});

test('a text that is never finished, or that ends the process, is typeset without its foreign signs', async () => {
  const typeset = openTypesetter(new URL('../../../test/fixtures/stuck-typesetter.ts', import.meta.url), {
    limitMs: 2000,
  });
  const [stuck, crashed, good] = await Promise.all(
    ['"hängt 한"', '"stürzt 국"', '"gut"'].map(async (text) => String(await typeset(text))),
  );
  assert.equal(stuck, '"hängt [Zeichen U+D55C]"');
  assert.equal(crashed, '"stürzt [Zeichen U+AD6D]"');
  assert.equal(good, '"gut"');
});

test('after the process that typesets was ended from outside, the next document keeps its foreign signs', async () => {
  const typeset = openTypesetter(new URL('../../../test/fixtures/stuck-typesetter.ts', import.meta.url));
  const file = join(await mkdtemp(join(tmpdir(), 'resonanz-typeset-')), 'pid');
  await typeset(`"gut in ${file}"`);
  const pid = Number(await readFile(file, 'utf8'));
  process.kill(pid, 'SIGKILL');
  await eventually(async () => assert.throws(() => process.kill(pid, 0)));
  assert.equal(String(await typeset('"名"')), '"名"');
});
