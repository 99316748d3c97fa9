import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parse, type Rule } from 'postcss';
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

// A question is read as it is written, and easy language leaves its words whole.
test('words are divided only in a narrow place, which says so itself and leaves short words whole', () => {
  const rules = sheets.flatMap((path) =>
    [...readFileSync(join(project, path), 'utf8').matchAll(/([^{};/]+)\{([^{}]*)\}/g)].map(
      ([, selector = '', body = '']) => ({ path, selector: selector.trim(), body }),
    ),
  );
  const dividing = rules.filter(({ body }) => /hyphens: auto/.test(body));
  assert.ok(rules.length > 500 && dividing.length > 0);
  const wrong = dividing.filter(
    ({ selector, body }) =>
      !/hyphenate-limit-chars: \d+ \d+ \d+;/.test(body) ||
      /(^|,\s*)(html|body|:root|\*|p|h1)$/.test(selector),
  );
  assert.deepEqual(wrong, []);
});

/** A style sheet without its blocks for a mouse. Some phones say that a finger can hover. */
function withoutHoverQueries(css: string): string {
  return css.replaceAll(/^@media \(hover: hover\) and \(pointer: fine\) \{\n(?: .*\n|\n)*\}$/gm, '');
}

// WebKit floats nothing in a grid or a flex box, and a legend that does not float stands in the upper edge of its group.
test('no style sheet but the base places a group of controls or its legend in a way of its own', () => {
  const groups = globSync('src/{web,extensions}/**/*.tsx', { cwd: project }).flatMap(groupsIn);
  assert.ok(groups.length > 10, `${groups.length} groups and legends with a style`);
  const wrong = groups.flatMap(({ sheet, tag, name }) =>
    rulesFor(sheet, tag, name).map((selector) => `${sheet} ${selector}`),
  );
  assert.deepEqual(wrong, []);
});

type Group = { sheet: string; tag: string; name: string };

/** The groups and legends of a component that have a class of its style sheet. */
function groupsIn(path: string): Group[] {
  const source = readFileSync(join(project, path), 'utf8');
  const sheet = /^import css from '(.+)';$/m.exec(source)?.[1];
  if (sheet === undefined) return [];
  const named = source.matchAll(/<(fieldset|legend)\b[^>]*?className=\{css\.(\w+)\}/g);
  return [...named].map(([, tag = '', name = '']) => ({ sheet: join(dirname(path), sheet), tag, name }));
}

/** The selectors of a style sheet that place such an element. */
function rulesFor(sheet: string, tag: string, name: string): string[] {
  const found: Rule[] = [];
  parse(readFileSync(join(project, sheet), 'utf8')).walkRules((rule) => void found.push(rule));
  return found.filter(places).flatMap(({ selectors }) =>
    selectors.filter((selector) => {
      const [, element = '', classes = ''] = /([a-z]*)((?:[.:[][^\s>+~]+)*)$/.exec(selector) ?? [];
      return element === tag || (element === '' && new RegExp(`\\.${name}(?![\\w-])`).test(classes));
    }),
  );
}

const places = (rule: Rule) =>
  rule.nodes.some((node) => node.type === 'decl' && ['display', 'float', 'position'].includes(node.prop));
