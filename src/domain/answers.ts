import type { ItemType } from './answer-types.ts';

export const ANSWER_ERROR_CODES = [
  'answer_missing',
  'answer_not_empty',
  'option_unknown',
  'label_unknown',
  'range_invalid',
  'integer_invalid',
  'integer_too_large',
  'decimal_invalid',
  'date_invalid',
  'text_invalid',
  'text_too_long',
  'email_invalid',
  'time_invalid',
] as const;
export type AnswerErrorCode = (typeof ANSWER_ERROR_CODES)[number];

/** `number` counts the items of the page from 1, as the message of spec section 5 names it. */
export type AnswerError = {
  readonly id: string;
  readonly number: number;
  readonly type: ItemType;
  readonly code: AnswerErrorCode;
};
