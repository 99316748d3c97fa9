import type { UseQueryResult } from '@tanstack/react-query';
import type { Answer } from '../../../contract/routes.ts';
import type { CrisisMark, CrisisStanding } from '../../../domain/crisis.ts';
import { useAnswer } from '../../api/queries.ts';

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

/** The events of a patient. Loading them is a row of the trail, so nothing is asked for a patient without an event. */
export function useCrisisEvents({
  id,
  crisis,
}: Pick<MarkedPatient, 'id' | 'crisis'>): UseQueryResult<Answer<'listCrisisEvents'>> {
  return useAnswer('listCrisisEvents', { params: { id } }, { enabled: crisis !== null });
}
