/** Something to choose. It is found by its text, so the text holds everything that can be typed. */
export type Choice = { id: string; text: string };

/** Product 9.2: the typeahead of diagnoses shows up to 1,000 results. */
const MAX_RESULTS = 1000;

/** The choices whose text contains what was typed, in upper or lower case. Without typed text, all of them. */
export function choicesFor(choices: readonly Choice[], typed: string): readonly Choice[] {
  const part = typed.trim().toLowerCase();
  const found = part === '' ? choices : choices.filter(({ text }) => text.toLowerCase().includes(part));
  return found.slice(0, MAX_RESULTS);
}

/** Chooses an id, or takes it back if it is chosen already. */
export function toggled(chosen: readonly string[], id: string): readonly string[] {
  return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
}
