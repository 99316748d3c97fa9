import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listSources, project, readSource } from './imports.ts';

// What a CSV file or a spreadsheet writes; it is read, never shown.
const read = new Set(['domain/csv-import.ts', 'domain/patient-record.ts']);

const germanWords =
  /\b(der|die|das|und|oder|nicht|Sie|Ihr|Ihre|Ihren|ist|sind|wird|wurde|bitte|Bitte|eine|einen|kein|keine|mit|für|von|zum|zur|Seite|Hinweis|Fehler)\b/g;

function isGerman(literal: string): boolean {
  return /[äöüÄÖÜß]/.test(literal) || (literal.match(germanWords)?.length ?? 0) >= 2;
}

/** String and template literals of a source, without comments. */
function literalsOf(source: string): string[] {
  const tokens = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
  return [...source.matchAll(tokens)].map(([token]) => token).filter((token) => !token.startsWith('/'));
}

test('German sentences stand in src/text alone', () => {
  const strays = listSources()
    .filter((file) => !/^(extensions\/[^/]+\/)?text[./]/.test(file) && !read.has(file))
    .flatMap((file) =>
      literalsOf(readSource(file))
        .filter(isGerman)
        .map((literal) => `${file}: ${literal}`),
    );
  assert.deepEqual(strays, []);
});

// The default help, and the example of an operator.
const withNumbers = new Set(['src/text/crisis.ts', 'src/text/config-default.ts']);
const telephoneNumber =
  /(?<![\d.,])(?:11[02]|116[ /-]?\d{3}|0\d{2,5}[ /-]?\d[\d /-]{3,}\d|\+\d{2}[ (]?\d[\d ()/-]{4,}\d)(?![\d.,]\d|\d)/;

test('telephone numbers stand in the help of a clinic or of the configuration alone', () => {
  const texts = ['documents', 'instruments', 'src/text'].flatMap((folder) =>
    readdirSync(join(project, folder))
      .filter((name) => name.includes('.'))
      .map((name) => `${folder}/${name}`),
  );
  const strays = texts
    .filter((path) => !withNumbers.has(path))
    .flatMap((path) =>
      (readFileSync(join(project, path), 'utf8').match(telephoneNumber) ?? []).map(
        (number) => `${path}: ${number}`,
      ),
    );
  assert.deepEqual(strays, []);
  for (const number of ['112', '116 117', '116123', '0800 1110111', '0800 111 0 222', '+49 30 123456'])
    assert.match(`unter ${number}.`, telephoneNumber);
});

test('the pure rooms read no clock', () => {
  const readers = listSources().filter(
    (file) =>
      /^(psychometrics|domain|contract|text|extensions\/[^/]+\/domain)\//.test(file) &&
      /new Date\(\)/.test(readSource(file)),
  );
  assert.deepEqual(readers, []);
});
