import { responseQuality, type ResponseQuality } from '../../domain/response-quality.ts';
import { exportedAnswers, type AnswerContext, type ExportedAnswer } from './answers.ts';
import { notAskedItems, type NotAskedItem } from './not-asked.ts';
import type { PersonFile, SessionRecord } from './records.ts';
import { eventRecords, type EventRecord } from './events.ts';
import { scoreRecords } from './scales.ts';
import type { ScoreRecord } from './session-tables.ts';

/** A survey session with its exported answers and scores. */
export type ReadSession = {
  readonly record: SessionRecord;
  readonly answers: readonly ExportedAnswer[];
  readonly notAsked: readonly NotAskedItem[];
  readonly scores: readonly ScoreRecord[];
  readonly events: readonly EventRecord[];
};
export type ReadPerson = Omit<PersonFile, 'sessions'> & { readonly sessions: readonly ReadSession[] };

/** Reads the answers of a person once for all files. */
export function readPerson(file: PersonFile, context: AnswerContext): ReadPerson {
  const sessions = file.sessions.map((record) => {
    const answers = exportedAnswers(record, context);
    return {
      record: { ...record, quality: qualityOf(record, answers, context) },
      answers,
      notAsked: notAskedItems(record, context),
      scores: scoreRecords(record, context.catalogue.instruments),
      events: eventRecords(record, context.catalogue),
    };
  });
  return { ...file, sessions };
}

/** Signs of the way to answer. Answers that are not exported count with their time alone. */
function qualityOf(
  { session, answers: rows }: SessionRecord,
  answers: readonly ExportedAnswer[],
  { catalogue }: AnswerContext,
): ResponseQuality {
  const instruments = catalogue.instruments.filter((one) =>
    session.instruments.some(({ id, version }) => id === one.id && version === one.version),
  );
  const values = new Map(answers.map(({ asked, value }) => [asked.columns.item.id, value]));
  const given = rows.map(({ item_id: id, page_number: page, time_taken, answered_after }) => {
    return { id, page, value: values.get(id) ?? '', time_taken, answered_after };
  });
  return responseQuality(instruments, given);
}
