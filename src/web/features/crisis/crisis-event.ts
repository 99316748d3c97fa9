import type { Answer } from '../../../contract/routes.ts';
import type { CrisisMark, CrisisStanding } from '../../../domain/crisis.ts';

export type CrisisEvent = Answer<'listCrisisEvents'>['events'][number];

/** A patient as the clinician's list names one. */
export type MarkedPatient = {
  id: string;
  code: string;
  crisis: CrisisMark | null;
  crisis_standing: CrisisStanding | null;
  clinician_id: string;
  as_deputy: boolean;
};
