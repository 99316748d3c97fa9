import type { Answer, SurveyPage } from '../../../contract/surveys.ts';
import type { Answer as CheckedAnswer } from '../../../domain/answer-types.ts';
import { type AskedItem, checkAnswers } from '../../../domain/answers.ts';
import { answerErrorText } from '../../../text/survey.ts';
import { isKnownType } from './entries.ts';

/** What is wrong with the answers of a page, by item; the same rules the server applies (product 5). */
export function pageProblems(page: SurveyPage, answers: readonly Answer[]): Record<string, string> {
  const asked = page.items.filter((item): item is AskedItem & typeof item => isKnownType(item.type));
  const { errors } = checkAnswers(asked, answers.map(withTextLabel));
  return Object.fromEntries(errors.map(({ id, code, number }) => [id, answerErrorText[code](number)]));
}

function withTextLabel(answer: Answer): CheckedAnswer {
  const { label } = answer;
  return { ...answer, label: Array.isArray(label) ? label.map(String) : String(label) };
}
