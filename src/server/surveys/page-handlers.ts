import type { SurveyPage as SentPage } from '../../contract/surveys.ts';
import { currentPage, isHelpDue } from '../../domain/survey-flow.ts';
import type { Handler, UserContext } from '../http/context.ts';
import type { PageNote } from './page-note.ts';
import { addHelp, addOwnEntries, addReaderNotice } from './page-notes.ts';
import { addStoredAddresses } from './stored-addresses.ts';
import { openSession, type SurveySession } from './survey-session.ts';
import { addTimeLeft } from './time-left.ts';

const notes: readonly PageNote[] = [addReaderNotice, addStoredAddresses, addTimeLeft, addOwnEntries, addHelp];

/** Returns the current page and starts the session if needed; null (204) when the survey is finished. */
export const getSurvey: Handler<'getSurvey'> = (_input, context) => readPage(context);

/** The current page of the open window, whose session begins if needed; null where there is none or it is finished. */
export async function readPage(context: UserContext): Promise<SentPage | null> {
  const open = await openSession(context);
  return open && pageOf(context, open.session, open.draft);
}

/** The current page of a session as it travels. */
export async function pageOf(
  context: UserContext,
  session: SurveySession,
  draft: Buffer | null,
): Promise<SentPage | null> {
  const { key, plan, pages, finished } = session;
  // A finished survey may still owe the patient the page of help after its last question.
  const page = finished && !isHelpDue(plan, pages) ? null : currentPage(plan, pages);
  if (!page) return null;
  const bare: SentPage = {
    dimension: page.dimension,
    items: page.items.map((item) => ({ ...item, response_options: [...item.response_options] })),
    ...(page.layout && { layout: page.layout }),
    survey_session_id: key.sessionId,
    progress: page.progress,
    part: null,
    minutes_left: 0,
    draft: null,
    help: null,
  };
  const said = await Promise.all(notes.map((note) => note(context, { session, page, draft })));
  return Object.assign(bare, ...said);
}
