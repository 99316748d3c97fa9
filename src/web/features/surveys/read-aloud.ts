import type { SurveyItem, SurveyPage } from '../../../contract/surveys.ts';
import { isItemType, isQuestion, reasonsOf } from '../../../domain/answer-types.ts';
import { surveyText } from '../../../text/survey.ts';
import type { Entries } from './entries.ts';

/** What is read: the subject on its first page, and the questions from the first one without an answer, each with its answers. */
export function textsOf({ dimension, items }: SurveyPage, isFirst: boolean, entries: Entries): string[] {
  const open = items.findIndex((item) => isAsked(item) && !entries[item.id]?.[0]);
  const isFresh = Object.values(entries).every((entry) => !entry[0]);
  const head = isFresh && isFirst ? [dimension.title, dimension.paragraph] : [];
  const rest = isFresh || open === -1 ? items : items.slice(open);
  return [...head, dimension.connector, ...rest.flatMap(wordsOf)].filter((text) => text !== '');
}

function isAsked({ type }: SurveyItem): boolean {
  return isItemType(type) && isQuestion(type);
}

function wordsOf({ content, response_options: options, ...item }: SurveyItem): string[] {
  const reasons = reasonsOf(item).map((one) => surveyText.reasons[one]);
  const answers = [...options.map(({ label }) => label), ...reasons];
  return answers.length === 0 ? [content] : [content, surveyText.answers(answers)];
}

/** Reads the texts one after the other. */
export function readAloud(
  texts: readonly string[],
  voice: SpeechSynthesisVoice | undefined,
  onEnd: () => void,
): void {
  speechSynthesis.cancel();
  for (const [index, text] of texts.entries()) {
    const utterance = new SpeechSynthesisUtterance(text);
    if (voice) utterance.voice = voice;
    utterance.lang = 'de-DE';
    if (index === texts.length - 1) utterance.addEventListener('end', onEnd);
    utterance.addEventListener('error', onEnd);
    speechSynthesis.speak(utterance);
  }
}
