import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorOf } from './headings.ts';
import { project } from './imports.ts';

/** A row of a table of promises. `proof` is its last column. */
export type PromiseRow = { document: string; name: string; state: string; proof: string };

export const documents = {
  promises: 'docs/security.md',
  requirements: 'docs/security-requirements.md',
  asvs: 'docs/asvs.md',
} as const;

// The checks of `npm test` that are no tests: secrets, lock file, linter.
const CHECKS = 'test/run-sources.ts';
const RECORD = /`docs\/decisions\/\d{3}-[^`]+`/;

/** The rows of all tables of the three documents that promise something. */
export function promiseRows(): PromiseRow[] {
  return [
    ...rowsBelow(documents.promises, '## What is promised'),
    ...rowsBelow(documents.requirements, '# Security requirements'),
    ...asvsRows().map(({ number, here, proof }) => ({
      document: documents.asvs,
      name: number,
      state: here,
      proof,
    })),
  ];
}

/** The rows of the ASVS, chapter by chapter. */
export function asvsRows(): { number: string; level: string; here: string; proof: string }[] {
  const text = readFileSync(join(project, documents.asvs), 'utf8');
  return tableRows(text)
    .filter(([number = '']) => /^\d+\.\d+\.\d+$/.test(number))
    .map(([number = '', level = '', , here = '', proof = '']) => ({ number, level, here, proof }));
}

/** What is wrong with a row: no test, a path that leads nowhere, a test name that stands in no named file. */
export function problemsOf(row: PromiseRow): string[] {
  const paths = [...row.proof.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path);
  const problems = [
    ...(hasState(row) ? [] : ['is neither met nor "**not met**: …" nor "not applicable: …"']),
    ...(isExcused(row) || isProven(row, paths) ? [] : ['names no test']),
    ...paths.filter((path) => filesOf(path).length === 0).map((path) => `there is no ${path}`),
    ...missingNames(row.proof, paths.flatMap(filesOf)),
  ];
  return problems.map((problem) => `${row.document}: ${row.name}: ${problem}`);
}

function hasState(row: PromiseRow): boolean {
  return row.document !== documents.asvs || isExcused(row) || /^met(: .|$)/.test(row.state);
}

function isExcused({ document, state, name, proof }: PromiseRow): boolean {
  if (document === documents.asvs) return /^(not applicable: |\*\*not met\*\*: )./.test(state);
  return state.startsWith('**not done**') && RECORD.test(`${name} ${state} ${proof}`);
}

function isProven(row: PromiseRow, paths: string[]): boolean {
  if (paths.some((path) => path.endsWith('.test.ts') || path === CHECKS)) return true;
  return isDocumentation(row) && paths.some((path) => path.includes('#'));
}

/** Requirements that ask for a document, which no test can replace. */
function isDocumentation({ document, name, state }: PromiseRow): boolean {
  if (document === documents.asvs) return /^\d+\.1\.\d+$/.test(name) && !/^(1|4|9|10|12|17)\./.test(name);
  return /^`docs\/[^`]+`$/.test(state);
}

/** The files of a path from the root. A heading of a page is part of its path. */
function filesOf(path: string): string[] {
  const [file = '', anchor] = path.split('#');
  if (anchor !== undefined) return hasHeading(file, anchor) ? [file] : [];
  if (!file.includes('*')) return existsSync(join(project, file)) ? [file] : [];
  return globSync(file, { cwd: project });
}

function hasHeading(file: string, anchor: string): boolean {
  if (!existsSync(join(project, file))) return false;
  const titles = readFileSync(join(project, file), 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...titles].some(([, title = '']) => anchorOf(title) === anchor);
}

function missingNames(proof: string, files: string[]): string[] {
  const named = [...proof.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  const texts = named.length === 0 ? [] : files.map((file) => readFileSync(join(project, file), 'utf8'));
  return named
    .filter((name) => !texts.some((text) => text.includes(name)))
    .map((name) => `no named file has the test "${name}"`);
}

/** The rows of the table below a heading, without its head. */
function rowsBelow(document: string, heading: string): PromiseRow[] {
  const text = readFileSync(join(project, document), 'utf8');
  const begin = text.indexOf(heading);
  if (begin < 0) throw new Error(`${document} has no "${heading}"`);
  const section = text.slice(begin + heading.length).split(/^#/m)[0] ?? '';
  return tableRows(section)
    .slice(2)
    .map(([name = '', state = '', proof = '']) => ({ document, name, state, proof }));
}

function tableRows(text: string): string[][] {
  return [...text.matchAll(/^\|(.+)\|$/gm)].map(([, line = '']) =>
    line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
}
