import type { IsoDate } from '../../../domain/iso-date.ts';
import type { CourseModel } from '../domain/course.ts';
import { simulateTherapies } from '../domain/course-simulation.ts';
import { thetaOfT } from '../../../psychometrics/t-scores.ts';
import type { DemoClinic, DemoPatient, DemoSurvey } from '../../../server/demo/demo-plan.ts';

// Synthetic therapies that show the expected course (product 17.4): drawn from a model, of no real person.

/** Assumed values in T, of no study: they only make therapies that look like outpatient ones. */
const MODEL: CourseModel = {
  mean: 60,
  slope: -2,
  level_sd: 7,
  slope_sd: 2.5,
  correlation: -0.2,
  process_sd: 3,
  process_weeks: 8,
};
/** The months after admission of the surveys of `protocols/course.json` for a therapy of eight months. */
const MONTHS = [0, 2, 4, 6, 8];
const DAYS_INTO_WINDOW = 3;
const WEEKS_PER_MONTH = 365.25 / 12 / 7;
/** The surveys of those who are still in therapy: as many as a signal needs. */
const SURVEYS_SO_FAR = 3;
const IN_THERAPY = 40;
export const PERSONS = 300;

const CLINICIANS = ['verlauf1', 'verlauf2', 'verlauf3', 'verlauf4', 'verlauf5', 'verlauf6'] as const;

type Days = { day(days: number): IsoDate; month(months: number, days?: number): IsoDate };

export type CourseDemo = {
  readonly clinic: DemoClinic;
  readonly finished: readonly DemoPatient[];
  readonly inTherapy: readonly DemoPatient[];
};

/** The synthetic clinic. Those in therapy come after the course was learnt from the finished therapies. */
export function courseDemo(days: Days, persons: number = PERSONS): CourseDemo {
  const weeks = MONTHS.map((months) => months * WEEKS_PER_MONTH);
  const drawn = simulateTherapies({ shape: 'model', model: MODEL, persons, weeks, se: 1, seed: 'synthetic' });
  const patients = drawn.map(({ latent }, index) => {
    const thetas = latent.map((t) => Math.round(100 * thetaOfT(t, STANDARD)) / 100);
    return patientOf(days, thetas, index);
  });
  return {
    clinic: {
      name: 'Synthetische Ambulanz (keine echten Personen)',
      contact: 'synthetisch@resonanz.example',
      dutyAddress: '',
      admin: 'adminverlauf',
      clinicians: CLINICIANS.map((username) => ({ username, enabled: true })),
      patients: [],
    },
    finished: patients.slice(IN_THERAPY),
    inTherapy: patients.slice(0, IN_THERAPY),
  };
}

const STANDARD = { id: 'standard', mean: 0, sd: 1, source: '' };

// Each person has a day of admission of its own: with the same one the list would show possible duplicates.
function patientOf({ month }: Days, thetas: readonly number[], index: number): DemoPatient {
  const isCurrent = index < IN_THERAPY;
  // The third survey of those in therapy is four months old at most, and the next one is not due yet.
  const [ago, shift] = isCurrent ? [5, index % 25] : [14, -index];
  const surveys = isCurrent ? thetas.slice(0, SURVEYS_SO_FAR) : thetas;
  return {
    code: `SYN${String(index + 1).padStart(3, '0')}`,
    clinician: CLINICIANS[isCurrent ? index % 2 : index % CLINICIANS.length] ?? CLINICIANS[0],
    gender: index % 3 === 0 ? 'MALE' : 'FEMALE',
    diagnosis: index % 2 === 0 ? 'F32.1' : 'F41.1',
    admission: month(-ago, shift),
    discharge: month(8 - ago, shift),
    surveys: surveys.map((theta, survey): DemoSurvey => ({
      on: month((MONTHS[survey] ?? 0) - ago, shift + DAYS_INTO_WINDOW),
      theta,
    })),
  };
}
