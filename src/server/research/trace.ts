import { adaptiveTest } from '../../domain/adaptive-bank.ts';
import { estimateEap } from '../../psychometrics/posterior.ts';
import { researchTableText } from '../../text/research-export.ts';
import { column, type Table } from './columns.ts';
import type { ReadSession } from './read-person.ts';
import { findScale } from './scales.ts';
import { columnsOfSession, type ScoreRecord } from './session-tables.ts';
import type { Catalogue } from './catalogue.ts';
import type { SessionRecord } from './records.ts';

/** One answer of an adaptive scale, with the estimate after it. */
export type TraceRow = {
  readonly record: SessionRecord;
  readonly score: ScoreRecord['score'];
  readonly status: ScoreRecord['words']['status'];
  readonly item: string;
  readonly step: number;
  readonly category: number;
  readonly theta: number;
  readonly se: number;
  /** Null before the last answer */
  readonly stop: string | null;
};

/** The course of every adaptive test in finished surveys. */
export const traceTable: Table<TraceRow> = {
  file: 'trace.csv',
  title: researchTableText.trace,
  columns: [
    ...columnsOfSession<TraceRow>(),
    column('instrument', 'text', ({ score }) => score.instrument_id),
    column('instrument_version', 'text', ({ score }) => score.instrument_version),
    column('status', 'text', ({ status }) => status, { missing: 'empty' }),
    column('scale', 'text', ({ score }) => score.scale),
    column('step', 'integer', ({ step }) => step),
    column('item', 'text', ({ item }) => item),
    column('category', 'integer', ({ category }) => category),
    column('theta', 'decimal', ({ theta }) => theta),
    column('theta_se', 'decimal', ({ se }) => se),
    column('stop', 'text', ({ stop }) => stop, { missing: 'empty' }),
  ],
};

export function traceRows(session: ReadSession, { instruments }: Catalogue): readonly TraceRow[] {
  return session.scores.flatMap((one) => traceOf(one, session, instruments));
}

function traceOf(
  { record, score, words }: ScoreRecord,
  { answers }: ReadSession,
  instruments: Catalogue['instruments'],
): readonly TraceRow[] {
  const { instrument, scale } = findScale(instruments, score) ?? {};
  if (scale?.method !== 'irt') return [];
  const dimension = instrument?.dimensions.find(({ id }) => id === scale.dimension);
  if (dimension?.form !== 'adaptive') return [];
  const { bank, config } = adaptiveTest(dimension, record.session.window_type);
  const prior = score.carried?.prior ?? config.prior;
  const own = answers.flatMap(({ asked, value }) => {
    const isOwn =
      asked.instrument.id === instrument?.id && bank.items.some(({ id }) => id === asked.columns.item.id);
    return isOwn && typeof value === 'number' ? [{ item: asked.columns.item.id, category: value }] : [];
  });
  return own.map((answer, index) => {
    const { theta, se } = estimateEap(bank, own.slice(0, index + 1), prior ? { prior } : {});
    const stop = index === own.length - 1 ? score.stop : null;
    return { record, score, status: words.status, ...answer, step: index + 1, theta, se, stop };
  });
}
