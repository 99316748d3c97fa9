import type { ClinicianPart } from '../web/features/patients/clinician-part.ts';
import type { FurtherPages } from '../web/further-pages.ts';
import { expectedCourse } from './expected-course/web/index.ts';
import { draftsToSign, workshopPages } from './workshop/web/index.ts';

/** What the extensions of this build show clinicians. Their home page loads it, patients never do. */
export const clinicianParts: readonly ClinicianPart[] = [expectedCourse, draftsToSign];

/** The pages that the extensions of this build bring. */
export const furtherPages: FurtherPages = workshopPages;
