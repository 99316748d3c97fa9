import { daysBetween } from '../../domain/day-count.ts';
import { qualitySigns } from '../../domain/response-quality.ts';
import { shownAge } from '../../domain/research-dates.ts';
import {
  measurementText,
  researchInstrumentText,
  researchMissingText,
  researchTableText,
  researchValueText,
} from '../../text/research-export.ts';
import type { Instrument } from '../../domain/instrument-schema.ts';
import type { CellValue, ExportedAnswer } from './answers.ts';
import { column, joined, valuesOf, yesNo, type Column, type Table } from './columns.ts';
import type { NotAskedItem } from './not-asked.ts';
import type { SessionRecord } from './records.ts';

const noScore = researchMissingText.scoreRow;
/** The states of an instrument. */
export const statuses = valuesOf(researchInstrumentText.status);
const severities = valuesOf(researchValueText.severity);

/** The first columns of every file of survey sessions. */
export const sessionColumns: readonly Column<SessionRecord>[] = [
  column('study_id', 'text', ({ person }) => person.studyId),
  column('session_id', 'text', ({ sessionId }) => sessionId),
  column('clinic', 'text', ({ person }) => person.clinic),
  column('measurement', 'text', ({ session }) => session.window_type, { values: valuesOf(measurementText) }),
  column('ordinal', 'integer', ({ window }) => window?.ordinal, { missing: 'empty' }),
  column('finished', 'integer', ({ session }) => (session.finished_day === null ? 0 : 1), { values: yesNo }),
  column('in_window', 'integer', ({ window }) => (window === null ? 0 : 1), { values: yesNo }),
  column('started', 'date', ({ person, session }) => person.shown(session.started_day)),
  column('days_since_admission', 'integer', ({ person, session }) =>
    daysBetween(person.patient.admission, session.started_day),
  ),
  column('age', 'integer', ({ person, session }) => shownAge(person.birth, session.started_day), {
    missing: 'empty',
  }),
];

/** Survey sessions: one row each, finished or not. */
export const sessionTable: Table<SessionRecord> = {
  file: 'sessions.csv',
  title: researchTableText.sessions,
  columns: [
    ...sessionColumns,
    column('measurement_label', 'text', ({ session }) => session.window_label),
    column('window_start', 'date', ({ person, window }) => person.shown(window?.start_date ?? null), {
      missing: 'empty',
    }),
    column('window_end', 'date', ({ person, window }) => person.shown(window?.end_date ?? null), {
      missing: 'empty',
    }),
    column('last_answer', 'date', ({ person, session }) => person.shown(session.last_day), {
      missing: 'empty',
    }),
    column('pages', 'integer', ({ session }) => session.pages),
    column('seconds', 'decimal', ({ session }) => thousandths(session.seconds)),
    column('seconds_per_item', 'decimal', ({ quality }) => quality?.seconds_per_item, { missing: 'empty' }),
    column('median_seconds', 'decimal', ({ quality }) => quality?.median_seconds, { missing: 'empty' }),
    column('longest_run', 'integer', ({ quality }) => quality?.longest_run),
    column('reversed_pairs', 'integer', ({ quality }) => quality?.pairs),
    column('contradictory_pairs', 'integer', ({ quality }) => quality?.contradictory_pairs),
    column('person_misfit', 'decimal', ({ quality }) => quality?.misfit, { missing: 'empty' }),
    column('quality_signs', 'text', ({ quality }) => (quality ? joined(qualitySigns(quality)) : null), {
      missing: 'empty',
    }),
    column('severity', 'text', ({ session }) => session.condition_severity, { values: severities }),
    column('protocol', 'text', ({ session }) => session.protocol_id),
    column('protocol_version', 'text', ({ session }) => session.protocol_version),
    column('instruments', 'text', ({ session }) =>
      joined(session.instruments.map(({ id, version }) => `${id} ${version}`)),
    ),
  ],
};

/** The columns that say which survey session a row belongs to. */
export function columnsOfSession<Row extends { readonly record: SessionRecord }>(): readonly Column<Row>[] {
  return [
    column('study_id', 'text', ({ record }) => record.person.studyId),
    column('session_id', 'text', ({ record }) => record.sessionId),
    column('measurement', 'text', ({ record }) => record.session.window_type, {
      values: valuesOf(measurementText),
    }),
    column('ordinal', 'integer', ({ record }) => record.window?.ordinal, { missing: 'empty' }),
  ];
}

// The seconds are stored in thousandths, and adding them leaves a rounding error.
const thousandths = (seconds: number) => Math.round(seconds * 1000) / 1000;

