// A process of the version before must start beside every migration, or the migration must say which one it needs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrationFiles, migrationText } from '../../src/server/database/migrate.ts';

// Roles of the program keep what PUBLIC loses.
const REMOVES =
  /\b(DROP\s+(TABLE|COLUMN|FUNCTION|TYPE|VIEW)|RENAME\s+(TO|COLUMN)|REVOKE(?![^;]*FROM\s+PUBLIC)|SET\s+NOT\s+NULL|ALTER\s+COLUMN\s+\w+\s+(SET\s+DATA\s+)?TYPE)\b/i;
const NEEDS = /^-- needs: (\d{3}_\S+\.sql)$/m;
// Rewrites or checks every row while the table is locked.
const BACKFILLS = /^\s*(UPDATE|DELETE\s+FROM)\s/im;

const files = migrationFiles();
const statementsOf = (text: string) => text.replaceAll(/--.*$/gm, '').replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, '');

function mistakesOf(name: string, text: string): string[] {
  const [, needed] = NEEDS.exec(text) ?? [];
  const removes = REMOVES.exec(statementsOf(text))?.[0];
  return [
    ...(removes && !needed
      ? [`${name}: "${removes}" takes something away and no "-- needs:" names the release`]
      : []),
    ...(needed && !(files.includes(needed) && needed !== name)
      ? [`${name}: needs ${needed}, which is no other migration`]
      : []),
    ...(BACKFILLS.test(statementsOf(text)) ? [`${name}: fills rows; let a job do it in batches`] : []),
  ];
}

test('a migration that takes something away names the migration that a program must know', () => {
  const mistakes = files.flatMap((name) => mistakesOf(name, migrationText(name)));
  assert.deepEqual(mistakes, []);
});

const found = (text: string) => mistakesOf('999_x.sql', text).map((mistake) => mistake.split(': ')[1]);

test('the check finds a removal, a wrong name and a backfill, and leaves additions and functions alone', () => {
  assert.deepEqual(found('ALTER TABLE a ADD COLUMN b int; -- DROP TABLE'), []);
  assert.deepEqual(found('CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$\nDELETE FROM a $$;'), []);
  assert.match(found('ALTER TABLE a DROP COLUMN b;').join(), /DROP COLUMN/);
  assert.match(found('REVOKE UPDATE ON a FROM resonanz_app;').join(), /REVOKE/);
  assert.deepEqual(found('REVOKE ALL ON FUNCTION f FROM PUBLIC;'), []);
  assert.deepEqual(found('-- needs: 002_diagnoses.sql\nALTER TABLE a DROP COLUMN b;'), []);
  assert.match(found('-- needs: 998_none.sql\nSELECT 1;').join(), /needs 998_none/);
  assert.deepEqual(found('UPDATE a SET b = 1;'), ['fills rows; let a job do it in batches']);
});
