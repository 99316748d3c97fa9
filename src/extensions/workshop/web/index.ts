import { lazyPart } from '../../../web/api/chunk.ts';
import type { ClinicianPart } from '../../../web/features/patients/clinician-part.ts';
import type { FurtherPages } from '../../../web/further-pages.ts';
import { paths } from '../../../web/paths.ts';

export const workshopPages: FurtherPages = {
  [paths.adminQuestionnaires]: lazyPart(() => import('./Questionnaires.tsx')),
  [paths.clinicianQuestionnaires]: lazyPart(() => import('./QuestionnairesToSign.tsx')),
};

export const draftsToSign: ClinicianPart = { OnHome: lazyPart(() => import('./DraftsToSign.tsx')) };
