import * as v from 'valibot';
import { text } from './fields.ts';

/** The version of what a form edits. A row carries it, and a write sends it back. */
export const revision = v.pipe(text(20), v.regex(/^\d+$/, 'invalid'));

/** A field that was changed since the form was opened: its present value, and who changed it when. */
export type Conflict = {
  field: string;
  theirs: unknown;
  /** The user name; null once the account is erased. */
  by: string | null;
  at: string;
};

/** A write with a revision names only what it changes. One without names every field. */
export function wholeWithoutRevision<Input extends { revision?: string | undefined }>(
  fields: readonly (keyof Input & string)[],
) {
  return v.rawCheck<Input>(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.revision !== undefined) return;
    const input = dataset.value;
    for (const key of fields.filter((field) => input[field] === undefined))
      addIssue({
        message: 'required',
        path: [{ type: 'object', origin: 'value', input, key, value: undefined }],
      });
  });
}
