import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { aFolderWithABreak, runIn } from '../../../test/break-folder.ts';
import { csv, filesOf } from '../../../test/export-scene.ts';
import { hasAll } from '../../../test/programs.ts';

// A finished and an unfinished survey as researchers read them: with R and with PSPP, where these are installed.

const folder = await aFolderWithABreak();
const files = filesOf(folder);
const rows = csv(files, 'wide_pre.csv');
const book = csv(files, 'codebook.csv').filter(({ file }) => file === 'wide_pre.csv');

function cellsOf(finished: '0' | '1', instrument: string): string[] {
  const row = rows.find((one) => one['finished'] === finished);
  const names = book.filter((one) => one['instrument'] === instrument && one['values']?.includes('-99 ='));
  assert.ok(row && names.length > 0);
  return names.map(({ variable = '' }) => row[variable] ?? '');
}

test('the files keep apart a question that the adaptive test left out and one that an unfinished survey did not reach', () => {
  const dep = cellsOf('1', 'dep');
  assert.ok(dep.includes('-98') && !dep.includes('-99') && dep.some((value) => Number(value) >= 0));
  assert.ok(cellsOf('1', 'eri').every((value) => Number(value) > 0));
  assert.deepEqual(new Set(cellsOf('0', 'eri')), new Set(['-99']));
});

test('the estimates after every answer end with the estimate of the score and its reason to stop', () => {
  const trace = csv(files, 'trace.csv');
  for (const score of csv(files, 'scores.csv').filter(({ method }) => method === 'irt')) {
    const own = trace.filter(
      (one) => one['session_id'] === score['session_id'] && one['scale'] === score['scale'],
    );
    assert.deepEqual(
      own.map(({ step }) => Number(step)),
      own.map((_, index) => index + 1),
    );
    assert.equal(own.length, Number(score['items_answered']));
    const last = own.at(-1);
    assert.deepEqual(
      [last?.['theta'], last?.['theta_se'], last?.['stop']],
      [score['theta'], score['theta_se'], score['stop']],
    );
    assert.ok(own.slice(0, -1).every(({ stop }) => stop === ''));
  }
});

test('every column of an invented instrument says in its label that it is a demonstration', () => {
  const own = book.filter(({ instrument }) => instrument !== '');
  assert.ok(own.length > 100);
  for (const { variable, label } of own) assert.match(label ?? '', /Demonstration/, variable);
});

test('R reads the folder without a message, and a code of a missing answer never counts as a value', (t) => {
  if (!hasAll(t, 'R')) return;
  const checks = `options(warn = 1); source("read.R", encoding = "UTF-8")
wide <- wide_pre[wide_pre$finished == 1, ]
numbers <- wide[, sapply(wide, is.numeric)]
cat(min(unlist(numbers), na.rm = TRUE) > -90, sum(unlist(wide) == -98, na.rm = TRUE), any(wide$dep_41.na == levels(wide$dep_41.na)[5]) || !is.na(wide$dep_41))`;
  const result = runIn(folder, 'Rscript', '--vanilla', '-e', checks);
  assert.deepEqual([result.status, result.stderr], [0, '']);
  assert.equal(result.stdout.trim(), 'TRUE 0 TRUE');
});

test('PSPP reads the folder without a message and knows levels and missing values', (t) => {
  if (!hasAll(t, 'PSPP')) return;
  writeFileSync(
    join(folder, 'check.sps'),
    "INSERT FILE='read.sps'.\nDATASET ACTIVATE wide_pre.\nDISPLAY DICTIONARY /VARIABLES=dep_41 s_dep age.\nDESCRIPTIVES dep_41 eri_01.\n",
  );
  const result = runIn(folder, 'pspp', '-O', 'format=txt', 'check.sps');
  assert.deepEqual([result.status, result.stderr], [0, '']);
  assert.doesNotMatch(result.stdout, /error|warning/i);
  // A code that counted as a value would be the minimum.
  assert.match(result.stdout, /Descriptive Statistics/);
  assert.doesNotMatch(result.stdout, /-9[6-9]\.00/);
  assert.match(result.stdout, /Ordinal/);
});
