import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listArrows, listSources, project } from './imports.ts';
import { parts, roomOf, rooms } from './rooms.ts';

const order = Object.keys(rooms);

function partOf(file: string): 'server' | 'web' | undefined {
  return parts.find(
    (name) => file.startsWith(`${name}/`) || (file.startsWith('extensions/') && file.includes(`/${name}/`)),
  );
}

test('every source file lies in a room of the map', () => {
  const strays = listSources().filter((file) => !order.includes(roomOf(file)));
  assert.deepEqual(strays, []);
});

test('every room of the map holds a file', () => {
  const used = new Set(listSources().map(roomOf));
  assert.deepEqual(
    order.filter((room) => !used.has(room)),
    [],
  );
});

test('a room imports only rooms that stand above it in the map', () => {
  const against = listArrows().filter(({ from, to }) => {
    const source = order.indexOf(roomOf(from));
    const target = order.indexOf(roomOf(to));
    return target > source;
  });
  assert.deepEqual(against, []);
});

test('the core imports no extension: two lists name their index files, for the programs and for the routes of the pages', () => {
  const readers = new Map([
    ['extensions/list.ts', /^server\/(operator\/)?main\.ts$/],
    ['extensions/web.ts', /^web\/(clinician-home|further-page)\.tsx$/],
  ]);
  const isAllowed = ({ from, to }: { from: string; to: string }) =>
    readers.has(to)
      ? readers.get(to)?.test(from)
      : from.startsWith('extensions/') && (to === 'extensions/extension.ts' || to.endsWith('/index.ts'));
  const strays = listArrows().filter(
    (arrow) =>
      arrow.to.startsWith('extensions/') && roomOf(arrow.from) !== roomOf(arrow.to) && !isAllowed(arrow),
  );
  assert.deepEqual(strays, []);
});

test('the domain of an extension imports domains alone', () => {
  const strays = listArrows().filter(
    ({ from, to }) => /^extensions\/[^/]+\/domain\//.test(from) && !/(^|\/)(domain|psychometrics)\//.test(to),
  );
  assert.deepEqual(strays, []);
});

test('server and web never import each other', () => {
  const crossing = listArrows().filter(
    ({ from, to }) => partOf(from) && partOf(to) && partOf(from) !== partOf(to),
  );
  assert.deepEqual(crossing, []);
});

test('only the built server and the demo call the handlers of a feature', () => {
  const callers = new Set(['server/app', 'server/demo']);
  const strangers = listArrows().filter(
    ({ from, to }) => to.endsWith('handlers.ts') && roomOf(from) !== roomOf(to) && !callers.has(roomOf(from)),
  );
  assert.deepEqual(strangers, []);
});

/** Chains of imports that end where they began. */
function findCircles(): string[] {
  const targets = Map.groupBy(listArrows(), ({ from }) => from);
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') return void circles.push([...path, file].join(' -> '));
    state.set(file, 'open');
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of listSources()) visit(file, []);
  return circles;
}

test('no two files import each other, not even for types', () => {
  assert.deepEqual(findCircles(), []);
});

test('docs/map.md shows the rooms as they are checked', () => {
  const page = readFileSync(join(project, 'docs', 'map.md'), 'utf8');
  const shown = /<!-- rooms -->\n([\s\S]*?)<!-- \/rooms -->/.exec(page)?.[1] ?? '';
  const lines = Object.entries(rooms).map(([room, content]) => `| \`src/${room}\` | ${content} |\n`);
  assert.equal(
    shown.replaceAll(/ +\|/g, ' |').replaceAll(/-{3,}/g, '---'),
    `\n| room | what it holds |\n| --- | --- |\n${lines.join('')}\n`,
  );
});
