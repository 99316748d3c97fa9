import { lazyPart } from '../../../web/api/chunk.ts';
import type { FurtherPages } from '../../../web/further-pages.ts';
import { paths } from '../../../web/paths.ts';

export const workshopPages: FurtherPages = {
  [paths.adminQuestionnaires]: lazyPart(() => import('./Questionnaires.tsx')),
  [paths.clinicianQuestionnaires]: lazyPart(() => import('./QuestionnairesToSign.tsx')),
};
