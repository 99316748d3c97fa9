import { rawScore, type RawScale } from '../../../domain/scoring-classical.ts';
import type { Instrument } from '../../../domain/instrument-schema.ts';
import { allItems, type Form, type FormScale, optionsOf, questionsOf, typedNumber, wordsOf } from './form.ts';

// Examples of the manual: a row of answers in the order of the questions, and the scores that must come out.

export type Given = readonly { readonly item: string; readonly value: number | string }[];

/** Stands in a row for an answer that is missing. */
const GAP = '-';

/** The answers as a row of numbers, with a sign for each missing one. */
export function rowOf(answers: Given, form: Form): string {
  const words = questionsOf(form).map(({ id }) => answers.find(({ item }) => item === id)?.value ?? GAP);
  return answers.length === 0 ? '' : words.map((one) => wordsOf(one)).join(' ');
}

const isNumber = (word: string): boolean => word === GAP || typeof typedNumber(word) === 'number';

/**
 * The words of a row between blanks, tabs, lines or semicolons. A comma belongs to its number, unless commas make as many numbers as
 * there are questions, and nothing else does.
 */
function wordsOfRow(row: string, wanted: number): readonly string[] {
  const split = (between: RegExp) => row.split(between).filter((word) => word !== '');
  const [words, byCommas] = [split(/[\s;|]+/), split(/[\s;|,]+/)];
  const isWhole = words.length === wanted && words.every(isNumber);
  return !isWhole && byCommas.length === wanted && byCommas.every(isNumber) ? byCommas : words;
}

/** The answers of a row. */
export function answersOf(row: string, form: Form): { answers: Given; count: number } {
  const questions = questionsOf(form);
  const words = wordsOfRow(row, questions.length);
  const answers = questions.flatMap(({ id }, at) => {
    const word = words[at];
    return word === undefined || word === GAP ? [] : [{ item: id, value: typedNumber(word) }];
  });
  return { answers, count: words.length };
}

/** The answers that are no number, or none that the question has. */
export function strangers(answers: Given, form: Form): readonly string[] {
  return questionsOf(form).flatMap((item) => {
    const value = answers.find((one) => one.item === item.id)?.value;
    const options = optionsOf(item, form);
    const isKnown =
      options.length === 0 || item.options === undefined || options.some((one) => one.value === value);
    return value !== undefined && (typeof value !== 'number' || !isKnown) ? [item.id] : [];
  });
}

/**
 * The score that the draft gives to these answers; null while it cannot be computed. The server decides at publication; this one
 * answers while a person types.
 */
export function scoreOf(scale: FormScale, answers: Given, form: Form): number | null {
  if (scale.method === 'irt' || scale.norm_set !== undefined) return null;
  const values = new Map(
    answers.flatMap(({ item, value }) => (typeof value === 'number' ? [[item, value]] : [])),
  );
  const given = { values, leftOut: new Set<string>() };
  const whole = instrumentOf(form);
  const score = (one: FormScale | object): number | null =>
    rawScore({ reversed: [], missing: { type: 'complete' }, ...one } as RawScale, whole, given, (other) => ({
      raw: score(other),
      t: null,
    }));
  try {
    return score(scale);
  } catch {
    // A question without numbers, an answer outside of them, or a formula that cannot be read.
    return null;
  }
}

// What scoring needs of an instrument. A draft may hold something else; `scoreOf` then has no score.
function instrumentOf(form: Form): Instrument {
  const items = allItems(form).map((item) => ({ ...item, options: optionsOf(item, form) }));
  return { ...form, dimensions: [{ items }], norm_sets: [] } as unknown as Instrument;
}
