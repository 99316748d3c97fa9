import type { Answer } from '../../domain/answer-types.ts';
import { plannedItems } from '../../domain/survey-flow.ts';
import type { UserContext } from '../http/context.ts';
import { openAnswer } from '../keys/answer-cells.ts';
import { listItemAnswers } from './page-queries.ts';
import type { SurveySession } from './survey-session.ts';

/** The patient's last answers to the questions of a page that show them again; null without any. */
export async function presetAnswers(
  { db, services, user: { clinicId, userId: patientId } }: UserContext,
  { key, plan }: Pick<SurveySession, 'key' | 'plan'>,
  items: readonly { readonly id: string }[],
): Promise<Answer[] | null> {
  const planned = plannedItems(plan);
  const ids = items.map(({ id }) => id).filter((id) => planned.get(id)?.preset !== undefined);
  if (ids.length === 0) return null;
  const given = await listItemAnswers(db, { clinicId, patientId }, ids);
  const answers = ids.flatMap((id) => {
    const last = given.findLast((row) => row.item_id === id && row.session_id !== key.sessionId);
    if (!last) return [];
    const content = openAnswer(services.keys, { clinicId, sessionId: last.session_id }, last);
    return [{ id, ...content, time_taken: 0, optionalQuestion: false }];
  });
  return answers.length > 0 ? answers : null;
}
