import * as v from 'valibot';
import { instant } from './fields.ts';

/**
 * Whether the patient agrees that results are shown beside those of relatives. `asked`: the patient has a System-ID.
 * `allowed` is null before an answer.
 */
export const sharing = v.object({
  asked: v.boolean(),
  allowed: v.nullable(v.boolean()),
  answered_at: v.nullable(instant),
});
export type Sharing = v.InferOutput<typeof sharing>;

export const sharingChoice = v.object({ allowed: v.boolean() });

/**
 * The own patients of each System-ID of a patient, side by side. `html` is empty where no other own patient has the same
 * System-ID. `has_view`: at least two agreed, so there is a PDF too.
 */
export const systemView = v.object({ html: v.string(), has_view: v.boolean() });
