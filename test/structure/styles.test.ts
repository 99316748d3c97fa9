import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { project } from './imports.ts';

const sheets = globSync('src/**/*.css', { cwd: project });

// After a tap the finger's place stays hovered, and an answer of the next page would look chosen.
test('a look under the pointer is only for devices whose pointer can rest on something', () => {
  assert.ok(sheets.length > 20);
  const unguarded = sheets.filter((path) =>
    withoutHoverQueries(readFileSync(join(project, path), 'utf8')).includes(':hover'),
  );
  assert.deepEqual(unguarded, []);
});

/** A style sheet without its blocks for a mouse. Some phones say that a finger can hover. */
function withoutHoverQueries(css: string): string {
  return css.replaceAll(/^@media \(hover: hover\) and \(pointer: fine\) \{\n(?: .*\n|\n)*\}$/gm, '');
}
