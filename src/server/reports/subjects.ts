import { instrumentItems } from '../../domain/instrument.ts';
import type { SurveyPlan } from '../../domain/survey-plan.ts';
import type { PatientKey, SessionKey } from '../db/row-keys.ts';
import type { Db } from '../db/transaction.ts';
import { openAnswer } from '../keys/answer-cells.ts';
import type { Keys } from '../keys/keys.ts';
import { listItemAnswers, type ItemAnswer } from '../surveys/page-queries.ts';

/** The people that a patient thought of, by the item of the protocol that may skip instruments. */
export type Subject = {
  readonly question: string;
  readonly answer: string;
  /** The answer of the survey before, where it was another one. */
  readonly before: string | null;
  /** The instruments whose answers are about these people, or that were skipped. */
  readonly instruments: readonly string[];
};

type Place = PatientKey & SessionKey;

/** The subjects of a session, in the order of the protocol. An unanswered item has none. */
export async function subjectsOf(
  db: Db,
  keys: Keys,
  place: Place,
  { instruments, skips = [] }: Pick<SurveyPlan, 'instruments' | 'skips'>,
): Promise<readonly Subject[]> {
  const items = new Map(instruments.flatMap(instrumentItems).map((item) => [item.id, item]));
  const given = await listItemAnswers(
    db,
    place,
    skips.map(({ item }) => item),
  );
  const labelOf = (row: ItemAnswer): string => {
    const { label } = openAnswer(keys, { clinicId: place.clinicId, sessionId: row.session_id }, row);
    return typeof label === 'string' ? label : label.join(', ');
  };
  return skips.flatMap(({ item: id, instruments: about }) => {
    const rows = given.filter((row) => row.item_id === id);
    const at = rows.findIndex((row) => row.session_id === place.sessionId);
    const [row, earlier] = [rows[at], rows[at - 1]];
    if (!row) return [];
    const answer = labelOf(row);
    const before = earlier ? labelOf(earlier) : answer;
    const question = items.get(id)?.content ?? id;
    return [{ question, answer, before: before === answer ? null : before, instruments: about }];
  });
}
