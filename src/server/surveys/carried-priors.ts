import type { Instrument } from '../../domain/instrument-schema.ts';
import { isComparableVersion } from '../../domain/instrument-items.ts';
import { priorKey, type Priors } from '../../domain/survey-plan.ts';
import type { WindowType } from '../../domain/window-types.ts';
import { carriedPrior } from '../../psychometrics/carried-prior.ts';
import { STANDARD_NORMAL } from '../../psychometrics/quadrature.ts';
import type { PatientKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';
import { openScore } from '../keys/score-cells.ts';
import type { Keys } from '../keys/keys.ts';
import { listScoresBefore, type EarlierScore } from './page-queries.ts';
import { DAY_MS } from '../../domain/iso-date.ts';

const WEEK_MS = 7 * DAY_MS;

type Carrying = {
  readonly instruments: readonly Instrument[];
  readonly window: WindowType;
  readonly at: string;
};

/**
 * What the surveys that a patient finished before this moment say about the tests that begin with the last estimate. It
 * depends on stored rows that never change, so every page of a session finds the same priors.
 */
export async function carriedPriors(
  db: Db,
  keys: Keys,
  patient: PatientKey,
  { instruments, window, at }: Carrying,
): Promise<Priors> {
  const tests = instruments.flatMap((instrument) => testsOf(instrument, window));
  if (tests.length === 0) return new Map();
  const ids = [...new Set(tests.map(({ instrument }) => instrument.id))];
  const rows = await listScoresBefore(db, patient, ids, at);
  return new Map(
    tests.flatMap((test) => {
      const prior = priorFrom(test, rows, { keys, patient, at });
      return prior ? [[priorKey(test.instrument.id, test.dimension.id), prior] as const] : [];
    }),
  );
}

type CarriedTest = ReturnType<typeof testsOf>[number];
type Reading = { readonly keys: Keys; readonly patient: PatientKey; readonly at: string };

/** The adaptive dimensions that begin with the last estimate in this window, with the scale that holds it. */
function testsOf(instrument: Instrument, window: WindowType) {
  return instrument.dimensions.flatMap((dimension) => {
    if (dimension.form !== 'adaptive') return [];
    const { last_estimate: rule, prior = STANDARD_NORMAL } = dimension.adaptive;
    const scale = instrument.scales.find((one) => one.method === 'irt' && one.dimension === dimension.id);
    if (!scale || !rule?.windows.includes(window)) return [];
    return [{ instrument, dimension, scale: scale.key, memoryWeeks: rule.memory_weeks, prior }];
  });
}

function priorFrom(
  { instrument, scale, memoryWeeks, prior }: CarriedTest,
  rows: readonly EarlierScore[],
  { keys, patient: { clinicId }, at }: Reading,
) {
  for (const row of rows) {
    const isOwn = row.instrument_id === instrument.id && row.scale === scale;
    if (!isOwn || !isComparableVersion(row.instrument_version, instrument)) continue;
    const { theta, se } = openScore(keys, { clinicId, sessionId: row.session_id }, row);
    if (theta === null || se === null || !(se > 0)) continue;
    const weeks = Math.max(0, Date.parse(at) - Date.parse(row.finished_at)) / WEEK_MS;
    return carriedPrior({ theta, se, weeks }, prior, memoryWeeks);
  }
  return undefined;
}
