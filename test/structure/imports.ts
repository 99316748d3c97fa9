import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export const project = join(import.meta.dirname, '..', '..');

/** An import of one source file by another, as paths from `src`. A lazy one is fetched when it is needed. */
export type Arrow = { from: string; to: string; kind: 'value' | 'type' | 'lazy' };

const isOfTests = (file: string) => /\.test\.ts$|^extensions\/[^/]+\/(test|bench)\//.test(file);

/** The program's own files, without tests, as paths from `src`. */
export function listSources(): string[] {
  return readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !isOfTests(file) && !file.endsWith('.d.ts'))
    .sort();
}

export function readSource(file: string): string {
  return readFileSync(join(project, 'src', file), 'utf8');
}

// What is imported, as far as the path: `type X`, `{ a, type B }`, `* as queries`, or nothing.
const IMPORTS = /\b(?:(?:import|export)\s([\w\s{},*]*?)\s?from|(import)\s*\(|import)\s*'(\.[^']+)'/g;

/** Every import between the program's own files: static, lazy, and of types alone. */
export function listArrows(): Arrow[] {
  return listSources().flatMap((from) =>
    [...readSource(from).matchAll(IMPORTS)].map(([, names = '', lazy, path = '']) => ({
      from,
      to: normalize(join(dirname(from), path)),
      kind: lazy ? 'lazy' : isOfTypes(names) ? 'type' : 'value',
    })),
  );
}

function isOfTypes(names: string): boolean {
  if (names.startsWith('type ')) return true;
  const single = /^\{([^}]+)\}$/.exec(names.trim())?.[1]?.split(',') ?? [];
  const named = single.map((name) => name.trim()).filter((name) => name !== '');
  return named.length > 0 && named.every((name) => name.startsWith('type '));
}

/** The files that each file stands on, itself included: its imports of these kinds, followed to the end. */
export function reachOf(kinds: readonly Arrow['kind'][]): (file: string) => ReadonlySet<string> {
  const targets = Map.groupBy(
    listArrows().filter(({ kind }) => kinds.includes(kind)),
    ({ from }) => from,
  );
  return (file) => {
    const reached = new Set([file]);
    // A set grows while it is walked through, and the walk meets what was added.
    for (const one of reached) for (const { to } of targets.get(one) ?? []) reached.add(to);
    return reached;
  };
}
