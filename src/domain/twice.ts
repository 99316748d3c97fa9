import type { JsonPath, Problem } from './json-lines.ts';

/** A problem for each key that occurs again; `pathOf` names the place of the second one. */
export function twice(
  keys: readonly string[],
  pathOf: (index: number) => JsonPath,
  what: string,
): readonly Problem[] {
  return keys.flatMap((key, index) => {
    if (keys.indexOf(key) === index) return [];
    return [{ path: pathOf(index), message: `There are two ${what}s "${key}".` }];
  });
}
