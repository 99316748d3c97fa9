/** A choice. The search looks only at its text. */
export type Choice = { id: string; text: string };

/** Product 9.2: the typeahead of diagnoses shows up to 1,000 results. */
const MAX_RESULTS = 1000;

/**
 * The choices that contain the typed text in upper or lower case, those where a word starts with it first. All choices
 * without typed text.
 */
export function choicesFor(choices: readonly Choice[], typed: string): readonly Choice[] {
  const part = typed.trim().toLowerCase();
  if (part === '') return choices.slice(0, MAX_RESULTS);
  const found = choices.filter(({ text }) => text.toLowerCase().includes(part));
  const isAtStart = ({ text }: Choice) => ` ${text.toLowerCase()}`.includes(` ${part}`);
  return [...found.filter(isAtStart), ...found.filter((choice) => !isAtStart(choice))].slice(0, MAX_RESULTS);
}

/** Adds an id to the choice, or removes a chosen one. */
export function toggled(chosen: readonly string[], id: string): readonly string[] {
  return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
}
