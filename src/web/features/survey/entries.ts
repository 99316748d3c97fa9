import type { Answer, SurveyItem, SurveyPage } from '../../../contract/surveys.ts';
import { answerForm, isOptional, ITEM_TYPES, type ItemType } from '../../../domain/answer-types.ts';
import { formatIsoDate, isIsoDate, parseGermanDate } from '../../../domain/iso-date.ts';

/** What a patient has put in so far, by item: the ids of chosen options, or the text as typed. */
export type Entries = Readonly<Record<string, readonly string[]>>;

export function isKnownType(type: string): type is ItemType {
  return Object.hasOwn(ITEM_TYPES, type);
}

/** The answers as they travel. Every item of the page has one; what was left out is empty. */
export function answersOf(page: SurveyPage, entries: Entries, seconds: number): Answer[] {
  // Product 5: total form time divided by the number of items, three decimals.
  const time = Math.round((seconds / page.items.length) * 1000) / 1000;
  return page.items.map((item) => ({ ...givenFor(item, entries[item.id] ?? []), time_taken: time }));
}

/** Only what has been put in: an untouched item is no part of a draft. */
export function draftOf(page: SurveyPage, entries: Entries): Answer[] {
  const touched = page.items.filter(({ id }) => (entries[id] ?? []).some((text) => text !== ''));
  return touched.map((item) => ({ ...givenFor(item, entries[item.id] ?? []), time_taken: 0 }));
}

function givenFor(item: SurveyItem, entry: readonly string[]): Omit<Answer, 'time_taken'> {
  const { id, type } = item;
  const optionalQuestion = isKnownType(type) && isOptional(type);
  const chosen = item.response_options.filter((option) => entry.includes(option.id));
  const form = isKnownType(type) ? answerForm(type) : 'none';
  if (form === 'options') {
    const isEmpty = chosen.length === 0;
    const value = chosen.map((option) => option.value);
    return {
      id,
      value: isEmpty ? '' : value,
      label: isEmpty ? '' : chosen.map(({ label }) => label),
      optionalQuestion,
    };
  }
  if (form === 'option') {
    const [option] = chosen;
    return { id, value: option?.value ?? '', label: option?.label ?? '', optionalQuestion };
  }
  const text = form === 'date' ? sentDate(entry[0] ?? '') : (entry[0] ?? '');
  return { id, value: text, label: text, optionalQuestion };
}

// A date travels as yyyy-MM-dd; what is no date yet stays as typed, so that a draft loses nothing.
function sentDate(text: string): string {
  return parseGermanDate(text) ?? text;
}

/** What a stored draft puts back into the page. */
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
  const values = Array.isArray(value) ? value : [value];
  if (item.response_options.length > 0) {
    return item.response_options.filter((option) => values.includes(option.value)).map(({ id }) => id);
  }
  const text = String(values[0] ?? '');
  return [item.type === 'QUESTION_DATE' && isIsoDate(text) ? formatIsoDate(text) : text];
}
