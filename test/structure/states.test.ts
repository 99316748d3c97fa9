import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pages } from '../../src/contract/pages.ts';

// The table of states (test/browser/states) is whole: it has every page and every dialog of the web client.

const textOf = (pattern: string) => globSync(pattern).map((path) => readFileSync(path, 'utf8'));
const table = ['test/browser/states/*.test.ts', 'src/extensions/*/test/browser/states.test.ts']
  .flatMap(textOf)
  .join('\n');
const named = (key: string) =>
  new Set([...table.matchAll(new RegExp(`\\b${key}: '(\\w+)'`, 'g'))].map(([, name = '']) => name));

/** The components that show a dialog. `Modal` and its relatives themselves show what these give them. */
function dialogs(): Set<string> {
  const sources = ['src/web/**/*.tsx', 'src/extensions/*/web/**/*.tsx'].flatMap(textOf);
  return new Set(sources.flatMap(dialogsIn).filter((name) => !frames.has(name)));
}

const frames = new Set(['FormModal', 'LoadingModal']);

function dialogsIn(source: string): string[] {
  return [...source.matchAll(/<(Modal|FormModal|LoadingModal|Drawer)\s/g)].flatMap(({ index, 1: frame }) => {
    // A component that is given as a property may have the same name.
    if (!source.includes(`/${frame}.tsx'`)) return [];
    const before = [...source.slice(0, index).matchAll(/^(?:export (?:default )?)?function ([A-Z]\w*)/gm)];
    return before.at(-1)?.[1] ?? [];
  });
}

test('every page of the contract has a state in the table', () => {
  assert.deepEqual([...named('page')].toSorted(), Object.keys(pages).toSorted());
});

test('every dialog of the web client is open in a state of the table', () => {
  const found = dialogs();
  assert.ok(found.size > 30, `${found.size} dialogs`);
  assert.deepEqual([...named('dialog')].toSorted(), [...found].toSorted());
});

test('no test beside the table calls a checker', () => {
  const checkers =
    /from '[./]*(?:test\/browser\/)?(?:\.\.\/)?(?:accessibility|nu-pages|states\/findings)\.ts'/;
  const others = globSync('{test,src}/**/*.test.ts').filter(
    (path) => !path.includes('/states') && checkers.test(readFileSync(path, 'utf8')),
  );
  assert.deepEqual(others, []);
});
