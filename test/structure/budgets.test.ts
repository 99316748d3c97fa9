import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Budget, budgets, reaches, serverRooms, states, whole } from './budgets.ts';
import { listSources, project, reachOf, readSource } from './imports.ts';
import { features, roomOf } from './rooms.ts';

const sources = listSources();
const ofValues = reachOf(['value']);
const ofTypesToo = reachOf(['value', 'type']);
const isFloor = (file: string) => /^(contract|server\/database)\//.test(file);
const reach = (file: string) => (isFloor(file) ? ofTypesToo : ofValues)(file).size;
const isExtension = (file: string) => file.startsWith('extensions/');
const linesOf = (text: string) => text.split('\n').length - 1;

/** What the rooms measure today. */
function measured(): Map<string, Budget> {
  const files = Map.groupBy(sources, roomOf);
  return new Map(
    [...files].map(([room, own]) => [
      room,
      [
        own.reduce((sum, file) => sum + linesOf(readSource(file)), 0),
        own.length,
        Math.max(...own.map(reach)),
      ],
    ]),
  );
}

/** The table that a failure prints: each room beside its budget, those above it marked. */
function tableOf(rows: ReadonlyMap<string, Budget>): string {
  const lines = Object.entries<Budget>(budgets).map(([room, budget]) => {
    const now = rows.get(room) ?? [0, 0, 0];
    const cells = now.map((value, at) => `${value}${value > (budget[at] ?? 0) ? ' >' : ' of'} ${budget[at]}`);
    return [room.padEnd(28), ...cells.map((cell) => cell.padStart(16))].join('');
  });
  return [
    'room'.padEnd(28) + ['lines', 'files', 'reach'].map((name) => name.padStart(16)).join(''),
    ...lines,
  ].join('\n');
}

test('no room is larger, or stands on more files, than its budget allows', () => {
  const rows = measured();
  const over = Object.entries<Budget>(budgets).filter(([room, budget]) =>
    (rows.get(room) ?? []).some((value, at) => value > (budget[at] ?? 0)),
  );
  assert.deepEqual(
    over.map(([room]) => room),
    [],
    `\n${tableOf(rows)}\nChange test/structure/budgets.ts in sight, and better lower another room.`,
  );
});

const sum = (files: readonly string[]) => files.reduce((lines, file) => lines + linesOf(readSource(file)), 0);

test('the house as a whole keeps within its bounds', () => {
  const styles = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' });
  const now = {
    core: sum(sources.filter((file) => !isExtension(file))),
    extensions: sum(sources.filter(isExtension)),
    css: sum(styles.filter((file) => file.endsWith('.css'))),
  };
  const over = Object.entries(now).filter(([part, lines]) => lines > whole[part as keyof typeof whole]);
  assert.deepEqual(over, []);
});

test('no handlers file and no page stands on more files than its bound', () => {
  const own: Readonly<Record<string, number>> = reaches;
  const over = sources.flatMap((file) => {
    const kind = file.endsWith('handlers.ts')
      ? 'handlers'
      : file.startsWith('web/pages/')
        ? 'pages'
        : undefined;
    const bound = own[file] ?? (kind && reaches[kind]);
    return bound !== undefined && reach(file) > bound ? [`${file}: ${reach(file)} of ${bound}`] : [];
  });
  assert.deepEqual(over, []);
});

test('contract and database import only leaves of the domain, and nothing of psychometrics', () => {
  const LEAF = 9;
  const floor = sources.filter(isFloor).flatMap((file) => [...ofTypesToo(file)]);
  const heavy = [...new Set(floor)].filter(
    (file) =>
      file.startsWith('psychometrics/') || (file.startsWith('domain/') && ofTypesToo(file).size > LEAF),
  );
  assert.deepEqual(heavy, []);
});

test('the list of server folders stays short', () => {
  const own = readdirSync(join(project, 'src', 'server'), { withFileTypes: true });
  const folders = own.filter((entry) => entry.isDirectory()).length;
  const files = own.filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts')).length;
  assert.ok(folders <= serverRooms.folders, `${folders} folders`);
  assert.ok(files <= serverRooms.files, `${files} loose files`);
});

// A list or map that is complete from the start is no state.
const STATE =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: (?!Readonly)[^=\n]*)? = new (?:Weak)?(?:Map|Set)(?:<[^\n]*>)?\(\))/gm;

test('nothing is kept between calls outside the listed places', () => {
  const kept = sources.flatMap((file) =>
    [...readSource(file).matchAll(STATE)].map(([, variable, constant]) => `${file} ${variable ?? constant}`),
  );
  assert.deepEqual(kept.toSorted(), Object.keys(states).toSorted());
});

// `object._name`, a method that overrides `_name`, and a name in quotation marks.
const PRIVATE = /\._[a-z]\w*|^\s+(?:override |async )*_[a-z]\w*\(.*\{$|'_[a-z]\w+'/gm;

test('no private name of a library is used', () => {
  const names = sources.flatMap((file) =>
    [...readSource(file).matchAll(PRIVATE)].map(([name]) => `${file}: ${name.trim()}`),
  );
  assert.deepEqual(names, []);
});

test('a feature has one name in every part', () => {
  const known: readonly string[] = Object.keys(features);
  const folders = sources.flatMap((file) => /^web\/features\/([^/]+)/.exec(file)?.[1] ?? []);
  assert.deepEqual(
    [...new Set(folders)].filter((name) => !known.includes(name)),
    [],
  );
  const former = Object.entries(features).flatMap(([name, words]) =>
    sources
      .filter((file) => words.some((word) => file.includes(word)))
      .map((file) => `${file}: the feature is called ${name}`),
  );
  assert.deepEqual(former, []);
});
