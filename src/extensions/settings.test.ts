import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { settingsReference } from '../server/settings/settings-reference.ts';
import { extensions } from './list.ts';

test('the page of all settings is that of the program with its extensions', () => {
  // Where it differs: npm run -s manage -- config reference > docs/settings.md
  assert.equal(readFileSync('docs/settings.md', 'utf8'), settingsReference(extensions));
});
