import { expectedCourse, type ExpectedCourse } from '../domain/expected-course.ts';
import type { Instrument } from '../../../domain/instrument-schema.ts';
import { isAboutSame } from '../../../domain/scoring-change.ts';
import { isSymptom } from '../../../domain/sections.ts';
import type { SessionKey } from '../../../server/database/row-keys.ts';
import type { Db } from '../../../server/database/transaction.ts';
import type { ListFields, ListScope, MeasuredSurvey, Services } from '../../../server/services.ts';
import { listModels, type StoredModel } from './model-queries.ts';
import { insertSignal, listSignalled } from './signal-queries.ts';

/** A scale of a survey with the course that was expected of the patient. */
export type ExpectedScale = ExpectedCourse & {
  readonly instrument_id: string;
  readonly scale: string;
  readonly model: Pick<StoredModel, 'version' | 'persons' | 'source'>;
};

/**
 * The expected courses of a survey's scales. Null where the protocol in force switches them off, or after the therapy. A
 * scale without a learnt model, or without a second measurement, is left out.
 */
export async function expectedScales(
  db: Db,
  { registry }: Pick<Services, 'registry'>,
  session: MeasuredSurvey,
): Promise<ExpectedScale[] | null> {
  const { expected_course, expected_course_probability: probability } = registry.protocol;
  if (expected_course === 'off' || session.window_type.startsWith('FOLLOW_UP')) return null;
  const { points } = session;
  return (await modelledScales(db, session.instruments)).flatMap(({ instrument, scale, stored }) => {
    const normed = { scale, norm_sets: instrument.norm_sets };
    const name = { instrument_id: instrument.id, scale: scale.key };
    const scores = datedScores(points, name);
    // A measurement without this scale says nothing new about it.
    if (scores.at(-1)?.date !== points.at(-1)?.date) return [];
    const target = { ...normed, model: stored.model, metric: stored, therapy: session, probability };
    const course = expectedCourse(target, scores);
    return course ? [{ ...name, ...course, model: stored }] : [];
  });
}

/** Stores a signal for every scale of the survey whose course deviates from the expected one. */
export async function raiseSignals(
  db: Db,
  services: Services,
  session: MeasuredSurvey & SessionKey,
): Promise<void> {
  const { clinicId, sessionId, patient_id: patientId } = session;
  const at = new Date(services.now()).toISOString();
  for (const { instrument_id: instrumentId, scale, model, signal } of (await expectedScales(
    db,
    services,
    session,
  )) ?? []) {
    if (!signal?.is_signal) continue;
    const { unexpected, worsening, recovery } = signal;
    const name = { instrumentId, scale, modelVersion: model.version };
    await insertSignal(
      db,
      { clinicId, sessionId, patientId },
      { ...name, unexpected, worsening, recovery, at },
    );
  }
}

/** Whether a course deviates, and whether it ever did: no field at all where the protocol switches the expected course off. */
export async function signalFields(
  db: Db,
  { registry }: Services,
  { clinicId, clinicianId, today }: ListScope,
): Promise<ListFields> {
  const signalled =
    registry.protocol.expected_course === 'on' ? await listSignalled(db, clinicId, clinicianId, today) : null;
  return (id) => ({
    deviates: signalled?.get(id) === true,
    has_course_signals: signalled?.has(id) === true,
  });
}

/** The symptom scales that an expected course was learnt for, with its newest version. */
async function modelledScales(db: Db, instruments: readonly Instrument[]) {
  const symptoms = instruments.filter(isSymptom);
  const ids = symptoms.map(({ id }) => id);
  const models = await listModels(db, ids);
  return symptoms.flatMap((instrument) =>
    instrument.scales.flatMap((scale) => {
      const stored = models.find((one) => one.instrument_id === instrument.id && one.scale === scale.key);
      return stored ? [{ instrument, scale, stored }] : [];
    }),
  );
}

/** The scores of a scale that are about the same people as its last one, with their days. */
export function datedScores(
  points: MeasuredSurvey['points'],
  { instrument_id: instrument, scale }: { readonly instrument_id: string; readonly scale: string },
) {
  const dated = points.flatMap(({ date, scores }) => {
    const score = scores.find((one) => one.instrument_id === instrument && one.scale === scale);
    return score ? [{ date, score }] : [];
  });
  return dated.filter(({ score }, _, all) => isAboutSame(score, all.at(-1)?.score ?? score));
}
