import * as v from 'valibot';
import type { Answer } from '../domain/answer-types.ts';
import { text } from './fields.ts';

export const scalar = v.union([v.string(), v.number()]);
const valueOrValues = v.union([scalar, v.pipe(v.array(scalar), v.readonly())]);

// A label may come as a number and becomes text. JSON reads 1e999 as infinity, which is refused.
const labelText = v.union([v.string(), v.pipe(v.number(), v.finite(), v.transform(String))]);

/** One answer from the browser (product 7.4). The survey flow checks that it fits its item. */
export const answer = v.object({
  id: text(255),
  label: v.optional(v.union([labelText, v.pipe(v.array(labelText), v.readonly())]), ''),
  value: valueOrValues,
  time_taken: v.optional(v.number(), 0),
  answered_after: v.optional(v.number()),
  optionalQuestion: v.optional(v.boolean(), false),
}) satisfies v.GenericSchema<unknown, Answer>;

/** The parsed text of `value`. */
export const answers = v.pipe(v.array(answer), v.maxLength(200));
