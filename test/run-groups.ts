import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A file that Node.js runs in a process of its own, and the test files in it. */
export type Group = { readonly path: string; readonly files: readonly string[] };

const folder = join('node_modules', '.cache', 'resonanz-tests');
const urlOf = (file: string) => JSON.stringify(pathToFileURL(resolve(file)).href);

/**
 * Puts test files that stand side by side into one process, `size` of them: the product is loaded once and runs warm. A file
 * that `isAlone` looks at its own process and keeps it.
 */
export function groupsOf(
  files: readonly string[],
  size: number,
  isAlone: (file: string) => boolean,
): readonly Group[] {
  const together = files.filter((file) => !isAlone(file));
  const count = Math.ceil(together.length / size);
  const groups = Array.from({ length: count }, (_, i) => together.slice(i * size, (i + 1) * size));
  const alone = files.filter(isAlone).map((file) => [file]);
  return [...alone, ...groups].map((group) => ({ path: pathOf(group), files: group }));
}

function pathOf(group: readonly string[]): string {
  const [file = ''] = group;
  return group.length === 1 ? resolve(file) : writeGroup(group);
}

// Each file is a suite with hooks of its own. What it does while it is loaded waits for the end of the file before it.
function writeGroup(files: readonly string[]): string {
  const text = [
    `import { runAsSuite } from ${urlOf('test/run-together.ts')};`,
    ...files.map((file) => `await runAsSuite(${JSON.stringify(file)}, () => import(${urlOf(file)}));`),
  ].join('\n');
  mkdirSync(folder, { recursive: true });
  const path = resolve(folder, `${files[0]?.replaceAll('/', '-').replace(/\.test\.ts$/, '')}.test.mjs`);
  writeFileSync(path, text);
  return path;
}
