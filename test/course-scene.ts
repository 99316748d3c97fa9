import type { Services } from '../src/server/services.ts';
import { inClinic, type TestUser } from './builders.ts';

/** The same server with a protocol that compares courses with the expected ones. */
export function expectingCourses(services: Services): Services {
  const { registry } = services;
  return {
    ...services,
    registry: { ...registry, protocol: { ...registry.protocol, expected_course: 'on' } },
  };
}

/** Stores that the depression of a patient deviated at a survey. Returns the id of the signal. */
export async function aCourseSignal(
  services: Services,
  { clinicId, id: patientId }: Pick<TestUser, 'clinicId' | 'id'>,
  sessionId: string,
  { at = '2026-01-01T10:00:00Z' }: { readonly at?: string } = {},
): Promise<string> {
  return inClinic(services, clinicId, async (db) => {
    const name = { instrument_id: 'dep', scale: 'dep', model_version: 1 };
    const probabilities = { unexpected: 0.92, worsening: 0.3, recovery: 0.05 };
    const key = { clinic_id: clinicId, patient_id: patientId, session_id: sessionId };
    const { id } = await db
      .insertInto('course_signals')
      .values({ ...key, ...name, ...probabilities, raised_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}
