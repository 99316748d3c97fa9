import type { IsoDate } from '../../domain/iso-date.ts';
import { shiftDate } from '../../domain/research-dates.ts';
import type { ResponseQuality } from '../../domain/response-quality.ts';
import type { ScaleScore } from '../../domain/scoring-scales.ts';
import { openContent, type PatientContent } from '../keys/patient-cells.ts';
import type { Keys } from '../keys/keys.ts';
import { openScore } from '../keys/score-cells.ts';
import type {
  EventRow,
  PatientRow,
  ScoreRow,
  SessionRow,
  StoredAnswerRow,
  WindowRow,
} from './export-queries.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** A person of the export. `shown` returns a date in its exported form, shifted or not. */
export type PersonRecord = {
  readonly patient: PatientRow;
  readonly clinicId: string;
  readonly studyId: string;
  readonly clinic: string;
  /** The pseudonym of the treating clinician; null unless it was asked for, and in a small clinic. */
  readonly clinician: string | null;
  readonly birth: IsoDate;
  readonly diagnoses: readonly string[];
  readonly labels: PatientContent['labels'];
  readonly shown: (date: IsoDate | null) => IsoDate | null;
};

export type WindowRecord = {
  readonly person: PersonRecord;
  readonly window: WindowRow;
  /** The survey session in this window */
  readonly sessionId: string | null;
};

export type SessionRecord = {
  readonly person: PersonRecord;
  readonly session: SessionRow;
  readonly sessionId: string;
  /** Null: a detached session (product 10.4) */
  readonly window: WindowRow | null;
  readonly answers: readonly StoredAnswerRow[];
  readonly scores: readonly (ScaleScore & { readonly algorithm_version: string })[];
  readonly events: readonly EventRow[];
  /** Once the answers are read. */
  readonly quality?: ResponseQuality;
};

/** All exported records of one person. */
export type PersonFile = {
  readonly person: PersonRecord;
  readonly windows: readonly WindowRecord[];
  readonly sessions: readonly SessionRecord[];
};

export type Rows = {
  readonly patients: readonly PatientRow[];
  readonly windows: readonly WindowRow[];
  readonly sessions: readonly SessionRow[];
  readonly answers: readonly StoredAnswerRow[];
  readonly scores: readonly ScoreRow[];
  readonly events: readonly EventRow[];
};

export type RecordContext = {
  readonly keys: Keys;
  readonly ids: Pseudonyms;
  readonly clinicId: string;
  /** The clinic's name. Null: its pseudonym */
  readonly clinicName: string | null;
  readonly namesClinicians: boolean;
  readonly dates: 'as_they_are' | 'shifted';
};

/** Groups the rows by patient, in the order of the patients. */
export function personFiles(rows: Rows, context: RecordContext): readonly PersonFile[] {
  const windows = Map.groupBy(rows.windows, ({ patient_id }) => patient_id);
  const sessions = Map.groupBy(rows.sessions, ({ patient_id }) => patient_id);
  const answers = Map.groupBy(rows.answers, ({ session_id }) => session_id);
  const scores = Map.groupBy(rows.scores, ({ session_id }) => session_id);
  const events = Map.groupBy(rows.events, ({ session_id }) => session_id);
  return rows.patients.map((patient) => {
    const person = personRecord(patient, context);
    const own = windows.get(patient.id) ?? [];
    const taken = (sessions.get(patient.id) ?? []).map((session) => ({
      person,
      session,
      sessionId: context.ids.session(context.clinicId, session.id),
      window: own.find(({ id }) => id === session.window_id) ?? null,
      answers: answers.get(session.id) ?? [],
      scores: (scores.get(session.id) ?? []).map((row) => scoreOf(row, context)),
      events: events.get(session.id) ?? [],
    }));
    return { person, windows: own.map((window) => windowRecord(person, window, taken)), sessions: taken };
  });
}

function scoreOf(row: ScoreRow, { keys, clinicId }: RecordContext): SessionRecord['scores'][number] {
  const session = { clinicId, sessionId: row.session_id };
  return { ...openScore(keys, session, row), algorithm_version: row.algorithm_version };
}

function personRecord(patient: PatientRow, context: RecordContext): PersonRecord {
  const { keys, ids, clinicId, clinicName, dates } = context;
  const { birthDate, diagnosisIds, labels } = openContent(keys, patient);
  const days = dates === 'shifted' ? ids.shift(clinicId, patient.id) : 0;
  return {
    patient,
    clinicId,
    studyId: ids.person(clinicId, patient.id),
    clinic: clinicName ?? ids.clinic(clinicId),
    clinician: context.namesClinicians ? ids.clinician(clinicId, patient.clinician_id) : null,
    birth: birthDate,
    diagnoses: diagnosisIds,
    labels,
    shown: (date) => (date === null ? null : shiftDate(date, days)),
  };
}

function windowRecord(
  person: PersonRecord,
  window: WindowRow,
  sessions: readonly Pick<SessionRecord, 'window' | 'sessionId'>[],
): WindowRecord {
  const session = sessions.find((one) => one.window === window);
  return { person, window, sessionId: session?.sessionId ?? null };
}
