import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { errorStatus } from '../../src/contract/errors.ts';
import { pages } from '../../src/contract/pages.ts';
import { ITEM_TYPES } from '../../src/domain/answer-types.ts';
import { WINDOW_TYPES } from '../../src/domain/window-types.ts';
import { extensions } from '../../src/extensions/list.ts';
import { commandsWith } from '../../src/server/operator/commands.ts';
import { project } from './imports.ts';

const text = readFileSync(join(project, 'docs', 'product.md'), 'utf8');

function missing(names: readonly string[]): string[] {
  return names.filter((name) => !text.includes(`${name}\``));
}

const everything = {
  page: Object.values(pages),
  'code of a refusal': Object.keys(errorStatus),
  'item type': Object.keys(ITEM_TYPES),
  'window type': WINDOW_TYPES,
  command: commandsWith(extensions).map(({ words }) => words),
};

for (const [name, values] of Object.entries(everything)) {
  test(`docs/product.md names every ${name}`, () => {
    assert.deepEqual(missing(values), []);
  });
}
