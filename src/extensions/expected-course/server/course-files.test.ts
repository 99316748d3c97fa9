import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '../../../server/settings/config.ts';
import { StartError } from '../../../server/settings/start-error.ts';
import { expectedCourse } from '../index.ts';
import { publishedCourses, readHints } from './course-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'resonanz-course-files-'));
after(() => rmSync(folder, { recursive: true }));

function configOf(values: object) {
  const file = join(folder, 'config.json');
  writeFileSync(file, JSON.stringify(values));
  return readConfig(file, [expectedCourse]);
}

test('the files of the product are read where CONFIG_FILE names none', () => {
  const config = configOf({});
  assert.ok(readHints(config).hints.length > 0);
  assert.equal(publishedCourses(config).format, 1);
});

test('a file that cannot be read or is not valid stops the start with a sentence that names it', () => {
  for (const key of ['courses', 'support'])
    assert.throws(
      () => configOf({ [key]: '/nowhere.json' }),
      (error) =>
        error instanceof StartError && error.message.includes(`${key} file /nowhere.json cannot be read`),
    );
  const empty = join(folder, 'empty.json');
  writeFileSync(empty, '{}');
  assert.throws(() => configOf({ support: empty }), /support file .*empty\.json is not valid at/);
});
