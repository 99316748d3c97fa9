import type { Conflict } from '../../contract/edits.ts';
import { CallFailed } from './failure.ts';

/** What others changed before this write, and the revision to go on from. Null for other failures. */
export function changedMeanwhile(
  error: unknown,
): { conflicts: readonly Conflict[]; revision: string } | null {
  const problem = error instanceof CallFailed ? error.problem : null;
  if (problem?.code !== 'changed_meanwhile') return null;
  return { conflicts: problem.conflicts ?? [], revision: problem.revision ?? '' };
}

/** A part of an edit form that a person knows by one name. */
export type Part<Values> = {
  /** The field of the call that holds it. */
  field: string;
  label: string;
  /** How a person reads it. Parts with the same text hold the same. */
  text: (values: Values) => string;
  /** The values of the form that belong to it. */
  valuesOf: (values: Values) => Partial<Values>;
};

/** A part that somebody changed while the form was open. `own` is what this person has typed, if it is something else. */
export type Change<Values> = Pick<Conflict, 'by' | 'at'> & {
  part: Part<Values>;
  theirs: Values;
  own: Values | null;
};

/** A part that is one value of the form. */
export function part<Values, Name extends keyof Values & string>(
  name: Name,
  label: string,
  { field = name, text = String }: { field?: string; text?: (value: Values[Name]) => string } = {},
): Part<Values> {
  return {
    field,
    label,
    text: (values) => text(values[name]),
    valuesOf: (values) => ({ [name]: values[name] }) as unknown as Partial<Values>,
  };
}

type Forms<Values> = { before: Values; theirs: Values; typed: Values };

/**
 * Takes over what others changed where this person has typed nothing, and keeps what was typed. Returns the values of the
 * form, and every change.
 */
export function takeOver<Values extends object>(
  parts: readonly Part<Values>[],
  { before, theirs, typed }: Forms<Values>,
  conflicts: readonly Conflict[],
): { values: Values; changes: readonly Change<Values>[] } {
  const changes = parts.flatMap((one): Change<Values>[] => {
    const made = conflicts.find(({ field }) => field === one.field);
    if (!made || one.text(before) === one.text(theirs)) return [];
    const isTyped = ![before, theirs].some((known) => one.text(known) === one.text(typed));
    return [{ part: one, theirs, own: isTyped ? typed : null, by: made.by, at: made.at }];
  });
  const taken = changes.filter(({ own }) => own === null).map(({ part: { valuesOf } }) => valuesOf(theirs));
  return { values: Object.assign({}, typed, ...taken) as Values, changes };
}
