/** A choice. The search looks only at its text. */
export type Choice = { id: string; text: string };

/** Product 9.2: the typeahead of diagnoses shows up to 1,000 results. */
const MAX_RESULTS = 1000;

/** The choices that contain the typed text in upper or lower case, those that it describes first. All without typed text. */
export function choicesFor(choices: readonly Choice[], typed: string): readonly Choice[] {
  const part = typed.trim().toLowerCase();
  if (part === '') return choices.slice(0, MAX_RESULTS);
  const ranked = choices
    .filter(({ text }) => text.toLowerCase().includes(part))
    .map((choice) => ({ choice, rank: rankOf(choice, part) }));
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice)
    .slice(0, MAX_RESULTS);
}

// An id, and two words: "F32.1 Mittelgradige depressive Episode" is a depression, "F31.3 Bipolare affektive Störung, gegenwärtig
// leichte oder mittelgradige depressive Episode" is something else.
const FIRST_WORDS = 3;

/** 0 if one of the first words begins with the text, 1 if another word does, 2 if it stands inside a word. */
function rankOf({ text }: Choice, part: string): number {
  const [before, ...rest] = ` ${text.toLowerCase()}`.split(` ${part}`);
  if (rest.length === 0) return 2;
  return (before?.split(' ').length ?? 0) <= FIRST_WORDS ? 0 : 1;
}

/** Adds an id to the choice, or removes a chosen one. */
export function toggled(chosen: readonly string[], id: string): readonly string[] {
  return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
}
