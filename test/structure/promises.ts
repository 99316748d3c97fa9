import { parse } from 'csv-parse/sync';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorOf } from './headings.ts';
import { project } from './imports.ts';

/** A row of the table of requirements. An own requirement (R) and a further promise (P) have no level of the ASVS. */
export type Requirement = { number: string; level: string; subject: string; answer: string; proof: string };

// The checks of `npm test` that are no tests: secrets, lock file, linter.
const CHECKS = 'test/run-sources.ts';
const RECORD = /`docs\/decisions\/\d{3}-[^`]+`/;

/** All rows of docs/security-requirements.csv. */
export function requirements(): Requirement[] {
  const text = readFileSync(join(project, 'docs/security-requirements.csv'), 'utf8');
  return parse(text, { columns: ['number', 'level', 'subject', 'answer', 'proof'], from_line: 2 });
}

export const isOfAsvs = ({ level }: Requirement) => level !== '';

/** The numbers of a row of several own requirements, such as "R45–R49, R51". */
export function ownNumbers({ number }: Requirement): string[] {
  return [...number.matchAll(/R(\d+)(?:–R(\d+))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `R${Number(first) + index}`),
  );
}

/** What is wrong with a row: no test, a path that leads nowhere, a test name that stands in no named file. */
export function problemsOf(row: Requirement): string[] {
  const paths = [...row.proof.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path);
  const problems = [
    ...(hasState(row) ? [] : ['is neither met nor "**not met**: …" nor "not applicable: …"']),
    ...(isExcused(row) || isProven(row, paths) ? [] : ['names no test']),
    ...paths.filter((path) => filesOf(path).length === 0).map((path) => `there is no ${path}`),
    ...missingNames(row.proof, paths.flatMap(filesOf)),
  ];
  return problems.map((problem) => `${row.number}: ${problem}`);
}

const hasState = (row: Requirement) => isExcused(row) || /^met(: .|$)/.test(row.answer);

/** A requirement of our own that is not met needs a record of the decision. */
function isExcused(row: Requirement): boolean {
  const isReasoned = /^(not applicable: |\*\*not met\*\*: )./.test(row.answer);
  return isReasoned && (isOfAsvs(row) || RECORD.test(row.answer + row.proof));
}

function isProven(row: Requirement, paths: string[]): boolean {
  if (paths.some((path) => path.endsWith('.test.ts') || path === CHECKS)) return true;
  return isDocumentation(row) && paths.some((path) => path.includes('#'));
}

/** Requirements that ask for a document, which no test can replace. */
function isDocumentation(row: Requirement): boolean {
  if (!isOfAsvs(row)) return /^met: `docs\/[^`]+`$/.test(row.answer);
  return /^\d+\.1\.\d+$/.test(row.number) && !/^(1|4|9|10|12|17)\./.test(row.number);
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
