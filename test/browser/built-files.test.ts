import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type OldestBrowsers, SUPPORTED_BROWSERS } from '../../src/domain/supported-browsers.ts';
import { webFolder } from './browser.ts';
import { builtFiles } from './built-files.ts';
import { newNamesOfScript, ownNames } from './script-names.ts';
import { newNamesOfStyle } from './style-names.ts';

// A browser without a method stops in the middle of a step and says nothing: "Weiter" would be dead. So the built files may
// ask for nothing that the oldest supported browsers lack.

/** What is newer and may be missing, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  '.createPolicy()': 'api/trusted.ts and the library of reports ask whether the browser has trusted types',
  '.getAttributeType()': 'the library of reports asks whether the browser has trusted types',
  '.skipTransition()': 'React ends a view transition that it has begun, and we begin none',
  '.startViewTransition()': 'React catches its absence, and we begin no view transition',
  'navigator.connection': 'React asks for it first',
  navigation: 'React asks for it first',
  setImmediate: 'React asks for it first',
  cancelIdleCallback: 'ui/after-paint.ts asks for its twin first',
  requestIdleCallback: 'ui/after-paint.ts asks for it first',
  ':modal': 'keeps the page behind a dialog from moving under a finger, in a rule of its own',
  ':details-content': 'opens all parts of a report on paper',
  'content-visibility': 'opens all parts of a report on paper',
  'content-visibility: visible': 'opens all parts of a report on paper',
  '@page': 'on paper',
  '@container': 'closer arrangements in narrow columns; without them the first arrangement stays',
  'container-type': 'as @container',
  'container-type: inline-size': 'as @container',
  'container-type: normal': 'as @container',
  'units of containers': 'inside @container',
  'align-content: start': 'without it the rows of a page that is too short share the room',
  'color-mix()':
    'the wave of the first page, the track of a progress bar and the shadow at the edge of a table',
  'overflow: clip': 'without it the wave of the first page covers the round corners of its card',
  'overscroll-behavior': 'without it the page moves on at the end of a list',
  'overscroll-behavior: contain': 'as overscroll-behavior',
  'hyphenate-limit-chars': 'narrow cells divide shorter words, too',
  'text-wrap': 'headings break less evenly',
  'text-wrap: balance': 'as text-wrap',
  'text-wrap: pretty': 'as text-wrap',
  'grid-template-rows: subgrid': 'titles of small charts side by side stand less evenly',
};

const files = builtFiles(webFolder);
const textOf = (file: string) => readFileSync(join(webFolder, file), 'utf8');
const isScript = (file: string) => file.endsWith('.js');
const own = ownNames([...files.patients, ...files.staff].filter(isScript).map(textOf));

function newNames(file: string, oldest: OldestBrowsers): string[] {
  return isScript(file) ? newNamesOfScript(textOf(file), oldest, own) : newNamesOfStyle(textOf(file), oldest);
}

const found = new Set<string>();

for (const people of ['patients', 'staff'] as const) {
  test(`the built files of ${people} ask for nothing that their oldest browsers lack`, () => {
    const scripts = files[people].filter(isScript);
    assert.ok(scripts.length > 10 && scripts.length < files[people].length, `${files[people].length} files`);
    const wrong = files[people].flatMap((file) =>
      newNames(file, SUPPORTED_BROWSERS[people])
        .filter((name) => found.add(name) && !Object.hasOwn(allowed, name))
        .map((name) => `${file}: ${name}`),
    );
    assert.deepEqual(wrong, []);
  });
}

test('every exception is still needed', () => {
  assert.deepEqual(
    Object.keys(allowed).filter((name) => !found.has(name)),
    [],
  );
});

const { patients, staff } = SUPPORTED_BROWSERS;
const names = (code: string, oldest: OldestBrowsers) => newNamesOfScript(code, oldest, new Set(['format']));
const style = (css: string) => newNamesOfStyle(css, patients);

describe('the check of built files', () => {
  test('a script that calls a method younger than the oldest browser is found', () => {
    assert.deepEqual(names('e.isWellFormed()', patients), ['.isWellFormed()']);
    assert.deepEqual(names('e?.toSorted(f);x.at(0)', patients), ['.toSorted()']);
    assert.deepEqual(names('e.toSorted(f)', staff), []);
    assert.deepEqual(names('AbortSignal.any([a])', staff), ['AbortSignal.any']);
    assert.deepEqual(names('Temporal.Now', staff), ['Temporal', 'Temporal.Now']);
    assert.deepEqual(names('a.format(b);({isWellFormed:1}).x', patients), []);
  });

  test('a lookbehind is found in an expression and in a string that becomes one', () => {
    const lookbehind = ['lookbehind in a regular expression'];
    assert.deepEqual(names('/(?<!a)b/u.test(c)', patients), lookbehind);
    assert.deepEqual(names('new RegExp("(?<=a)b")', patients), lookbehind);
    assert.deepEqual(names('/(?<name>a)/.exec(c)', patients), []);
    assert.deepEqual(names('/(?<!a)b/u.test(c)', staff), []);
  });

  test('a style sheet is asked for properties, values, units, selectors and ranges', () => {
    assert.deepEqual(style('@media (width<=44rem){a{color:red}}'), ['ranges in @media']);
    assert.deepEqual(style('a{height:100dvh}'), ['units dvh, svh, lvh']);
    assert.deepEqual(style('a{height:100vh;height:100dvh}'), []);
    assert.deepEqual(style('a:user-invalid{color:oklch(1 0 0)}'), [':user-invalid', 'oklch()']);
    assert.deepEqual(style('@supports (height:1dvh){a{height:1dvh}}'), []);
    assert.deepEqual(style('a{b:c;&:hover{color:red}}'), ['nesting']);
  });
});
