import type { Protocol } from '../../domain/protocol.ts';
import { askedInstruments } from '../../domain/sections.ts';
import type { UserContext } from '../http/context.ts';
import type { Version } from '../instruments/registry-queries.ts';
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
  const { protocol } = services.registry;
  const { skips } = protocol;
  const [instruments, { points }, missed, detached, therapy] = await overlap(
    asked.then((versions) => services.registry.pinnedInstruments(db, inOrder(versions, protocol), protocol)),
    listMeasurements(db, services, clinicId, { ...whole, skips }),
    queries.listMissedWindows(db, clinicId, whole),
    queries.listDetachedSurveys(db, clinicId, whole),
    queries.findTherapy(db, { clinicId, patientId }),
  );
  return { instruments, points, missed, detached, therapy, today };
}

// A questionnaire that the protocol asks for no more comes last.
function inOrder(versions: readonly Version[], protocol: Protocol): readonly Version[] {
  const asked = askedInstruments(protocol);
  const placeOf = ({ id }: Version) => (asked.includes(id) ? asked.indexOf(id) : asked.length);
  return versions.toSorted((one, other) => placeOf(one) - placeOf(other));
}
