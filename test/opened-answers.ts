import { privacyOf } from '../src/domain/answer-types.ts';
import { openAnswer, type AnswerRow } from '../src/server/keys/answer-cells.ts';
import type { Services } from '../src/server/services.ts';
import { inClinic } from './builders.ts';

/** The stored answers of a clinic with their content, in the order of the pages. */
export async function openedAnswers(services: Services, clinicId: string) {
  const rows = await inClinic(services, clinicId, (db) =>
    db
      .selectFrom('answers as a')
      .innerJoin('survey_sessions as s', 's.id', 'a.session_id')
      .select(['s.patient_id', 'a.session_id', 'a.page_number', 'a.item_id', 'a.item_type'])
      .select('a.encrypted')
      .orderBy('a.session_id')
      .orderBy('a.page_number')
      .orderBy('a.position')
      .execute(),
  );
  return rows.map((row) => {
    // The server writes only answers.
    const answer = row as AnswerRow;
    const content = openAnswer(services.keys, { clinicId, sessionId: row.session_id }, answer);
    return { ...row, ...content, isPrivate: privacyOf(answer.item_type) !== null };
  });
}
