import { hashSecret } from '../../../server/login/password-hash.ts';
import { fitFromSurveys, SIGNAL_PROBABILITIES } from './fit.ts';
import { withoutTenant, withTenant } from '../../../server/database/transaction.ts';
import { publishedCourse } from '../domain/published-courses.ts';
import { judgeSymptomChanges } from '../../../server/reports/symptom-change.ts';
import type { Services } from '../../../server/services.ts';
import { publishedCourses } from './course-files.ts';
import { courseDemo } from './course-plan.ts';
import { listModels } from './model-queries.ts';
import { createClinic, createPatients, demoDays } from '../../../server/demo/demo.ts';
import type { OtherDemo } from '../../../server/demo/offer-demo.ts';
import { STAFF_PASSWORD, type DemoPatient } from '../../../server/demo/demo-plan.ts';
import { readReports } from '../../../server/demo/queries.ts';

/** The protocol that the synthetic therapies follow. It switches the expected course on. */
export const COURSE_PROTOCOL = 'protocols/course.json';

const AT_ONCE = 4;

/** The lines about the synthetic clinic that the start prints. */
const courseDemoLogins: readonly string[] = [
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
    const published = publishedCourse(publishedCourses(services.config), {
      instrument: id,
      scale: scale.key,
    });
    if (instrument && published)
      await fitFromSurveys(
        services,
        { instrument, scale },
        { start: published.model, ...SIGNAL_PROBABILITIES },
      );
  }
}

/** The synthetic therapies in place of the demo data. */
export const otherDemo: OtherDemo = {
  variable: 'DEMO_COURSE',
  protocol: COURSE_PROTOCOL,
  begins: 'creating synthetic therapies, which takes some minutes …',
  create: createCourseDemo,
  isThere: async ({ pool }) => (await withoutTenant(pool, (db) => listModels(db, ['dep']))).length > 0,
  refusal:
    'DEMO_COURSE needs an empty database: this one has no expected course. If an earlier start with it was interrupted, delete the data folder.',
  logins: courseDemoLogins,
};
