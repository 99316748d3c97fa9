/** What a patient can be asked (product 3, item types): the form of the answer, and whether it may stay empty. */
export const ITEM_TYPES = {
  INFO: { answer: 'none', optional: true },
  INFO_AUTOSUBMIT: { answer: 'none', optional: true },
  QUESTION_HORIZONTAL_RADIO: { answer: 'option', optional: false },
  QUESTION_HORIZONTAL_RADIO_ENFORCED: { answer: 'option', optional: false },
  QUESTION_VERTICAL_RADIO: { answer: 'option', optional: false },
  QUESTION_CHECKBOX: { answer: 'options', optional: false },
  QUESTION_SELECT: { answer: 'option', optional: false },
  QUESTION_RANGE_INDICATOR: { answer: 'range', optional: false },
  QUESTION_TEXT: { answer: 'text', optional: false },
  QUESTION_TEXT_OPTIONAL: { answer: 'text', optional: true },
  QUESTION_TEXT_AREA: { answer: 'text', optional: false },
  QUESTION_TEXT_AREA_OPTIONAL: { answer: 'text', optional: true },
  QUESTION_DATE: { answer: 'date', optional: false },
  QUESTION_INTEGER: { answer: 'integer', optional: false },
  QUESTION_DOUBLE_POSITIVE: { answer: 'decimal', optional: false },
  EMAIL_NOTIFICATION_PRE: { answer: 'email', optional: true },
  EMAIL_NOTIFICATION_INTERMEDIATE: { answer: 'email', optional: true },
  EMAIL_NOTIFICATION_POST: { answer: 'email', optional: true },
  EMAIL_NOTIFICATION_FOLLOW_UP: { answer: 'email', optional: true },
} as const satisfies Record<string, { answer: string; optional: boolean }>;

export type ItemType = keyof typeof ITEM_TYPES;
export type AnswerForm = (typeof ITEM_TYPES)[ItemType]['answer'];

// Object.keys loses the literal types of a const table; the table itself is their source.
export const ITEM_TYPE_NAMES = Object.keys(ITEM_TYPES) as [ItemType, ...ItemType[]];

export type OptionValue = number | string;

export type ResponseOption = { readonly id: string; readonly label: string; readonly value: OptionValue };

/** One answer as it travels and as it is stored (product 7). Arrays belong to QUESTION_CHECKBOX alone. */
export type Answer = {
  readonly id: string;
  readonly label: string | readonly string[];
  readonly value: OptionValue | readonly OptionValue[];
  readonly time_taken: number;
  readonly optionalQuestion: boolean;
};

export function answerForm(type: ItemType): AnswerForm {
  return ITEM_TYPES[type].answer;
}

export function isOptional(type: ItemType): boolean {
  return ITEM_TYPES[type].optional;
}

/** Does a patient choose among response options here? */
export function hasOptions(type: ItemType): boolean {
  return answerForm(type) === 'option' || answerForm(type) === 'options';
}
