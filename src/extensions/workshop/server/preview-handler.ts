import type { SurveyPage as SentPage } from '../../../contract/surveys.ts';
import { isHelpPage } from '../../../domain/help-page.ts';
import type { Instrument } from '../../../domain/instrument-schema.ts';
import { currentPart, minutesLeft } from '../../../domain/survey-time.ts';
import type { ScaleScore } from '../../../domain/scoring-scales.ts';
import { clinicHelp } from '../../../server/clinics/help.ts';
import type { Handler } from '../../../server/http/context.ts';
import { helpTexts, withReaderNotice } from '../../../server/surveys/page-notes.ts';
import type { Help } from '../../../domain/crisis.ts';
import type { WorkshopRoutes } from '../contract/routes.ts';
import { readDraft } from '../domain/instrument-file.ts';
import { pointsOf, valuesAt, type Point } from '../domain/points.ts';
import { planOf, printedScore, scoresOf, type Values } from '../domain/trial.ts';
import { walk, type Walk } from '../domain/walk.ts';
import { pointText } from '../text/preview.ts';
import { sightedDraft } from './access.ts';
import { madeUpPerson, previewReports } from './preview-reports.ts';
import { draftReasons, taskOf } from './shown-draft.ts';

/** The pages and both reports of a draft for answers, or for a point of its scales. Nothing is stored. */
export const previewDraft: Handler<WorkshopRoutes['previewDraft']> = async ({ params, body }, context) => {
  const { db, services, user } = context;
  const row = await sightedDraft(context, params.id, 'look');
  const { instrument } = readDraft(row.content);
  const reasons = (await draftReasons(context, row)).map(taskOf).map(({ where, what }) => ({ where, what }));
  if (!instrument)
    return { pages: [], clinician_report: null, patient_report: null, reasons, points: [], scores: [] };
  const points = pointsOf(instrument);
  const walked = walk(instrument, wantedValues(instrument, points, body));
  const help = await clinicHelp(db, services.config, user.clinicId);
  const today = services.today();
  const scores = scoresOf(instrument, walked.answers, madeUpPerson(today));
  const { product_name: product } = services.config.public;
  const reports =
    scores && previewReports({ instrument, answers: walked.answers, scores, help, today, product });
  return {
    pages: sentPages(instrument, walked, help, params.id),
    clinician_report: reports?.clinician ?? null,
    patient_report: reports?.patient ?? null,
    reasons,
    points: points.map((point) => ({ key: point.key, title: pointText(point) })),
    scores: (scores ?? []).map((score) => shownScore(instrument, score)),
  };
};

type Wanted = { readonly answers?: readonly Given[] | undefined; readonly point?: string | undefined };
type Given = { readonly id: string; readonly value: Values extends ReadonlyMap<string, infer V> ? V : never };

function wantedValues(instrument: Instrument, points: readonly Point[], { answers, point }: Wanted): Values {
  if (answers) return new Map(answers.map(({ id, value }) => [id, value]));
  return valuesAt(instrument, points.find(({ key }) => key === point) ?? { key: 'lowest' });
}

function shownScore(instrument: Instrument, score: ScaleScore) {
  const scale = instrument.scales.find(({ key }) => key === score.scale);
  const band = scale?.bands?.list.find(({ key }) => key === score.band)?.label ?? '';
  return { scale: score.scale, title: scale?.title ?? '', score: printedScore(instrument, score), band };
}

/** The pages as a patient's browser gets them. */
function sentPages(instrument: Instrument, { pages }: Walk, help: Help, draftId: string): SentPage[] {
  const plan = planOf(instrument);
  const none = new Map<string, number>();
  return pages.map(({ page, before }) => {
    const isHelp = isHelpPage(page.items);
    const after = instrument.crisis
      .filter(({ item }) => page.items.some(({ id }) => id === item))
      .map(({ item, at_least }) => ({ item, at_least }));
    return {
      dimension: withReaderNotice(page.dimension, plan.instruments),
      items: page.items.map((item) => ({ ...item, response_options: [...item.response_options] })),
      survey_session_id: draftId,
      progress: page.progress,
      part: currentPart(plan, before, page.items),
      minutes_left: minutesLeft(plan, before, page.items, none),
      draft: null,
      help: isHelp || after.length > 0 ? { text: help.text, numbers: [...help.numbers], after } : null,
      ...(isHelp && helpTexts(page, help.text)),
    };
  });
}
