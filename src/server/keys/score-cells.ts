import type { ScaleScore } from '../../domain/scoring-scales.ts';
import type { SessionKey } from '../database/row-keys.ts';
import { cellPlace } from './cells.ts';
import { decryptField, encryptField, type Keys } from './keys.ts';
import { paddedJson } from './padded-json.ts';

type ScoreName = { instrument_id: string; scale: string };

/** The columns of a score that its content is read from. */
export type ScoreRow = ScoreName & { result_encrypted: Buffer };

const placeOf = (session: SessionKey, { instrument_id: instrumentId, scale }: ScoreName) =>
  cellPlace('scores|result_encrypted', { ...session, instrumentId, scale });

export function sealScore(keys: Keys, session: SessionKey, name: ScoreName, result: unknown): Buffer {
  return encryptField(keys, paddedJson(result), placeOf(session, name));
}

/** The result of a scale. */
export function openScore(keys: Keys, session: SessionKey, row: ScoreRow): ScaleScore {
  // `sealScore` wrote it.
  return JSON.parse(decryptField(keys, row.result_encrypted, placeOf(session, row))) as ScaleScore;
}
