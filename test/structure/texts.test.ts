import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSources, readSource } from './imports.ts';

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
    .filter((file) => !file.startsWith('text/') && !read.has(file))
    .flatMap((file) =>
      literalsOf(readSource(file))
        .filter(isGerman)
        .map((literal) => `${file}: ${literal}`),
    );
  assert.deepEqual(strays, []);
});

test('the pure rooms read no clock', () => {
  const readers = listSources().filter(
    (file) => /^(psychometrics|domain|contract|text)\//.test(file) && /new Date\(\)/.test(readSource(file)),
  );
  assert.deepEqual(readers, []);
});
