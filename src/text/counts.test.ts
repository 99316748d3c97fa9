import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

type Said = { readonly place: string; readonly text: string };

const COUNTS = /^(?:function \w+)?\((?:count|rows) ?\)/;
const FILE_NAME = /\.\w{3,4}$/;

/** What the texts below a value say of 3054 things. */
function counted(value: unknown, place: string): readonly Said[] {
  if (typeof value === 'function') {
    if (!COUNTS.test(String(value).replace(/\s+/g, ' '))) return [];
    return spoken(Reflect.apply(value, undefined, [3054]), place);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => counted(one, `${place}.${name}`));
}

function spoken(value: unknown, place: string): readonly Said[] {
  if (typeof value === 'string') return [{ place, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => spoken(one, `${place}.${name}`));
}

test('a count of thousands has its dot in every text', async () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const modules = await Promise.all(files.map(async (name) => [name, await import(`./${name}`)] as const));
  const all = modules.flatMap(([name, texts]) => counted({ ...texts }, name));
  assert.ok(all.length > 20, `${all.length} texts`);
  const wrong = all.filter(({ text }) => text.includes('3054') && !FILE_NAME.test(text));
  assert.deepEqual(wrong, []);
});
