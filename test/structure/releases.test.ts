// CHANGELOG.md, package.json and the folder of migrations name the same releases.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { migrationFiles, migrationText } from '../../src/server/database/migrate.ts';

const HEADING = /^## (\d+\.\d+\.\d+) · (not released|\d{4}-\d\d-\d\d)$/;
const PARTS = ['New', 'Settings', 'Migrations', 'What to do'];
/** A row of the table of migrations: one number or a range, and its kind. */
const ROW = /^\| (\d{3})(?: to (\d{3}))? \| (expand|backfill|contract) \| .+ \|$/;

type Release = { version: string; day: string; lines: string[] };

function releasesOf(page: string): Release[] {
  const releases: Release[] = [];
  for (const line of page.split('\n'))
    if (line.startsWith('## ')) {
      const [, version = '', day = ''] =
        HEADING.exec(line) ?? assert.fail(`"${line}" is no heading of a release`);
      releases.push({ version, day, lines: [] });
    } else releases.at(-1)?.lines.push(line);
  return releases;
}

const releases = releasesOf(readFileSync('CHANGELOG.md', 'utf8'));
const versionIn = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
const numberOf = (version: string) => version.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);

test('the newest release has the number of the package, and only it may be without a day', () => {
  const [newest, ...released] = releases;
  assert.equal(newest!.version, versionIn('package.json'));
  assert.equal(newest!.version, versionIn('package-lock.json'));
  for (const { version, day } of released) assert.notEqual(day, 'not released', version);
  const numbers = releases.map(({ version }) => numberOf(version));
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => b - a),
  );
});

test('each release says what is new, which settings and migrations came, and what to do', () => {
  for (const { version, lines } of releases)
    assert.deepEqual(
      lines.filter((line) => line.startsWith('### ')).map((line) => line.slice(4)),
      PARTS,
      version,
    );
});

test('each migration belongs to one release, with its kind', () => {
  const files = migrationFiles();
  const rows = releases.flatMap(({ lines }) =>
    lines.flatMap((line) => [ROW.exec(line) ?? []]).filter(([row]) => row),
  );
  for (const name of files) {
    const number = name.slice(0, 3);
    const kinds = rows
      .filter(([, from, to = from]) => from! <= number && number <= to!)
      .map(([, , , kind]) => kind);
    assert.equal(
      kinds.length,
      1,
      `name ${name} once among the migrations of the newest release in CHANGELOG.md`,
    );
    const takesAway = /^-- needs: /m.test(migrationText(name));
    assert.equal(
      kinds[0] === 'contract',
      takesAway,
      `${name}: contract is what names another by "-- needs:"`,
    );
  }
  for (const [row, number] of rows)
    assert.ok(
      files.some((name) => name.startsWith(number!)),
      `"${row}" names no migration`,
    );
});
