import type { ItemCondition } from '../../../domain/conditions.ts';
import { clauseText } from '../../../text/conditions.ts';
import { allItems, type Form, optionsOf, questionsOf, wordsOf } from '../domain/form.ts';
import { conditionOf, pageConditionOf, pagesOf } from '../domain/questions.ts';
import { askedIfText as text, questionsText } from '../text/steps.ts';

/** What each item is called: questions and texts between them have numbers of their own. */
export function itemNames(form: Form): ReadonlyMap<string, string> {
  const questions = questionsOf(form);
  const others = allItems(form).filter((item) => !questions.includes(item));
  return new Map([
    ...questions.map(({ id }, index) => [id, questionsText.question(index + 1)] as const),
    ...others.map(({ id }, index) => [id, questionsText.info(index + 1)] as const),
  ]);
}

/** A condition in words. Questions are named by their numbers, those of other questionnaires by their ids. */
function words({ all, any, counts_as: otherwise }: ItemCondition, form: Form): string {
  const names = itemNames(form);
  const clauses = (all ?? any ?? []).map((clause) => {
    const item = allItems(form).find(({ id }) => id === clause.item);
    const labelOf = (value: number | string) =>
      wordsOf(item && optionsOf(item, form).find((one) => one.value === value)?.label) || value;
    return clauseText({ ...clause, item: names.get(clause.item) ?? clause.item }, labelOf);
  });
  return text.askedIf(clauses.join(all ? text.and : text.or), otherwise);
}

/** When the whole questionnaire is asked; undefined: always. */
export const formAskedIf = (form: Form): string | undefined => {
  const condition = conditionOf(form);
  return condition && text.form(words(condition, form));
};

/** When the page that begins with this item is asked. */
export const pageAskedIf = (form: Form, first: string): string | undefined => {
  const condition = pageConditionOf(form, first);
  return condition && text.page(words(condition, form));
};

/** When an item is asked. */
export const itemAskedIf = (form: Form, id: string): string | undefined => {
  const condition = conditionOf(allItems(form).find((item) => item.id === id));
  return condition && words(condition, form);
};

/** Both, for a place where no page is shown. */
export function askedIf(form: Form, id: string): readonly string[] {
  const page = form.dimensions.flatMap(pagesOf).find(({ items }) => items.includes(id));
  return [pageAskedIf(form, page?.items[0] ?? ''), itemAskedIf(form, id)].filter((one) => one !== undefined);
}
