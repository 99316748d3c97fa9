import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export const project = join(import.meta.dirname, '..', '..');

/** An import of one source file by another, as paths from `src`. */
export type Arrow = { from: string; to: string };

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

/** Every import between the program's own files: static, lazy, and of types alone. */
export function listArrows(): Arrow[] {
  return listSources().flatMap((from) =>
    [...readSource(from).matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) => ({
      from,
      to: normalize(join(dirname(from), path)),
    })),
  );
}
