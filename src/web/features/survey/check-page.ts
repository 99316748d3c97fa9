import type { SurveyPage } from '../../../contract/surveys.ts';
import { isItemType, type Answer } from '../../../domain/answer-types.ts';
import { type AskedItem, checkAnswers } from '../../../domain/answers.ts';
import { answerErrorText } from '../../../text/survey.ts';

/** What is wrong with the answers of a page, by item; the same rules the server applies (product 5). */
export function pageProblems(page: SurveyPage, answers: readonly Answer[]): Record<string, string> {
  const asked = page.items.filter((item): item is AskedItem & typeof item => isItemType(item.type));
  const { errors } = checkAnswers(asked, answers);
  return Object.fromEntries(errors.map(({ id, code, number }) => [id, answerErrorText[code](number)]));
}
