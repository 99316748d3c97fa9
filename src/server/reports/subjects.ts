import type { Answer } from '../../domain/answer-types.ts';
import { instrumentItems } from '../../domain/instrument-items.ts';
import type { SurveyPlan } from '../../domain/survey-plan.ts';
import type { PatientKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';
import { openAnswer } from '../keys/answer-cells.ts';
import type { Keys } from '../keys/keys.ts';
import { listItemAnswers } from '../surveys/page-queries.ts';

/** The people that a patient thought of, by the item of the protocol that may skip instruments. */
export type Subject = {
  readonly question: string;
  readonly answer: string;
  /** The answer of the measurement before, where it was another one. */
  readonly before: string | null;
  /** The instruments whose answers are about these people, or that were skipped. */
  readonly instruments: readonly string[];
};

/** The items of a protocol that name the people. */
export type Skips = NonNullable<SurveyPlan['skips']>;

/** An answer of a survey to an item that names the people. */
export type SubjectAnswer = Pick<Answer, 'value' | 'label'> & {
  readonly session_id: string;
  readonly item: string;
};

/** All answers of a patient that name the people, the oldest first. */
export async function listSubjectAnswers(
  db: Db,
  keys: Keys,
  { clinicId, patientId }: PatientKey,
  skips: Skips,
): Promise<readonly SubjectAnswer[]> {
  const items = [...new Set(skips.map(({ item }) => item))];
  const rows = await listItemAnswers(db, { clinicId, patientId }, items);
  return rows.map((row) => {
    const { value, label } = openAnswer(keys, { clinicId, sessionId: row.session_id }, row);
    return { session_id: row.session_id, item: row.item_id, value, label };
  });
}

/** Whom a survey's answers are about: a key for each instrument that asks about people. Equal keys are the same people. */
export function aboutOf(
  given: readonly SubjectAnswer[],
  sessionId: string,
  skips: Skips,
): ReadonlyMap<string, string> {
  const own = given.filter(({ session_id: session }) => session === sessionId);
  const about = new Map<string, string>();
  for (const instrument of new Set(skips.flatMap(({ instruments }) => instruments))) {
    const items = new Set(
      skips.filter(({ instruments }) => instruments.includes(instrument)).map(({ item }) => item),
    );
    const answers = own.filter(({ item }) => items.has(item)).map(({ item, value }) => [item, value]);
    if (answers.length > 0) about.set(instrument, JSON.stringify(answers));
  }
  return about;
}

/**
 * The subjects of the last of these measurements, in the order of the protocol. An unanswered item has none. Surveys that
 * were never finished do not count as the last time.
 */
export function subjectsOf(
  given: readonly SubjectAnswer[],
  sessions: readonly string[],
  { instruments, skips = [] }: Pick<SurveyPlan, 'instruments' | 'skips'>,
): readonly Subject[] {
  const items = new Map(instruments.flatMap(instrumentItems).map((item) => [item.id, item]));
  return skips.flatMap(({ item: id, instruments: about }) => {
    const answers = given.filter((one) => one.item === id && sessions.includes(one.session_id));
    const [earlier, now] = [answers.at(-2), answers.at(-1)];
    if (!now || now.session_id !== sessions.at(-1)) return [];
    const answer = labelOf(now);
    const before = earlier ? labelOf(earlier) : answer;
    const question = items.get(id)?.content ?? id;
    return [{ question, answer, before: before === answer ? null : before, instruments: about }];
  });
}

const labelOf = ({ label }: SubjectAnswer) => (typeof label === 'string' ? label : label.join(', '));
