import * as v from 'valibot';
import type { Route } from '../../../contract/route.ts';
import { courseEndpoints } from './endpoints.ts';
import { SIGNAL_ACTS } from '../domain/signal-acts.ts';
import { MAX_CRISIS_NOTE_LENGTH } from '../../../domain/crisis.ts';
import { byId, id, instant, isoDate, ok, text } from '../../../contract/fields.ts';

const done = v.picklist(SIGNAL_ACTS);

const signal = v.object({
  id,
  /** The name of the scale for clinicians. */
  scale: v.string(),
  measurement_point: v.string(),
  raised_at: instant,
  /** Probabilities: of being worse than expected, and of being reliably better at the end of the therapy. */
  unexpected: v.number(),
  recovery: v.number(),
  /** The publications behind the expected course; null where it was learnt from this installation. */
  source: v.nullable(v.string()),
  /** What the other scales of this measurement say, each a short text to think about. */
  hints: v.array(
    v.object({ title: v.string(), scales: v.array(v.string()), text: v.string(), source: v.string() }),
  ),
  acknowledged: v.nullable(v.object({ by: v.string(), at: instant, done })),
  /** Taken to supervision: the signal waits again from a day on. */
  postponed: v.nullable(v.object({ again_on: v.string(), by: v.string(), at: instant, note: v.string() })),
});

/** The fields that a clinician's list has of each patient. */
export const signalEntries = {
  /** The course of a scale deviates from the expected one, and no one acknowledged it (product 20.3). */
  deviates: v.boolean(),
  /** It deviates, or it did and a clinician acknowledged it. */
  has_course_signals: v.boolean(),
};
const signalFields = v.object(signalEntries);
export type SignalFields = v.InferOutput<typeof signalFields>;

/** The calls about courses that deviate from the expected one (product 20.3). */
export const courseRoutes = {
  listCourseSignals: {
    ...courseEndpoints.listCourseSignals,
    summary: 'Where the course of a patient deviated from the expected one',
    params: byId,
    answer: v.object({ signals: v.array(signal) }),
    audit: 'course_signals_viewed',
  },
  acknowledgeCourseSignal: {
    ...courseEndpoints.acknowledgeCourseSignal,
    summary: 'Acknowledge that a course deviates, with what was done',
    params: byId,
    // `supervision` needs a note and `again_on`, and leaves the signal open.
    body: v.object({
      done,
      note: v.optional(text(MAX_CRISIS_NOTE_LENGTH), ''),
      again_on: v.optional(isoDate),
    }),
    answer: ok,
    audit: 'course_signal_acknowledged',
    retryKey: true,
  },
} as const satisfies Record<keyof typeof courseEndpoints, Route>;

export type CourseRoutes = typeof courseRoutes;
