import type { Answer } from './answer-types.ts';

// The page of help in a survey (product 19.5): how server and browser recognise it.

/** The item of the help page. A second help page of a session has the item `crisis-help-2`, and so on. */
export const HELP_ITEM = 'crisis-help';

/** Is this a page of help and not of questions? */
export function isHelpPage(items: readonly { readonly id: string }[]): boolean {
  return items.length === 1 && items[0]?.id.startsWith(HELP_ITEM) === true;
}

/** From which answer to an item on a page of help follows. */
export type HelpAfter = { readonly item: string; readonly at_least: number };

/** Does a page of help follow these answers? The browser asks it where it cannot reach the server. */
export function leadsToHelp(
  after: readonly HelpAfter[],
  answers: readonly Pick<Answer, 'id' | 'value'>[],
): boolean {
  return answers.some(
    ({ id, value }) =>
      typeof value === 'number' && after.some(({ item, at_least: limit }) => item === id && value >= limit),
  );
}
