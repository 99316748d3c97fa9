import { privacyOf } from '../../domain/answer-types.ts';
import { todayIn } from '../../domain/iso-date.ts';
import { crisisAnswers } from '../../domain/crisis-rules.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { ScaleScore } from '../../domain/scoring-scales.ts';
import { clinicHelp } from '../clinics/help.ts';
import type { Db } from '../db/transaction.ts';
import type { Keys } from '../keys/keys.ts';
import { openBirthDate } from '../patients/birth-date.ts';
import type { Services } from '../services.ts';
import type { SessionKey } from '../db/row-keys.ts';
import { openAnswer } from '../surveys/stored-answers.ts';
import { pinnedPlan } from '../surveys/survey-session.ts';
import { crisisItems } from './crisis-items.ts';
import * as queries from './queries.ts';
import type { AnswerRow, ReportSession } from './queries.ts';
import type { MeasurementPoint, ReportInput, ShownAnswer } from './report-data.ts';

/** Collects everything that the report of this session needs. */
export async function reportInput(
  db: Db,
  services: Services,
  clinicId: string,
  session: ReportSession,
): Promise<ReportInput> {
  const key = { clinicId, sessionId: session.session_id };
  const plan = await pinnedPlan(db, services, session);
  const points = await queries.listPoints(db, clinicId, session);
  const answers = await queries.listAnswers(db, key);
  const { config, keys } = services;
  const dayOf = (moment: string) => todayIn(config.public.time_zone, Date.parse(moment));
  const shownPoints = points.map((point): MeasurementPoint => ({
    label: point.label,
    date: dayOf(point.finished_at),
    scores: point.scores ?? [],
  }));
  return {
    person: personOf(keys, session),
    point: session.window_label,
    started: dayOf(session.started_at),
    updated: dayOf(session.updated_at),
    retrieved: services.today(),
    instruments: plan.instruments,
    points: shownPoints,
    answers: answers.map((answer) => shownAnswer(keys, key, answer)),
    crisis: await crisisItems(db, services, { ...key, patientId: session.patient_id }, plan),
    help_first: isHelpFirst(plan.instruments, answers, points.at(-1)?.scores ?? []),
    protocol_version: `${session.protocol_id} ${session.protocol_version}`,
    algorithm_version: points.at(-1)?.algorithm_version ?? '',
    product_name: config.public.product_name,
    help: await clinicHelp(db, config, clinicId),
  };
}

function isHelpFirst(
  instruments: readonly Instrument[],
  answers: readonly AnswerRow[],
  scores: readonly ScaleScore[],
): boolean {
  const given = answers.flatMap(({ item_id: id, value }) => (value === null ? [] : [{ id, value }]));
  if (crisisAnswers(instruments, given).length > 0) return true;
  return scores.some(({ condition_severity: severity }) => severity === 'HIGH');
}

function personOf(keys: Keys, { patient_id: id, code, gender, birth_date_encrypted }: ReportSession) {
  return { code, gender, birth_date: openBirthDate(keys, { id, birth_date_encrypted }) };
}

function shownAnswer(keys: Keys, session: SessionKey, row: AnswerRow): ShownAnswer {
  const { item_id: item, item_type: type, label, encrypted } = row;
  // An address is stored as a digest only, and it is no result.
  const isText = encrypted !== null && privacyOf(type) === 'text';
  return { item, type, label: isText ? openAnswer(keys, session, item, encrypted) : label || null };
}