export type ExportedRecord = {
  readonly record: SessionRecord;
  readonly answer: ExportedAnswer | NotAskedItem;
};

/** Answers: one row per survey session and item, asked or not asked because of a condition. */
export const answerTable: Table<ExportedRecord> = {
  file: 'answers.csv',
  title: researchTableText.answers,
  columns: [
    ...columnsOfSession(),
    column('instrument', 'text', ({ answer }) => answer.asked.instrument.id),
    column('instrument_version', 'text', ({ answer }) => answer.asked.instrument.version),
    column('item', 'text', ({ answer }) => answer.asked.columns.item.id),
    column('variable', 'text', ({ answer }) => answer.asked.columns.name),
    column('page', 'integer', ({ answer }) => answer.page, { missing: 'empty' }),
    column('value', 'text', ({ answer }) => cell(answer.value), { missing: 'empty' }),
    column('label', 'text', ({ answer }) => cell(answer.label), { missing: 'empty' }),
    column('item_seconds', 'decimal', ({ answer }) => answer.seconds, { missing: 'empty' }),
    column('answered_after', 'decimal', ({ answer }) => answer.after, { missing: 'empty' }),
    column('counts_as', 'decimal', ({ answer }) => ('countsAs' in answer ? answer.countsAs : null), {
      missing: 'empty',
    }),
  ],
};

function cell(value: CellValue): string | number | null {
  return typeof value === 'object' && value !== null ? joined(value) : value;
}

type Score = SessionRecord['scores'][number];
export type ScoreRecord = {
  readonly record: SessionRecord;
  readonly score: Score;
  readonly words: ScoreWords;
};
/** The texts of the instrument for a score. */
export type ScoreWords = {
  readonly title: string;
  readonly status: Instrument['status'] | null;
  readonly band: string | null;
  /** The standard error in the unit of the score */
  readonly error: number | null;
};

/** The score in its own metric: T for scales with norms. */
export const scoreValue = ({ t, raw }: Pick<Score, 't' | 'raw'>) => t ?? raw;

const empty = { missing: 'empty' } as const;

/** Scores: one row per finished survey session and scale. */
export const scoreTable: Table<ScoreRecord> = {
  file: 'scores.csv',
  title: researchTableText.scores,
  columns: [
    ...columnsOfSession(),
    column('instrument', 'text', ({ score }) => score.instrument_id),
    column('instrument_version', 'text', ({ score }) => score.instrument_version),
    column('status', 'text', ({ words }) => words.status, { values: statuses, ...empty }),
    column('scale', 'text', ({ score }) => score.scale),
    column('scale_title', 'text', ({ words }) => words.title),
    column('method', 'text', ({ score }) => score.kind, { values: valuesOf(researchValueText.method) }),
    { ...column<ScoreRecord>('score', 'decimal', ({ score }) => scoreValue(score)), missing: noScore },
    column('standard_error', 'decimal', ({ words }) => words.error, empty),
    column('lower', 'decimal', ({ score }) => score.interval?.lower, empty),
    column('upper', 'decimal', ({ score }) => score.interval?.upper, empty),
    column('theta', 'decimal', ({ score }) => score.theta, empty),
    column('theta_se', 'decimal', ({ score }) => (score.kind === 'irt' ? score.se : null), empty),
    column('prior_mean', 'decimal', ({ score }) => score.carried?.prior.mean, empty),
    column('prior_sd', 'decimal', ({ score }) => score.carried?.prior.sd, empty),
    column('score_alone', 'decimal', ({ score }) => score.carried?.alone.t, empty),
    column('band', 'text', ({ score }) => score.band, empty),
    column('band_label', 'text', ({ words }) => words.band, empty),
    column('scale_severity', 'text', ({ score }) => score.condition_severity, {
      values: severities,
      missing: 'empty',
    }),
    column('raw_score', 'decimal', ({ score }) => (score.t === null ? null : score.raw), empty),
    column('percentile', 'decimal', ({ score }) => score.percentile?.value, empty),
    column('percentile_table', 'text', ({ score }) => score.percentile?.table, empty),
    column('cut_off_group', 'text', ({ score }) => score.band_group, empty),
    column('norm_set', 'text', ({ score }) => score.norm_set, empty),
    column('items_answered', 'integer', ({ score }) => score.items_answered),
    column('items_missing', 'integer', ({ score }) => score.items_missing),
    column('items_not_asked', 'integer', ({ score }) => score.items_not_asked ?? 0),
    column('items_not_applicable', 'integer', ({ score }) => score.items_not_applicable ?? 0),
    column('stop', 'text', ({ score }) => score.stop, empty),
    column('algorithm_version', 'text', ({ score }) => score.algorithm_version),
  ],
};
