/** Something to choose; found by its text, in which everything stands that can be typed. */
export type Choice = { id: string; text: string };

/** Product 9.2: the typeahead of diagnoses shows up to 1,000 results. */
const MAX_RESULTS = 1000;

/** The choices whose text contains what was typed, whatever the case; all of them where nothing was. */
export function choicesFor(choices: readonly Choice[], typed: string): readonly Choice[] {
  const part = typed.trim().toLowerCase();
  const found = part === '' ? choices : choices.filter(({ text }) => text.toLowerCase().includes(part));
  return found.slice(0, MAX_RESULTS);
}

/** Adds what is not chosen yet, takes back what is. */
export function toggled(chosen: readonly string[], id: string): readonly string[] {
  return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
}
