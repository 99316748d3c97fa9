import {
  answerForm,
  isItemType,
  isOptional,
  isQuestion,
  reasonIn,
  type Answer,
  type AnswerForm,
  type ItemType,
  type OptionValue,
  type ResponseOption,
} from './answer-types.ts';
import { isIsoDate } from './iso-date.ts';
import { isStorableText } from './storable-text.ts';

export const ANSWER_ERROR_CODES = [
  'answer_missing',
  'answer_not_empty',
  'option_unknown',
  'label_unknown',
  'range_invalid',
  'integer_invalid',
  'integer_too_large',
  'integer_out_of_range',
  'decimal_invalid',
  'decimal_ambiguous',
  'date_invalid',
  'text_invalid',
  'text_too_long',
  'email_invalid',
  'time_invalid',
] as const;
export type AnswerErrorCode = (typeof ANSWER_ERROR_CODES)[number];

/** `number` is the number of the question on its page (`questionNumber`). The message of product 5.8 shows it. */
export type AnswerError = {
  readonly id: string;
  readonly number: number;
  readonly type: ItemType;
  readonly code: AnswerErrorCode;
  /** The limits of a whole number or a slider, so that the message can name them. */
  readonly limits?: Limits;
};

/** The least and the greatest whole number that the author of an item expects, both included. */
export type Limits = { readonly min?: number | undefined; readonly max?: number | undefined };

/** The part of an item that its answer depends on. */
export type AskedItem = Limits & {
  readonly id: string;
  readonly type: ItemType;
  readonly response_options: readonly ResponseOption[];
  readonly declinable?: boolean | undefined;
  readonly not_applicable?: boolean | undefined;
};

type Given = Pick<Answer, 'label' | 'value'>;
type Checked = { readonly given: Given } | { readonly code: AnswerErrorCode };

