import type { ClinicianPart } from '../web/features/patients/clinician-part.ts';
import { expectedCourse } from './expected-course/web/index.ts';

/** What the extensions of this build show clinicians. Their home page loads it, patients never do. */
export const clinicianParts: readonly ClinicianPart[] = [expectedCourse];
