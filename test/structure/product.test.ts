import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pages } from '../../src/contract/pages.ts';
import { WINDOW_TYPES } from '../../src/domain/window-types.ts';
import { project } from './imports.ts';

const text = readFileSync(join(project, 'docs', 'product.md'), 'utf8');

function missing(names: readonly string[]): string[] {
  return names.filter((name) => !text.includes(`${name}\``));
}

const everything = {
  page: Object.values(pages),
  'window type': WINDOW_TYPES,
};

for (const [name, values] of Object.entries(everything)) {
  test(`docs/product.md names every ${name}`, () => {
    assert.deepEqual(missing(values), []);
  });
}
