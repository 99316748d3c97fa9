import { privacyOf, reasonIn, type Answer } from '../../../domain/answer-types.ts';
import type { Help } from '../../../domain/crisis.ts';
import { crisisAnswers } from '../../../domain/crisis-rules.ts';
import { instrumentItems } from '../../../domain/instrument-items.ts';
import type { Instrument } from '../../../domain/instrument-schema.ts';
import { ageOn, formatIsoDate, type IsoDate } from '../../../domain/iso-date.ts';
import { ALGORITHM_VERSION } from '../../../domain/scoring.ts';
import type { ScaleScore } from '../../../domain/scoring-scales.ts';
import { shownSurvey } from '../../../domain/survey-shown.ts';
import { reportHtml } from '../../../server/print/print-html.ts';
import { withNotAsked } from '../../../server/reports/answer-table.ts';
import { clinicianReport } from '../../../server/reports/clinician-report.ts';
import type { CrisisItem } from '../../../server/reports/crisis-items.ts';
import { patientReport } from '../../../server/reports/patient-report.ts';
import { assertSafeReport } from '../../../server/reports/report-check.ts';
import type { ReportInput, ShownAnswer } from '../../../server/reports/report-data.ts';
import { surveyText } from '../../../text/survey.ts';
import { planOf } from '../domain/trial.ts';
import { previewText } from '../text/preview.ts';

// Reports about nobody, by the functions that make those of patients.

const BIRTH: IsoDate = '1990-01-01';

/** Norms by gender and age need somebody. */
export const madeUpPerson = (today: IsoDate) => ({ gender: 'FEMALE' as const, age: ageOn(BIRTH, today) });

type Trial = {
  readonly instrument: Instrument;
  readonly answers: readonly Answer[];
  readonly scores: readonly ScaleScore[];
  readonly help: Help;
  readonly today: IsoDate;
  readonly product: string;
};

/** Both reports of these answers, as the calls of the reports answer them. */
export function previewReports(trial: Trial): { readonly clinician: string; readonly patient: string } {
  const input = madeUpInput(trial);
  const clinician = reportHtml(clinicianReport(input));
  const patient = reportHtml(patientReport(input));
  for (const text of [clinician, patient]) assertSafeReport(text);
  return { clinician, patient };
}

function madeUpInput({ instrument, answers, scores, help, today, product }: Trial): ReportInput {
  const plan = planOf(instrument);
  const { notAsked } = shownSurvey(plan, answers);
  const { code, point, version } = previewText;
  const danger = crisisAnswers(plan.instruments, answers);
  return {
    person: { code, birth_date: BIRTH, gender: 'FEMALE' },
    point,
    started: today,
    updated: today,
    read: null,
    retrieved: today,
    instruments: plan.instruments,
    not_asked: [],
    protocol_sections: [],
    points: [{ label: point, date: today, scores }],
    missed: [],
    detached: [],
    therapy: { admission: today, discharge: null },
    answers: withNotAsked(
      answers.flatMap((answer) => shownAnswer(instrument, answer)),
      plan,
      notAsked,
    ),
    subjects: [],
    crisis: danger.map((one) => crisisItem(instrument, one, today)),
    signs: [],
    declined: [],
    help_first: danger.length > 0 || scores.some(({ condition_severity: severity }) => severity === 'HIGH'),
    after_therapy: false,
    additions: [],
    signed: [],
    protocol_version: version,
    algorithm_version: ALGORITHM_VERSION,
    product_name: product,
    help,
  };
}

function shownAnswer(instrument: Instrument, { id, value, label }: Answer): ShownAnswer[] {
  const item = instrumentItems(instrument).find((one) => one.id === id);
  if (item === undefined) return [];
  const reason = reasonIn(item, value);
  if (reason) return [{ item: id, type: item.type, label: surveyText.reasons[reason] }];
  return [{ item: id, type: item.type, label: privacyOf(item.type) === 'address' ? null : label || null }];
}

function crisisItem(
  instrument: Instrument,
  { item_id: id, level, clinician, label }: ReturnType<typeof crisisAnswers>[number],
  day: IsoDate,
): CrisisItem {
  const { point } = previewText;
  const event = {
    id,
    level,
    clinician,
    answer: label,
    point,
    at: { text: formatIsoDate(day), day },
    acknowledged: null,
  };
  return {
    question: instrumentItems(instrument).find((item) => item.id === id)?.content ?? '',
    events: [event],
    answers: [{ point, day, answer: label }],
  };
}
