import type { Instrument, Scale } from '../../domain/instrument-schema.ts';
import type { SessionRecord } from './records.ts';
import type { ScoreRecord, ScoreWords } from './session-tables.ts';

type Score = SessionRecord['scores'][number];

/** The scale of a score in the version of its instrument. Undefined if the version is not known. */
export function findScale(
  instruments: readonly Instrument[],
  score: Pick<Score, 'instrument_id' | 'instrument_version' | 'scale'>,
): { instrument: Instrument; scale: Scale } | undefined {
  const instrument = instruments.find(
    ({ id, version }) => id === score.instrument_id && version === score.instrument_version,
  );
  const scale = instrument?.scales.find(({ key }) => key === score.scale);
  return instrument && scale && { instrument, scale };
}

/** The scores of a finished survey session, with the texts of their instruments. */
export function scoreRecords(
  record: SessionRecord,
  instruments: readonly Instrument[],
): readonly ScoreRecord[] {
  return record.scores.map((score) => ({ record, score, words: wordsOf(score, instruments) }));
}

function wordsOf(score: Score, instruments: readonly Instrument[]): ScoreWords {
  const found = findScale(instruments, score);
  if (!found) return { title: score.scale, status: null, band: null, error: null };
  const { instrument, scale } = found;
  const band = scale.bands?.list.find(({ key }) => key === score.band)?.label ?? null;
  return { title: scale.title, status: instrument.status, band, error: standardError(score, instrument) };
}

// T = 50 + 10 (theta − mean) / sd, so its error is 10 / sd times that of theta.
function standardError({ kind, se, norm_set }: Score, { norm_sets }: Instrument): number | null {
  if (se === null) return null;
  if (kind !== 'irt') return se;
  const norms = norm_sets.find(({ id }) => id === norm_set);
  return norms ? (10 / norms.sd) * se : null;
}
