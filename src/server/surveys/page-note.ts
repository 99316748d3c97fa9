import type { SurveyPage as SentPage } from '../../contract/surveys.ts';
import type { SurveyPage } from '../../domain/survey-flow.ts';
import type { UserContext } from '../http/context.ts';
import type { SurveySession } from './survey-session.ts';

/** A page on its way to the patient. `draft` is what the patient entered on it and did not send. */
export type OpenPage = {
  readonly session: SurveySession;
  readonly page: SurveyPage;
  readonly draft: Buffer | null;
};

/** What a page says beside its questions. Each note looks at the page of the survey flow and gives some fields. */
export type PageNote = (context: NoteContext, open: OpenPage) => Promise<Partial<SentPage>>;
export type NoteContext = Pick<UserContext, 'db' | 'services' | 'user'>;
