import type { Services } from '../../../server/services.ts';
import { clinicNamed, inClinic } from '../../../../test/builders.ts';
import { aCourseSignal } from '../../../../test/course-scene.ts';

/** The last finished survey of a patient deviates from the expected course. */
export async function deviate(services: Services, clinic: string, code: string): Promise<void> {
  const clinicId = await clinicNamed(services, clinic);
  const session = await inClinic(services, clinicId, (db) =>
    db
      .selectFrom('survey_sessions as s')
      .innerJoin('patients as p', 'p.id', 's.patient_id')
      .select(['s.id', 's.patient_id'])
      .where('p.code', '=', code)
      .where('s.finished_at', 'is not', null)
      .orderBy('s.finished_at', 'desc')
      .executeTakeFirstOrThrow(),
  );
  await aCourseSignal(services, { clinicId, id: session.patient_id }, session.id);
}
