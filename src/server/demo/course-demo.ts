import { hashSecret } from '../login/password-hash.ts';
import { fitFromSurveys, SIGNAL_PROBABILITIES } from '../courses/fit.ts';
import { withoutTenant, withTenant } from '../database/transaction.ts';
import { publishedCourse } from '../../domain/published-courses.ts';
import { judgeSymptomChanges } from '../reports/symptom-change.ts';
import type { Services } from '../services.ts';
import { courseDemo } from './course-plan.ts';
import { createClinic, createPatients, demoDays } from './demo.ts';
import { STAFF_PASSWORD, type DemoPatient } from './demo-plan.ts';
import { readReports } from './queries.ts';

/** The protocol that the synthetic therapies follow. It switches the expected course on. */
export const COURSE_PROTOCOL = 'protocols/course.json';

const AT_ONCE = 4;

/** The lines about the synthetic clinic that the start prints. */
export const courseDemoLogins: readonly string[] = [
  '',
  'Synthetic therapies (clinic "Synthetische Ambulanz (keine echten Personen)"):',
  `  clinician     verlauf1            ${STAFF_PASSWORD}`,
  '',
];

/**
 * Creates a clinic of synthetic therapies in an empty database, learns the expected course of depression and anxiety from the
 * finished ones, and judges those in therapy by it.
 */
export async function createCourseDemo(services: Services, persons?: number): Promise<void> {
  const { clinic, finished, inTherapy } = courseDemo(demoDays(services.today()), persons);
  const password = await hashSecret(services.keys, STAFF_PASSWORD);
  const staff = await withoutTenant(services.pool, (db) => createClinic(db, clinic, password));
  // A transaction for each: in a single one PostgreSQL would read every earlier version of each row again. Several at once,
  // so that PostgreSQL works while this process thinks.
  const createEach = async (patients: readonly DemoPatient[]) => {
    const waiting = patients.values();
    const work = async () => {
      for (const patient of waiting)
        await withTenant(services.pool, staff.clinicId, async (db) => {
          await createPatients(db, services, staff, [patient]);
          await readReports(db, staff.clinicId, patient.code);
        });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };
  await createEach(finished);
  // Without a model there are no signals yet, so the finished therapies get none.
  await judgeSymptomChanges(services);
  for (const id of ['dep', 'anx']) await learn(services, id);
  await createEach(inTherapy);
  await judgeSymptomChanges(services);
}

async function learn(services: Services, id: string): Promise<void> {
  const instrument = services.registry.instruments.get(id);
  for (const scale of instrument?.scales ?? []) {
    const published = publishedCourse(services.config.courses, { instrument: id, scale: scale.key });
    if (instrument && published)
      await fitFromSurveys(
        services,
        { instrument, scale },
        { start: published.model, ...SIGNAL_PROBABILITIES },
      );
  }
}
