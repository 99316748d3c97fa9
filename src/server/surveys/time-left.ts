import type { IsoDate } from '../../domain/iso-date.ts';
import { timeWindowStatus } from '../../domain/statuses.ts';
import { currentPage } from '../../domain/survey-flow.ts';
import { currentPart, minutesLeft, type PageSeconds } from '../../domain/survey-time.ts';
import type { PatientWindow } from '../../contract/surveys.ts';
import type { PatientKey } from '../database/row-keys.ts';
import type { UserContext } from '../http/context.ts';
import { carriedPriors } from './carried-priors.ts';
import { medianPageSeconds } from './page-queries.ts';
import { findOpenSurvey } from './session-queries.ts';
import type { NoteContext, PageNote } from './page-note.ts';
import { moment } from '../../domain/today.ts';
import { planInForce, readSession } from './survey-session.ts';

// The newest surveys of the clinic say how long a page takes. With fewer pages than this a median would be chance.
const SESSIONS = 200;
const LEAST_PAGES = 30;
const FRESH_MS = 3_600_000;

type Measured = { at: number; seconds: PageSeconds };
const measured = new Map<string, Measured>();

/** The median seconds of a page by instrument, measured at most once an hour for each clinic. */
async function pageSeconds({ db, services, user: { clinicId } }: NoteContext): Promise<PageSeconds> {
  const now = services.now();
  const known = measured.get(clinicId);
  if (known && now - known.at < FRESH_MS) return known.seconds;
  // Requests that come meanwhile use the older values and do not measure too.
  measured.set(clinicId, { at: now, seconds: known?.seconds ?? new Map() });
  const instruments = [...services.registry.instruments.values()];
  const items = new Map(
    instruments.flatMap(({ id, dimensions }) =>
      dimensions.flatMap((dimension) => dimension.items.map((item) => [item.id, id] as const)),
    ),
  );
  const rows = await medianPageSeconds(db, clinicId, { items, sessions: SESSIONS, pages: LEAST_PAGES });
  const seconds = new Map(rows.map((row) => [row.instrument, row.seconds]));
  measured.set(clinicId, { at: now, seconds });
  return seconds;
}

/** The place of a page in its survey, and the minutes from there to the end. */
export const addTimeLeft: PageNote = async (context, { session: { plan, pages }, page: { items } }) => ({
  part: currentPart(plan, pages, items),
  minutes_left: minutesLeft(plan, pages, items, await pageSeconds(context)),
});

/** What is left of the survey of this window: nothing unless it is open and unfinished. */
export async function leftOf(
  context: UserContext,
  patient: PatientKey,
  window: Pick<PatientWindow, 'type' | 'start' | 'end' | 'finished' | 'survey_session_id'>,
  today: IsoDate,
): Promise<PatientWindow['left']> {
  const { db, services, user } = context;
  if (window.finished || timeWindowStatus(window, today) !== 'current') return null;
  const row = window.survey_session_id === null ? undefined : await findOpenSurvey(db, patient, today);
  if (row?.session_id == null) {
    const plan = planInForce(services.registry, window.type);
    const carrying = { instruments: plan.instruments, window: window.type, at: moment(services.now()) };
    const priors = await carriedPriors(db, services.keys, patient, carrying);
    return {
      progress: 0,
      minutes_left: minutesLeft({ ...plan, priors }, [], [], await pageSeconds(context)),
    };
  }
  const { plan, pages } = await readSession(db, services, user.clinicId, row);
  const page = currentPage(plan, pages);
  if (!page) return null;
  const minutes_left = minutesLeft(plan, pages, page.items, await pageSeconds(context));
  return { progress: page.progress, minutes_left };
}
