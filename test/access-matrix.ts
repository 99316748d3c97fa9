import { readFileSync } from 'node:fs';
import type { CallName } from '../src/contract/calls.ts';
import type { Actor } from './access-world.ts';

/** The outcomes of a call for one object, each with its actors. */
export type Row = Record<string, (Actor | 'everybody')[]>;

/** authz.json (R22). */
export const matrix: { actors: Record<Actor, string>; routes: Record<string, Record<string, Row>> } =
  JSON.parse(readFileSync(new URL('../authz.json', import.meta.url), 'utf8'));

/** Every object and actor of a call whose outcome `fits`. For "everybody", a clinician makes the call. */
export function casesOf(
  name: CallName,
  fits: (outcome: string) => boolean,
): { object: string; actor: Actor }[] {
  return Object.entries(matrix.routes[name] ?? {}).flatMap(([object, row]) =>
    Object.entries(row).flatMap(([outcome, actors]) =>
      fits(outcome)
        ? actors.map((actor) => ({ object, actor: actor === 'everybody' ? ('clinician' as const) : actor }))
        : [],
    ),
  );
}

/** The first object and actor of a call that succeeds. */
export function successOf(name: CallName): { object: string; actor: Actor } {
  const [first] = casesOf(name, (outcome) => outcome.startsWith('2'));
  if (!first) throw new Error(`authz.json has no success of ${name}`);
  return first;
}
