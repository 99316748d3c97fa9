import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const urlOf = (path: string) => JSON.stringify(pathToFileURL(resolve(path)).href);

const said = (line: string) => `console.error(${JSON.stringify(line)});`;
const files = {
  first: `import { before, test } from 'node:test';
    import { atFileEnd } from ${urlOf('test/file-end.ts')};
    let things = 1;
    atFileEnd(() => { if (things-- === 1) ${said('cleared')} });
    before(() => { throw new Error('the hook of the first'); });
    test('never runs', () => {});`,
  second: `throw new Error('the second is not loaded');`,
  third: `import { test } from 'node:test';
    ${said('the third is loaded')}
    test('runs', () => { ${said('the third runs')} });`,
};

test('a file begins to load when the one before has ended and is cleared away, whatever became of that one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-together-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.mjs`), text);
    const group = [
      `import { runAsSuite } from ${urlOf('test/run-together.ts')};`,
      ...Object.keys(files).map((name) => `await runAsSuite('${name}', () => import('./${name}.mjs'));`),
    ].join('\n');
    const path = join(folder, 'group.mjs');
    writeFileSync(path, group);
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((done) =>
      execFile(process.execPath, [path], { env }, (_error, stdout, stderr) => done({ stdout, stderr })),
    );
    assert.deepEqual(stderr.trim().split('\n'), ['cleared', 'the third is loaded', 'the third runs']);
    for (const words of ['the hook of the first', 'the second is not loaded', '✔ third'])
      assert.ok(stdout.includes(words), `${words}\n${stdout}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
