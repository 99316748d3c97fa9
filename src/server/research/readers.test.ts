import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { aClinic, aPatient, signIn } from '../../../test/builders.ts';
import { aFolder, csv, exportScene, filesOf } from '../../../test/export-scene.ts';
import { manage } from '../../../test/operator.ts';
import { aPerson, answerSurvey } from '../../../test/survey-calls.ts';
import { readSav } from '../../../test/read-sav.ts';
import { buildApp } from '../app.ts';
import { savFile } from './sav-files.ts';

// A finished and an unfinished survey as researchers read them: with R and with PSPP, where these are installed.

const PAGES_UNTIL_BREAK = 10;

async function aFolderWithABreak(): Promise<string> {
  const scene = await exportScene();
  const app = await buildApp(scene.services);
  const clinic = await aClinic(scene.services);
  const [one, two] = [await aPatient(scene.services, clinic.id), await aPatient(scene.services, clinic.id)];
  await answerSurvey(app, await signIn(scene.services, one), { person: aPerson('one') });
  await answerSurvey(app, await signIn(scene.services, two), { pages: PAGES_UNTIL_BREAK });
  const folder = join(aFolder(), 'out');
  assert.equal((await manage(scene, 'export', '--to', folder)).code, 0);
  await app.close();
  return folder;
}

type DataPackage = {
  readonly valid: boolean;
  readonly errors: readonly Error[];
  readonly resources: readonly {
    readonly descriptor: { readonly path: string };
    read(options: object): Promise<unknown[]>;
  }[];
};
// The library has no types.
const { Package } = createRequire(import.meta.url)('datapackage') as {
  Package: { load(path: string, options: object): Promise<DataPackage> };
};

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

test('a library of others accepts the data package, and reads every row of its files as it says', async () => {
  const found = await Package.load(join(folder, 'datapackage.json'), { basePath: folder, strict: true });
  assert.ok(found.valid, String(found.errors));
  const names = [...files.keys()].filter((name) => name.endsWith('.csv') && name !== 'codebook.csv');
  const both = names.flatMap((name) => [name, `spss/${name.replace('.csv', '.sav')}`]);
  assert.deepEqual(new Set(found.resources.map(({ descriptor }) => descriptor.path)), new Set(both));
  const tables = found.resources.filter(({ descriptor }) => descriptor.path.endsWith('.csv'));
  for (const resource of tables) {
    const read: unknown[] = await resource.read({ keyed: true, relations: true });
    assert.equal(read.length, csv(files, resource.descriptor.path).length, resource.descriptor.path);
  }
});

const FIRST_DAY = Date.UTC(1582, 9, 14);

/** A cell of a .sav file as the CSV file writes it. */
function asCell(value: string | number | undefined, type = ''): string {
  if (type !== 'Datum') return String(value ?? '');
  return value === undefined ? '' : new Date(Number(value) * 1000 + FIRST_DAY).toISOString().slice(0, 10);
}

test('each .sav file holds the cells of its CSV file, the labels of the codebook and the mark of a demonstration', async () => {
  const all = csv(files, 'codebook.csv');
  const names = [...files.keys()].filter((name) => name.endsWith('.csv') && name !== 'codebook.csv');
  for (const file of names) {
    const sav = await readSav(readFileSync(join(folder, savFile(file))));
    const columns = all.filter((one) => one['file'] === file);
    const types = new Map(columns.map(({ variable = '', type }) => [variable, type]));
    const read = sav.rows.map((row) =>
      columns.map(({ variable: name = '' }) => asCell(row[name], types.get(name))),
    );
    const written = csv(files, file).map((row) => columns.map(({ variable: name = '' }) => row[name]));
    assert.deepEqual(read, written, file);
    for (const { variable = '', label = '', instrument } of columns) {
      assert.ok(label.replaceAll(/\s+/g, ' ').startsWith(sav.labels.get(variable) ?? '-'), variable);
      if (instrument) assert.match(sav.labels.get(variable) ?? '', /Demonstration/, variable);
    }
  }
  const wide = await readSav(readFileSync(join(folder, 'spss/wide_pre.sav')));
  assert.deepEqual(wide.missing.get('dep_41'), { min: -99, max: -96 });
  assert.equal(wide.valueLabels.get('dep_41')?.get(-98), 'nicht gestellt (vorgesehen)');
});

function run(context: { diagnostic(message: string): void }, program: string, ...words: string[]) {
  const { error, status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' });
  if (error) context.diagnostic(`${program} is not installed here: the script was not run`);
  return error ? undefined : { status, stdout, stderr };
}

test('R reads the folder without a message, and a code of a missing answer never counts as a value', (context) => {
  const checks = `options(warn = 1); source("read.R", encoding = "UTF-8")
wide <- wide_pre[wide_pre$finished == 1, ]
numbers <- wide[, sapply(wide, is.numeric)]
cat(min(unlist(numbers), na.rm = TRUE) > -90, sum(unlist(wide) == -98, na.rm = TRUE), any(wide$dep_41.na == levels(wide$dep_41.na)[3]) || !is.na(wide$dep_41))`;
  const result = run(context, 'Rscript', '--vanilla', '-e', checks);
  if (!result) return;
  assert.deepEqual([result.status, result.stderr], [0, '']);
  assert.equal(result.stdout.trim(), 'TRUE 0 TRUE');
});

test('R opens a .sav file, and PSPP knows its levels and missing values', (context) => {
  const checks = `d <- suppressWarnings(foreign::read.spss("spss/wide_pre.sav", to.data.frame = TRUE, use.value.labels = FALSE))
csv <- read.csv("wide_pre.csv")
cat(identical(names(d), names(csv)), all.equal(as.numeric(d$s_dep), csv$s_dep), all(is.na(d$dep_41) == (csv$dep_41 <= -96)))`;
  const inR = run(context, 'Rscript', '--vanilla', '-e', checks);
  if (inR) assert.equal(inR.stdout, 'TRUE TRUE TRUE', inR.stderr);
  writeFileSync(
    join(folder, 'sav.sps'),
    "GET FILE='spss/wide_pre.sav'.\nDISPLAY DICTIONARY /VARIABLES=dep_41.\nDESCRIPTIVES dep_41 eri_01.\n",
  );
  const inPspp = run(context, 'pspp', '-O', 'format=txt', 'sav.sps');
  if (!inPspp) return;
  // PSPP before version 2 knows the codes of long words in a way of its own and says so.
  assert.doesNotMatch(
    inPspp.stdout.replace(/warning:.*subtype\s+22\s+ends\s+unexpectedly/, ''),
    /error|warning/i,
  );
  assert.doesNotMatch(inPspp.stdout.split('Descriptive')[1] ?? '-96.00', /-9[6-9]\.00/);
  assert.match(inPspp.stdout, /Ordinal/);
});

test('PSPP reads the folder without a message and knows levels and missing values', (context) => {
  writeFileSync(
    join(folder, 'check.sps'),
    "INSERT FILE='read.sps'.\nDATASET ACTIVATE wide_pre.\nDISPLAY DICTIONARY /VARIABLES=dep_41 s_dep age.\nDESCRIPTIVES dep_41 eri_01.\n",
  );
  const result = run(context, 'pspp', '-O', 'format=txt', 'check.sps');
  if (!result) return;
  assert.deepEqual([result.status, result.stderr], [0, '']);
  assert.doesNotMatch(result.stdout, /error|warning/i);
  // A code that counted as a value would be the minimum.
  assert.match(result.stdout, /Descriptive Statistics/);
  assert.doesNotMatch(result.stdout, /-9[6-9]\.00/);
  assert.match(result.stdout, /Ordinal/);
});
