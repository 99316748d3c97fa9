import { exportedAnswers, type AnswerContext, type ExportedAnswer } from './answers.ts';
import type { PersonFile, SessionRecord } from './records.ts';
import { eventRecords, type EventRecord } from './events.ts';
import { scoreRecords } from './scales.ts';
import type { ScoreRecord } from './session-tables.ts';

/** A survey session with its exported answers and scores. */
export type ReadSession = {
  readonly record: SessionRecord;
  readonly answers: readonly ExportedAnswer[];
  readonly scores: readonly ScoreRecord[];
  readonly events: readonly EventRecord[];
};
export type ReadPerson = Omit<PersonFile, 'sessions'> & { readonly sessions: readonly ReadSession[] };

/** Reads the answers of a person once for all files. */
export function readPerson(file: PersonFile, context: AnswerContext): ReadPerson {
  const sessions = file.sessions.map((record) => ({
    record,
    answers: exportedAnswers(record, context),
    scores: scoreRecords(record, context.catalogue.instruments),
    events: eventRecords(record, context.catalogue),
  }));
  return { ...file, sessions };
}
