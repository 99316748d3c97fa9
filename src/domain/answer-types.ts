/** The kinds of windows for which a patient can leave an e-mail address (product 15). */
export type AddressKind = 'PRE' | 'INTERMEDIATE' | 'POST' | 'FOLLOW_UP';

/**
 * The meaning of a form of answer for every part of the product. A new form compiles only when all of it is decided.
 * `numbered`: the page counts it as a question. `choice`: the patient chooses among response options.
 * `private`: the answer is a text of the patient or an e-mail address. It is never stored in clear (R63).
 * `exported`: `as_day` is shifted with the dates of the person, `if_asked` is exported only if the export asks for free text.
 */
type FormMeaning = {
  readonly numbered: boolean;
  readonly choice: boolean;
  readonly private: 'text' | 'address' | null;
  readonly exported: 'always' | 'as_day' | 'if_asked' | 'never';
};

const ANSWER_FORMS = {
  none: { numbered: false, choice: false, private: null, exported: 'never' },
  option: { numbered: true, choice: true, private: null, exported: 'always' },
  options: { numbered: true, choice: true, private: null, exported: 'always' },
  range: { numbered: true, choice: false, private: null, exported: 'always' },
  integer: { numbered: true, choice: false, private: null, exported: 'always' },
  decimal: { numbered: true, choice: false, private: null, exported: 'always' },
  date: { numbered: true, choice: false, private: null, exported: 'as_day' },
  text: { numbered: true, choice: false, private: 'text', exported: 'if_asked' },
  email: { numbered: true, choice: false, private: 'address', exported: 'never' },
} as const satisfies Record<string, FormMeaning>;

export type AnswerForm = keyof typeof ANSWER_FORMS;
/** The reasons for which an answer is never stored in clear. */
export type PrivateKind = NonNullable<FormMeaning['private']>;

type TypeMeaning =
  | { readonly form: Exclude<AnswerForm, 'email'>; readonly optional: boolean }
  | { readonly form: 'email'; readonly optional: boolean; readonly address: AddressKind };

/**
 * The item types (product 3.9): the form of the answer and whether it may stay empty. An item for an e-mail address also
 * names the windows that the address is for.
 */
export const ITEM_TYPES = {
  INFO: { form: 'none', optional: true },
  INFO_AUTOSUBMIT: { form: 'none', optional: true },
  QUESTION_HORIZONTAL_RADIO: { form: 'option', optional: false },
  QUESTION_HORIZONTAL_RADIO_ENFORCED: { form: 'option', optional: false },
  QUESTION_VERTICAL_RADIO: { form: 'option', optional: false },
  QUESTION_CHECKBOX: { form: 'options', optional: false },
  QUESTION_SELECT: { form: 'option', optional: false },
  QUESTION_RANGE_INDICATOR: { form: 'range', optional: false },
  QUESTION_TEXT: { form: 'text', optional: false },
  QUESTION_TEXT_OPTIONAL: { form: 'text', optional: true },
  QUESTION_TEXT_AREA: { form: 'text', optional: false },
  QUESTION_TEXT_AREA_OPTIONAL: { form: 'text', optional: true },
  QUESTION_DATE: { form: 'date', optional: false },
  QUESTION_INTEGER: { form: 'integer', optional: false },
  QUESTION_DOUBLE_POSITIVE: { form: 'decimal', optional: false },
  EMAIL_NOTIFICATION_PRE: { form: 'email', optional: true, address: 'PRE' },
  EMAIL_NOTIFICATION_INTERMEDIATE: { form: 'email', optional: true, address: 'INTERMEDIATE' },
  EMAIL_NOTIFICATION_POST: { form: 'email', optional: true, address: 'POST' },
  EMAIL_NOTIFICATION_FOLLOW_UP: { form: 'email', optional: true, address: 'FOLLOW_UP' },
} as const satisfies Record<string, TypeMeaning>;

export type ItemType = keyof typeof ITEM_TYPES;

// Object.keys loses the literal types of a const table. The cast is true because the table is their source.
export const ITEM_TYPE_NAMES = Object.keys(ITEM_TYPES) as [ItemType, ...ItemType[]];

export type OptionValue = number | string;

/** The values that say why a question has no answer: the patient does not want to give one, or the question is not about them. */
export const DECLINED = 'declined';
export const NOT_APPLICABLE = 'not_applicable';
export type Reason = typeof DECLINED | typeof NOT_APPLICABLE;

/** What a question allows in place of an answer. */
type Allowance = {
  readonly declinable?: boolean | undefined;
  readonly not_applicable?: boolean | undefined;
};

export type ResponseOption = { readonly id: string; readonly label: string; readonly value: OptionValue };

/** One answer as it travels and as it is stored (product 7.4). Arrays belong to QUESTION_CHECKBOX alone. */
export type Answer = {
  readonly id: string;
  readonly label: string | readonly string[];
  readonly value: OptionValue | readonly OptionValue[];
  readonly time_taken: number;
  /** Seconds from the page's appearance to the last touch of this answer, where the browser measured them. */
  readonly answered_after?: number | undefined;
  readonly optionalQuestion: boolean;
};

/** The reasons that a patient may give in place of an answer, in the order in which they stand below the answers. */
export function reasonsOf({ declinable, not_applicable }: Allowance): readonly Reason[] {
  const allowed: readonly (Reason | false | undefined)[] = [
    not_applicable && NOT_APPLICABLE,
    declinable && DECLINED,
  ];
  return allowed.flatMap((one) => one || []);
}

/** The reason in place of an answer; undefined for an answer. A free text may be the same word. */
export function reasonIn(item: Allowance | undefined, value: Answer['value']): Reason | undefined {
  return item && reasonsOf(item).find((one) => one === value);
}

/** Can a question of this type have reasons? A text could be the same as a reason, and an optional question may stay empty. */
export function mayHaveReasons(type: ItemType): boolean {
  const { numbered, private: hidden } = meaningOf(type);
  return numbered && hidden === null && !isOptional(type);
}

export function answerForm(type: ItemType): AnswerForm {
  return ITEM_TYPES[type].form;
}

export function isItemType(type: string): type is ItemType {
  return Object.hasOwn(ITEM_TYPES, type);
}

export function isOptional(type: ItemType): boolean {
  return ITEM_TYPES[type].optional;
}

/** Is the item a question? INFO asks nothing. */
export function isQuestion(type: ItemType): boolean {
  return meaningOf(type).numbered;
}

/** Does the patient choose among response options? */
export function hasOptions(type: ItemType): boolean {
  return meaningOf(type).choice;
}

/** The reason why an answer is private; null if it may be stored in clear. */
export function privacyOf(type: ItemType): PrivateKind | null {
  return meaningOf(type).private;
}

/** The windows that an e-mail address is for; undefined if the item asks for something else. */
export function addressKind(type: ItemType): AddressKind | undefined {
  const known: TypeMeaning = ITEM_TYPES[type];
  return known.form === 'email' ? known.address : undefined;
}

/** Are the answers part of an export of research data? */
export function isExported(type: ItemType, freeText: 'included' | 'left_out'): boolean {
  const { exported } = meaningOf(type);
  return exported !== 'never' && (exported !== 'if_asked' || freeText === 'included');
}

/** Is the answer a day, which the export shifts with the dates of the person? */
export function isExportedAsDay(type: ItemType): boolean {
  return meaningOf(type).exported === 'as_day';
}

function meaningOf(type: ItemType): FormMeaning {
  return ANSWER_FORMS[answerForm(type)];
}
