import type { JsonPath, Problem } from './json-lines.ts';

/** What a draft writes in place of a value that only a person can decide. Files with such a value are refused. */
const UNDECIDED = 'DECIDE: ';

/** The place of a value that a person must decide, with what it is. */
export const decide = (what: string): string => `${UNDECIDED}${what}`;

export const isUndecided = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith(UNDECIDED.trim());

/** The values of a file that a person must decide: where each stands, and what it is. */
export function undecidedValues(
  value: unknown,
  path: JsonPath = [],
): readonly { readonly path: JsonPath; readonly what: string }[] {
  if (typeof value === 'string')
    return isUndecided(value) ? [{ path, what: value.slice(UNDECIDED.length) }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    undecidedValues(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

export function undecidedProblems(value: unknown): readonly Problem[] {
  return undecidedValues(value).map(({ path, what }) => ({
    path,
    message: `Nobody has decided this value yet: ${what}`,
  }));
}
