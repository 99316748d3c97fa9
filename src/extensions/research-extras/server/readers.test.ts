import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { aFolderWithABreak, runIn } from '../../../../test/break-folder.ts';
import { csv, filesOf } from '../../../../test/export-scene.ts';
import { hasAll } from '../../../../test/programs.ts';
import { readSav } from '../test/read-sav.ts';
import { savFile } from './sav-files.ts';

// The files of this extension as researchers read them: with libraries of others, R and PSPP, where these are installed.

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
  assert.deepEqual(wide.missing.get('dep_41'), { min: -99, max: -94 });
  assert.equal(wide.valueLabels.get('dep_41')?.get(-98), 'nicht gestellt (vorgesehen)');
});

test('R reads the same values and missing values from a .sav file as from the CSV file', (t) => {
  if (!hasAll(t, 'R', 'the R package foreign')) return;
  const checks = `d <- suppressWarnings(foreign::read.spss("spss/wide_pre.sav", to.data.frame = TRUE, use.value.labels = FALSE))
csv <- read.csv("wide_pre.csv")
cat(identical(names(d), names(csv)), all.equal(as.numeric(d$s_dep), csv$s_dep), all(is.na(d$dep_41) == (csv$dep_41 <= -94)))`;
  const inR = runIn(folder, 'Rscript', '--vanilla', '-e', checks);
  assert.equal(inR.stdout, 'TRUE TRUE TRUE', inR.stderr);
});

test('PSPP knows the levels and missing values of a .sav file', (t) => {
  if (!hasAll(t, 'PSPP')) return;
  writeFileSync(
    join(folder, 'sav.sps'),
    "GET FILE='spss/wide_pre.sav'.\nDISPLAY DICTIONARY /VARIABLES=dep_41.\nDESCRIPTIVES dep_41 eri_01.\n",
  );
  const inPspp = runIn(folder, 'pspp', '-O', 'format=txt', 'sav.sps');
  // PSPP before version 2 knows the codes of long words in a way of its own and says so.
  assert.doesNotMatch(
    inPspp.stdout.replace(/warning:.*subtype\s+22\s+ends\s+unexpectedly/, ''),
    /error|warning/i,
  );
  assert.doesNotMatch(inPspp.stdout.split('Descriptive')[1] ?? '-96.00', /-9[4-9]\.00/);
  assert.match(inPspp.stdout, /Ordinal/);
});
