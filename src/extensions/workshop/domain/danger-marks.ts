import { ANY } from './danger.ts';
import { type Form, type FormItem, isChoice, optionsOf, questionsOf } from './form.ts';

// Danger is asked question by question and answer by answer, and has no default.

export type Mark = 'none' | 'notice' | 'urgent';
export type DangerMarks = {
  readonly marks: Readonly<Record<string, Readonly<Record<string, Mark>>>>;
  readonly says: Readonly<Record<string, string>>;
};

/** What of a question is to be decided: each of its answers, or the question as a whole. */
export function decisionsOf(
  item: FormItem,
  form: Form,
): readonly { readonly id: string; readonly label: string }[] {
  return isChoice(item) ? optionsOf(item, form) : [{ id: ANY, label: '' }];
}

export const markOf = ({ marks }: DangerMarks, item: string, option: string): Mark | undefined =>
  Object.hasOwn(marks, item) ? marks[item]?.[option] : undefined;

export const isDecided = (item: FormItem, form: Form, danger: DangerMarks): boolean =>
  decisionsOf(item, form).every(({ id }) => markOf(danger, item.id, id) !== undefined);

/** Does an answer of the question show danger? Then clinicians must read something. */
export const showsDanger = ({ marks }: DangerMarks, item: string): boolean =>
  Object.values(marks[item] ?? {}).some((mark) => mark !== 'none');

export function marked(
  danger: DangerMarks,
  item: string,
  options: readonly string[],
  mark: Mark,
): DangerMarks {
  const own = { ...danger.marks[item], ...Object.fromEntries(options.map((id) => [id, mark])) };
  return { ...danger, marks: { ...danger.marks, [item]: own } };
}

/** What a question still needs: a mark of an answer, words for clinicians, or nothing. */
export function lacks(item: FormItem, form: Form, danger: DangerMarks): 'marks' | 'words' | undefined {
  if (!isDecided(item, form, danger)) return 'marks';
  const isSilent = (danger.says[item.id] ?? '').trim() === '';
  return showsDanger(danger, item.id) && isSilent ? 'words' : undefined;
}

/** The questions with an answer that nobody has decided, or with danger and no word for clinicians. */
export const openQuestions = (form: Form, danger: DangerMarks): readonly FormItem[] =>
  questionsOf(form).filter((item) => lacks(item, form, danger) !== undefined);
