import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

// Several test files share a process. A hook that a helper registers while it is loaded belongs to the first of them only.
test('a helper of tests registers no hook while it is loaded', () => {
  const helpers = globSync(['test/**/*.ts', 'src/extensions/*/test/**/*.ts'])
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$|^test\/(file-end|upgrade\/make-data)\.ts$/.test(file));
  assert.ok(helpers.length > 100, `${helpers.length} helpers`);
  const hook = /^(before|after|beforeEach|afterEach)\(/m;
  assert.deepEqual(
    helpers.filter((file) => hook.test(readFileSync(file, 'utf8'))),
    [],
  );
});
