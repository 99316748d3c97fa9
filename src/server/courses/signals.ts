import { courseDeviation } from '../../domain/expected-course.ts';
import type { Instrument } from '../../domain/instrument-schema.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { ScaleScore } from '../../domain/scoring-scales.ts';
import type { WindowType } from '../../domain/window-types.ts';
import type { SessionKey } from '../db/row-keys.ts';
import type { Db } from '../db/transaction.ts';
import type { Services } from '../services.ts';
import { listModels } from './queries.ts';
import { insertSignal } from './signal-queries.ts';

/** A finished survey of a patient with all measurements up to it, in order. */
export type CourseSession = SessionKey & {
  readonly patient_id: string;
  readonly window_type: WindowType;
  readonly admission: IsoDate;
  readonly discharge: IsoDate;
  readonly instruments: readonly Instrument[];
  readonly points: readonly { readonly date: IsoDate; readonly scores: readonly ScaleScore[] }[];
};

/** Is the expected course switched on, and does this survey belong to the therapy? */
function hasExpectedCourse(
  { registry }: Pick<Services, 'registry'>,
  { window_type: type }: Pick<CourseSession, 'window_type'>,
): boolean {
  return registry.protocol.expected_course === 'on' && !type.startsWith('FOLLOW_UP');
}

/** Stores a signal for every scale of the survey whose course deviates from the expected one. */
export async function raiseSignals(db: Db, services: Services, session: CourseSession): Promise<void> {
  if (!hasExpectedCourse(services, session)) return;
  const { clinicId, sessionId, patient_id: patientId, points } = session;
  const at = new Date(services.now()).toISOString();
  for (const { instrument, scale, stored } of await modelledScales(db, session.instruments)) {
    const scores = datedScores(points, { instrument: instrument.id, scale: scale.key });
    const probability = services.registry.protocol.expected_course_probability;
    const target = { scale, model: stored.model, metric: stored, therapy: session, probability };
    // A measurement without this scale says nothing new about it.
    const isNew = scores.at(-1)?.date === points.at(-1)?.date;
    const found = isNew ? courseDeviation(target, scores) : null;
    if (!found?.is_signal) continue;
    const { unexpected, worsening, recovery } = found;
    const name = { instrumentId: instrument.id, scale: scale.key, modelVersion: stored.version };
    await insertSignal(
      db,
      { clinicId, sessionId, patientId },
      { ...name, unexpected, worsening, recovery, at },
    );
  }
}

/** The scales that an expected course was learnt for, with its newest version. */
async function modelledScales(db: Db, instruments: readonly Instrument[]) {
  const ids = instruments.map(({ id }) => id);
  const models = await listModels(db, ids);
  return instruments.flatMap((instrument) =>
    instrument.scales.flatMap((scale) => {
      const stored = models.find((one) => one.instrument_id === instrument.id && one.scale === scale.key);
      return stored ? [{ instrument, scale, stored }] : [];
    }),
  );
}

/** The scores of a scale with their days. */
function datedScores(
  points: CourseSession['points'],
  { instrument, scale }: { readonly instrument: string; readonly scale: string },
) {
  return points.flatMap(({ date, scores }) => {
    const score = scores.find((one) => one.instrument_id === instrument && one.scale === scale);
    return score ? [{ date, score }] : [];
  });
}