export const MAX_INTEGER = 2_147_483_647;
const MAX_TEXT = 10_000;
const MAX_EMAIL = 254;
const MAX_SECONDS = 10_000_000;
// One address: no white space, one @, a dot in the domain (product 5.8: a simple pattern).
const EMAIL = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\.]+(\.[^\s@<>,;:"()[\]\\.]+)+$/;

const checks = {
  none: checkNone,
  option: checkOption,
  options: checkOptions,
  range: checkRange,
  integer: checkInteger,
  decimal: checkDecimal,
  date: checkDate,
  text: checkText,
  email: checkEmail,
} satisfies Record<AnswerForm, (value: Answer['value'], item: AskedItem, label: Answer['label']) => Checked>;

/**
 * Checks the answers of one page (product 5.8, R29). The answers must belong to exactly these items, in any order.
 * Values are not converted: "3" is not the option 3. Typed numbers may be a number or a text, with comma or point.
 * Valid answers are returned in the order of the page and in one normal form, so that equal answers are equal values.
 */
export function checkAnswers(
  items: readonly AskedItem[],
  answers: readonly Answer[],
): { readonly answers: readonly Answer[]; readonly errors: readonly AnswerError[] } {
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  const results = items.map((item) => {
    const checked = checkAnswer(item, byId.get(item.id));
    if ('answer' in checked) return { answer: checked.answer };
    const number = questionNumber(items, item.id) ?? 0;
    // `integer_out_of_range` and `range_invalid`.
    const isLimited = checked.code.includes('range') && (item.min ?? item.max) !== undefined;
    const limits = isLimited && { limits: limitsOf(item) };
    return { error: { id: item.id, number, type: item.type, code: checked.code, ...limits } };
  });
  return {
    answers: results.flatMap((result) => result.answer ?? []),
    errors: results.flatMap((result) => result.error ?? []),
  };
}

/** The number of a question on its page, from 1; undefined if the item asks nothing (INFO) or is not on the page. */
export function questionNumber(
  items: readonly { readonly id: string; readonly type: string }[],
  id: string,
): number | undefined {
  const questions = items.filter(({ type }) => !isItemType(type) || isQuestion(type));
  const index = questions.findIndex((item) => item.id === id);
  return index === -1 ? undefined : index + 1;
}

/** Checks one answer against its item; `undefined` is a missing answer. */
export function checkAnswer(
  item: AskedItem,
  answer: Answer | undefined,
): { readonly answer: Answer } | { readonly code: AnswerErrorCode } {
  if (!answer) return { code: 'answer_missing' };
  const checked = checkGiven(item, answer);
  if ('code' in checked) return checked;
  if (!(answer.time_taken >= 0 && answer.time_taken <= MAX_SECONDS)) return { code: 'time_invalid' };
  const time = Math.round(answer.time_taken * 1000) / 1000;
  const { label, value } = checked.given;
  const given = { id: item.id, label, value, time_taken: time, optionalQuestion: isOptional(item.type) };
  const moment = momentOf(answer);
  return { answer: moment === null ? given : { ...given, answered_after: moment } };
}

/** A moment that no clock can have measured is left out: an answer is worth more than its moment. */
function momentOf({ answered_after: after }: Answer): number | null {
  return after !== undefined && after >= 0 && after <= MAX_SECONDS ? Math.round(after * 1000) / 1000 : null;
}

/** Are two answers of one item the same? Their times do not count (R23). */
export function isSameAnswer(one: Answer, other: Answer): boolean {
  return one.id === other.id && JSON.stringify([one.value]) === JSON.stringify([other.value]);
}

function checkGiven(item: AskedItem, { value, label }: Answer): Checked {
  if (isEmpty(value)) return isOptional(item.type) ? empty() : { code: 'answer_missing' };
  const reason = reasonIn(item, value);
  if (reason) return { given: { label: '', value: reason } };
  return checks[answerForm(item.type)](value, item, label);
}

function isEmpty(value: Answer['value']): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

function empty(): Checked {
  return { given: { label: '', value: '' } };
}

function checkNone(): Checked {
  return { code: 'answer_not_empty' };
}

function checkOption(value: Answer['value'], item: AskedItem, label: Answer['label']): Checked {
  const option = item.response_options.find((one) => one.value === value);
  if (!option) return { code: 'option_unknown' };
  if (option.label !== label) return { code: 'label_unknown' };
  return { given: { label: option.label, value: option.value } };
}

function checkOptions(value: Answer['value'], item: AskedItem, label: Answer['label']): Checked {
  if (!isList(value)) return { code: 'option_unknown' };
  if (!Array.isArray(label) || label.length !== value.length) return { code: 'label_unknown' };
  const chosen = item.response_options.filter((option) => value.includes(option.value));
  if (chosen.length !== value.length) return { code: 'option_unknown' };
  const labels = new Map(chosen.map((option) => [option.value, option.label]));
  if (!value.every((one, index) => labels.get(one) === label[index])) return { code: 'label_unknown' };
  return {
    given: { label: chosen.map((option) => option.label), value: chosen.map((option) => option.value) },
  };
}

function isList(value: Answer['value']): value is readonly OptionValue[] {
  return Array.isArray(value);
}

function checkRange(value: Answer['value'], { min = 0, max = 100 }: AskedItem): Checked {
  const number = parseNumber(value, /^\d{1,3}$/);
  if (number === undefined || !Number.isInteger(number) || number < min || number > max) {
    return { code: 'range_invalid' };
  }
  return numberGiven(number);
}

/** The limits that an item has; nothing where it has none. */
export function limitsOf({ min, max }: Limits): Limits {
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function checkInteger(value: Answer['value'], { min = 0, max = MAX_INTEGER }: AskedItem): Checked {
  const number = parseNumber(value, /^\d+$/);
  if (number !== undefined && number > MAX_INTEGER) return { code: 'integer_too_large' };
  if (number === undefined || !Number.isInteger(number) || number < 0) return { code: 'integer_invalid' };
  if (number < min || number > max) return { code: 'integer_out_of_range' };
  return numberGiven(number);
}

// 2500 or 2,5? Germans write thousands with a point, and programs read it as a comma.
const THOUSANDS_OR_COMMA = /^[1-9]\d{0,2}\.\d{3}$/;

function checkDecimal(value: Answer['value']): Checked {
  if (typeof value === 'string' && THOUSANDS_OR_COMMA.test(value.trim()))
    return { code: 'decimal_ambiguous' };
  const number = parseNumber(value, /^\d+([.,]\d+)?$/);
  if (number === undefined || !Number.isFinite(number) || number <= 0) return { code: 'decimal_invalid' };
  return numberGiven(number);
}

/** Reads a number, or a text of the given form with comma or point; undefined for anything else. */
function parseNumber(value: Answer['value'], form: RegExp): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !form.test(value.trim())) return undefined;
  return Number(value.trim().replace(',', '.'));
}

function numberGiven(number: number): Checked {
  // -0 and 0 are one answer.
  const value = number === 0 ? 0 : number;
  return { given: { label: String(value), value } };
}

function checkDate(value: Answer['value']): Checked {
  if (typeof value !== 'string' || !isIsoDate(value)) return { code: 'date_invalid' };
  return { given: { label: value, value } };
}

function checkText(value: Answer['value']): Checked {
  if (typeof value !== 'string' || !isStorableText(value)) return { code: 'text_invalid' };
  if (characters(value) > MAX_TEXT) return { code: 'text_too_long' };
  return { given: { label: value, value } };
}

function checkEmail(value: Answer['value']): Checked {
  if (typeof value !== 'string' || !isStorableText(value)) return { code: 'email_invalid' };
  const address = value.trim();
  if (address.length > MAX_EMAIL || !EMAIL.test(address)) return { code: 'email_invalid' };
  return { given: { label: address, value: address } };
}

function characters(text: string): number {
  return text.length <= MAX_TEXT ? text.length : Array.from(text).length;
}

/** An address that its owner recognises, and that says little to anyone who looks over the shoulder. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return `${first}…${address.slice(at)}`;
}
