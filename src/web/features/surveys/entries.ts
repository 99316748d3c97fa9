import type { SurveyItem, SurveyPage } from '../../../contract/surveys.ts';
import {
  type Answer,
  answerForm,
  type AnswerForm,
  hasOptions,
  isItemType,
  isOptional,
  reasonIn,
} from '../../../domain/answer-types.ts';
import { type AnswerError, type AskedItem, checkAnswers } from '../../../domain/answers.ts';
import { formatIsoDate, isIsoDate, parseGermanDate } from '../../../domain/iso-date.ts';
import { answerErrorText, surveyText } from '../../../text/survey.ts';

/** The entries of a patient so far, by item: the ids of chosen options, the text as typed, or the reason in place of an answer. */
export type Entries = Readonly<Record<string, readonly string[]>>;

/** When each item was touched last, in seconds after its page was shown. */
export type Moments = Readonly<Record<string, number>>;

/** The answers to send, one for each item of the page. The answer of an untouched item is empty. */
export function answersOf(
  page: SurveyPage,
  entries: Entries,
  seconds: number,
  moments: Moments = {},
): Answer[] {
  // Product 5: total form time divided by the number of items, three decimals.
  const time = Math.round((seconds / page.items.length) * 1000) / 1000;
  return page.items.map((item) => {
    const moment = moments[item.id];
    const known = moment !== undefined && { answered_after: Math.round(moment * 1000) / 1000 };
    return { ...givenFor(item, entries[item.id] ?? []), time_taken: time, ...known };
  });
}

/** The answers of the touched items. A draft holds only these. */
export function draftOf(page: SurveyPage, entries: Entries): Answer[] {
  const touched = page.items.filter(({ id }) => (entries[id] ?? []).some((text) => text !== ''));
  return touched.map((item) => ({ ...givenFor(item, entries[item.id] ?? []), time_taken: 0 }));
}

function givenFor(item: SurveyItem, entry: readonly string[]): Omit<Answer, 'time_taken'> {
  const { id, type } = item;
  if (!isItemType(type)) return { id, ...typed(entry), optionalQuestion: false };
  const reason = reasonIn(item, entry[0] ?? '');
  if (reason) return { id, value: reason, label: '', optionalQuestion: false };
  return { id, ...givenByForm[answerForm(type)](entry, item), optionalQuestion: isOptional(type) };
}

type Given = Pick<Answer, 'value' | 'label'>;

const givenByForm = {
  none: typed,
  option: (entry, item) => {
    const [option] = chosen(entry, item);
    return { value: option?.value ?? '', label: option?.label ?? '' };
  },
  options: (entry, item) => {
    const options = chosen(entry, item);
    if (options.length === 0) return { value: '', label: '' };
    return { value: options.map(({ value }) => value), label: options.map(({ label }) => label) };
  },
  range: typed,
  integer: typed,
  decimal: typed,
  // A date travels as yyyy-MM-dd. Text that is no date yet stays as typed, so that a draft loses nothing.
  date: ([text = '']) => typed([parseGermanDate(text) ?? text]),
  text: typed,
  email: typed,
} satisfies Record<AnswerForm, (entry: readonly string[], item: SurveyItem) => Given>;

function typed([text = '']: readonly string[]): Given {
  return { value: text, label: text };
}

function chosen(entry: readonly string[], { response_options: options }: SurveyItem) {
  return options.filter(({ id }) => entry.includes(id));
}

/** The entries that a stored draft brings back to the page. */
export function entriesOf({ items, draft }: SurveyPage): Entries {
  const drafted = new Map((draft ?? []).map((answer) => [answer.id, answer]));
  return Object.fromEntries(
    items.flatMap((item) => {
      const answer = drafted.get(item.id);
      return answer ? [[item.id, entryFrom(item, answer)]] : [];
    }),
  );
}

function entryFrom(item: SurveyItem, { value }: Answer): readonly string[] {
  const reason = reasonIn(item, value);
  if (reason) return [reason];
  const values = Array.isArray(value) ? value : [value];
  if (isItemType(item.type) && hasOptions(item.type)) {
    return item.response_options.filter((option) => values.includes(option.value)).map(({ id }) => id);
  }
  const text = String(values[0] ?? '');
  return [item.type === 'QUESTION_DATE' && isIsoDate(text) ? formatIsoDate(text) : text];
}

/** The problems of the answers of a page. The server applies the same rules (product 5). */
export function pageProblems(page: SurveyPage, answers: readonly Answer[]): readonly AnswerError[] {
  const asked = page.items.filter((item): item is AskedItem & typeof item => isItemType(item.type));
  return checkAnswers(asked, answers).errors;
}

/** The sentence at a question. It needs no number, because it stands at the question. */
export function problemText({ code, number, limits }: AnswerError): string {
  return code === 'answer_missing' ? surveyText.answerThis : answerErrorText[code](number, limits);
}
