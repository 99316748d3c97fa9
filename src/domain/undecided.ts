import type { JsonPath, Problem } from './json-lines.ts';

/** What a draft writes in place of a value that only a person can decide. Files with such a value are refused. */
const UNDECIDED = 'DECIDE: ';

/** The place of a value that a person must decide, with what it is. */
export const decide = (what: string): string => `${UNDECIDED}${what}`;

export const isUndecided = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith(UNDECIDED.trim());

/** The values of a file that nobody has decided yet. */
export function undecidedProblems(value: unknown, path: JsonPath = []): readonly Problem[] {
  if (typeof value === 'string') {
    if (!isUndecided(value)) return [];
    return [{ path, message: `Nobody has decided this value yet: ${value.slice(UNDECIDED.length)}` }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    undecidedProblems(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}
