// Readers of forms speak English to operators. A clinic reads what most often is the matter in German.

type Rule = readonly [pattern: RegExp, sentence: (...found: string[]) => string];

const mistakes: readonly Rule[] = [
  [/^The row has no question/, () => 'In dieser Zeile fehlt die Frage.'],
  [
    /^The row has no answers/,
    () => 'In dieser Zeile fehlen die Antworten. Bitte schreiben Sie sie so: „nie=0|oft=1“.',
  ],
  [
    /^"(.*)" is no list of answers/,
    (cell) => `„${cell}“ ist keine Liste von Antworten. Bitte schreiben Sie sie so: „nie=0|oft=1“.`,
  ],
  [/does not say whether it is reversed/, () => 'Bitte schreiben Sie in die Spalte „umgekehrt“ ja oder nein.'],
  [/reversed, but in no scale/, () => 'Die Frage ist umgekehrt, gehört aber zu keiner Skala.'],
  [/holds no question|file is empty/, () => 'Hier steht keine Frage.'],
  [/is no form that can be read/, () => 'Dieses Format kennt Resonanz nicht.'],
  [/no valid JSON/, () => 'Die Datei ist beschädigt: Sie ist kein gültiges JSON.'],
  [/more than (\d+) MB/, (most) => `Die Datei ist größer als ${most} MB.`],
  [/UTF-8|UTF-16/, () => 'Die Zeichen der Datei lassen sich nicht lesen. Bitte speichern Sie sie als UTF-8.'],
];

const notes: readonly Rule[] = [
  [
    /^(\d+) question\(s\) must be answered/,
    (count) => `${count} Fragen müssen beantwortet werden, denn außer freien Texten ist hier jede Frage Pflicht.`,
  ],
];

function german(rules: readonly Rule[], text: string): string {
  for (const [pattern, sentence] of rules) {
    const found = pattern.exec(text);
    if (found) return sentence(...found.slice(1));
  }
  return text;
}

export const formText = {
  note: 'Hinweis',
  noteOf: (note: string) => german(notes, note),
  mistake: (message: string) => german(mistakes, message),
  place: (line: number, place: string) => (place === '' ? `Zeile ${line}` : `Zeile ${line}: ${place}`),
} as const;
