import type { Handler } from '../http/context.ts';
import { readPage } from './page.ts';

/** Returns the current page and starts the session if needed; null (204) when the survey is finished. */
export const getSurvey: Handler<'getSurvey'> = (_input, context) => readPage(context);
