import { isAfterTherapy } from '../../domain/after-therapy.ts';
import { DECLINED, privacyOf, reasonIn, type Answer } from '../../domain/answer-types.ts';
import { todayIn } from '../../domain/today.ts';
import { crisisAnswers } from '../../domain/crisis-rules.ts';
import { instrumentItems } from '../../domain/instrument-items.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { InstrumentItem } from '../../domain/instrument-schema.ts';
import { qualitySigns, responseQuality, type QualitySign } from '../../domain/response-quality.ts';
import type { SurveyPlan } from '../../domain/survey-plan.ts';
import { shownSurvey } from '../../domain/survey-shown.ts';
import type { MeasuredScore } from '../../domain/scoring-change.ts';
import { protocolSections } from '../../domain/sections.ts';
import { surveyText } from '../../text/survey.ts';
import { clinicHelp } from '../clinics/help.ts';
import type { SessionKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';
import { openAnswer } from '../keys/answer-cells.ts';
import { signedVersions } from '../instruments/signatures.ts';
import type { Keys } from '../keys/keys.ts';
import { openBirthDate } from '../keys/patient-cells.ts';
import type { MeasuredSurvey, ReportAddition, Services } from '../services.ts';
import { pinnedPlan } from '../surveys/pinned-plan.ts';
import { withNotAsked } from './answer-table.ts';
import { crisisItems } from './crisis-items.ts';
import * as queries from './queries.ts';
import { listMeasurements } from './measurements.ts';
import type { ReportSession } from './queries.ts';
import type { ReportInput, ShownAnswer } from './report-data.ts';
import { subjectsOf } from './subjects.ts';

/** Collects everything that the report of this session needs. */
export async function reportInput(
  db: Db,
  services: Services,
  clinicId: string,
  session: ReportSession,
): Promise<ReportInput> {
  const key = { clinicId, sessionId: session.session_id };
  const place = { ...key, patientId: session.patient_id };
  const plan = await pinnedPlan(db, services, session);
  const measured = await listMeasurements(db, services, clinicId, { ...session, skips: plan.skips });
  const { points } = measured;
  const { config, keys, registry } = services;
  const pinned = { id: session.protocol_id, version: session.protocol_version };
  const protocol = await registry.pinnedProtocol(db, pinned);
  const answers = await openedAnswers(db, keys, key);
  const given = answers.map(({ item_id: id, value }) => ({ id, value }));
  const { hidden, notAsked } = shownSurvey(plan, given);
  const { time_zone: timeZone } = config.public;
  const today = services.today();
  const dayOf = (moment: string) => todayIn(timeZone, Date.parse(moment));
  return {
    person: personOf(keys, session),
    point: session.window_label,
    started: dayOf(session.started_at),
    updated: dayOf(session.updated_at),
    read: session.report_viewed_at === null ? null : dayOf(session.report_viewed_at),
    retrieved: today,
    instruments: plan.instruments.filter(({ id }) => !hidden.has(id)),
    not_asked: plan.instruments.filter(({ id }) => hidden.has(id)).map(({ title }) => title),
    protocol_sections: protocolSections(protocol, registry.instruments),
    points,
    missed: await queries.listMissedWindows(db, clinicId, { ...session, today, timeZone }),
    detached: await queries.listDetachedSurveys(db, clinicId, { ...session, timeZone }),
    therapy: { admission: session.admission, discharge: session.discharge },
    answers: withNotAsked(shownAnswers(answers, plan), plan, notAsked),
    subjects: subjectsOf(measured.subjects, measured.sessions, plan),
    signs: signsOf(plan.instruments, answers),
    declined: declinedQuestions(plan.instruments, given),
    crisis: await crisisItems(db, services, place),
    help_first: isHelpFirst(plan.instruments, given, points.at(-1)?.scores ?? []),
    after_therapy: isAfterTherapy(session.window_type, session.discharge, today),
    additions: await additionsTo(db, services, { ...session, instruments: plan.instruments, points }),
    signed: (await signedVersions(db, clinicId, plan.instruments)).map((one) => ({
      ...one,
      signatures: one.signatures.map((signature) => ({ ...signature, at: dayOf(signature.at) })),
    })),
    protocol_version: `${session.protocol_id} ${session.protocol_version}`,
    algorithm_version: measured.algorithm_version,
    product_name: config.public.product_name,
    help: await clinicHelp(db, config, clinicId),
  };
}

async function additionsTo(db: Db, services: Services, survey: MeasuredSurvey): Promise<ReportAddition[]> {
  const additions: ReportAddition[] = [];
  for (const { report } of services.extensions) {
    const addition = await report?.(db, services, survey);
    if (addition) additions.push(addition);
  }
  return additions;
}

async function openedAnswers(db: Db, keys: Keys, key: SessionKey) {
  return (await queries.listAnswers(db, key)).map((row) => ({ ...row, ...openAnswer(keys, key, row) }));
}

type TimedAnswer = Awaited<ReturnType<typeof openedAnswers>>[number];

function signsOf(
  instruments: readonly Instrument[],
  answers: readonly TimedAnswer[],
): readonly QualitySign[] {
  const timed = answers.map(({ item_id: id, page_number: page, value, time_taken, answered_after }) => {
    return { id, page, value, time_taken, answered_after };
  });
  return qualitySigns(responseQuality(instruments, timed));
}

/** The signs of answers that were given without reading in a survey. */
export async function responseSigns(
  db: Db,
  { keys }: Pick<Services, 'keys'>,
  { instruments, ...key }: SessionKey & { readonly instruments: readonly Instrument[] },
): Promise<readonly QualitySign[]> {
  return signsOf(instruments, await openedAnswers(db, keys, key));
}

function declinedQuestions(
  instruments: readonly Instrument[],
  given: readonly Pick<Answer, 'id' | 'value'>[],
): readonly string[] {
  const values = new Map(given.map(({ id, value }) => [id, value]));
  const isDeclined = (item: InstrumentItem) => reasonIn(item, values.get(item.id) ?? '') === DECLINED;
  return instruments.flatMap((instrument) => {
    const asked = new Set(instrument.crisis.map(({ item }) => item));
    const items = instrumentItems(instrument).filter((item) => asked.has(item.id) && isDeclined(item));
    return items.map(({ content }) => content);
  });
}

function isHelpFirst(
  instruments: readonly Instrument[],
  given: readonly Pick<Answer, 'id' | 'value'>[],
  scores: readonly MeasuredScore[],
): boolean {
  if (crisisAnswers(instruments, given).length > 0) return true;
  return scores.some(({ condition_severity: severity }) => severity === 'HIGH');
}

function personOf(keys: Keys, { patient_id: id, code, gender, birth_date_encrypted }: ReportSession) {
  return { code, gender, birth_date: openBirthDate(keys, { id, birth_date_encrypted }) };
}

function shownAnswers(
  answers: readonly TimedAnswer[],
  plan: Pick<SurveyPlan, 'instruments'>,
): readonly ShownAnswer[] {
  const items = new Map(plan.instruments.flatMap(instrumentItems).map((item) => [item.id, item]));
  return answers.map(({ item_id: item, item_type: type, value, label }) => {
    const reason = reasonIn(items.get(item), value);
    if (reason) return { item, type, label: surveyText.reasons[reason] };
    // An address is stored as a digest only, and it is no result.
    return { item, type, label: privacyOf(type) === 'address' ? null : label || null };
  });
}
