import type { UserContext } from '../http/context.ts';
import { overlap } from '../work/overlap.ts';
import { listMeasurements } from './measurements.ts';
import type { CourseInput } from './patient-course.ts';
import * as queries from './queries.ts';

// PostgreSQL's date after all others: the course has no last survey.
const ALWAYS = 'infinity';

/** What the course of a patient is made of. */
export async function courseInput(
  { db, services, user }: UserContext,
  patientId: string,
): Promise<CourseInput> {
  const { clinicId } = user;
  const today = services.today();
  const { time_zone: timeZone } = services.config.public;
  const whole = { patient_id: patientId, window_start: ALWAYS, updated_at: ALWAYS, today, timeZone };
  const asked = queries.listAskedInstruments(db, { clinicId, patientId });
  const { skips } = services.registry.protocol;
  const [instruments, { points }, missed, detached, therapy] = await overlap(
    asked.then((versions) => services.registry.pinnedInstruments(db, versions)),
    listMeasurements(db, services, clinicId, { ...whole, skips }),
    queries.listMissedWindows(db, clinicId, whole),
    queries.listDetachedSurveys(db, clinicId, whole),
    queries.findTherapy(db, { clinicId, patientId }),
  );
  return { instruments, points, missed, detached, therapy, today };
}
