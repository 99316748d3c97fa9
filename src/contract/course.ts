import * as v from 'valibot';
import { id, instant } from './fields.ts';

/**
 * The whole course of a patient. `html`: all scales as charts and one table; empty without a scored survey. `views`: who
 * opened which report, each reader's last time, the newest first. The name is null once the account is erased.
 */
export const patientCourse = v.object({
  html: v.string(),
  views: v.array(v.object({ survey_session_id: id, username: v.nullable(v.string()), at: instant })),
});
export type PatientCourse = v.InferOutput<typeof patientCourse>;
