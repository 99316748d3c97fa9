import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { before, describe, it } from 'node:test';

type Component = { name: string; version: string; scope: string; hashes?: { content: string }[] };

const importedPackage = /from '(@[^/']+\/[^/']+|[^@./'][^/']*)/g;

function importedByTheServer(): Set<string> {
  const files = globSync('src/server/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(importedPackage)].flatMap(([, name]) => name ?? []),
  );
  return new Set(names.filter((name) => !name.startsWith('node:')));
}

describe('the bill of materials', () => {
  let components: Component[] = [];
  before(() => {
    const text = execFileSync(process.execPath, ['scripts/bill-of-materials.mjs'], { encoding: 'utf8' });
    components = JSON.parse(text).components;
  });

  it('the bill of materials names every package that the server imports', () => {
    const named = new Set(components.map(({ name }) => name));
    const missing = [...importedByTheServer()].filter((name) => !named.has(name));
    assert.deepEqual(missing, []);
    assert.ok(named.has('fastify'));
  });

  it('the bill of materials names the packages behind them, and no tool for development', () => {
    const named = new Set(components.map(({ name }) => name));
    assert.ok(named.has('pg-protocol') && named.has('ajv'));
    assert.ok(!named.has('lighthouse') && !named.has('playwright-core'));
  });

  it('the bill of materials holds the digest of every package, so that a swapped file is found', () => {
    const required = components.filter(({ scope }) => scope === 'required');
    const without = required.filter(({ hashes }) => hashes?.[0]?.content.length !== 128);
    assert.deepEqual(without, []);
  });
});
