// Readers of forms speak English to operators. A clinic reads what most often is the matter in German.

type Rule = readonly [pattern: RegExp, sentence: string | ((...found: string[]) => string)];

const mistakes: readonly Rule[] = [
  [/^The row has no question/, 'In dieser Zeile fehlt die Frage.'],
  [
    /^The row has no answers/,
    'In dieser Zeile fehlen die Antworten. Bitte schreiben Sie sie so: „nie=0|oft=1“.',
  ],
  [
    /^"(.*)" is no list of answers/,
    (cell) => `„${cell}“ ist keine Liste von Antworten. Bitte schreiben Sie sie so: „nie=0|oft=1“.`,
  ],
  [/does not say whether it is reversed/, 'Bitte schreiben Sie in die Spalte „umgekehrt“ ja oder nein.'],
  [/reversed, but in no scale/, 'Die Frage ist umgekehrt, gehört aber zu keiner Skala.'],
  [
    /^No later row names the list "(.*?)"/,
    (list) => `Keine spätere Zeile verwendet die Liste „${list}“. Bitte lassen Sie ihren Namen weg.`,
  ],
  [/^The list "(.*)" is given twice/, (list) => `Die Liste „${list}“ gibt es doppelt.`],
  [/^There is no such column/, 'Diese Spalte fehlt. Bitte ergänzen Sie sie in der ersten Zeile.'],
  [/^The column is given twice/, 'Diese Spalte gibt es doppelt.'],
  [
    /^"(.*)" stands in no column/,
    (cell) => `„${cell}“ steht in keiner Spalte. Bitte ergänzen Sie die Überschrift.`,
  ],
  [
    /formula of a spreadsheet|error of the spreadsheet|formula has no value/,
    'Hier steht eine Formel. Bitte schreiben Sie ihren Wert hinein.',
  ],
  [
    /made a date of the cell/,
    'Das Tabellenprogramm hat aus der Zelle ein Datum gemacht. Bitte schreiben Sie sie als Text.',
  ],
  [/is of the type "(.*)", which/, (type) => `Fragen der Art „${type}“ kennt Resonanz nicht.`],
  [
    /has HTML that is more/,
    'Der Text enthält mehr als Formatierung. Bitte schreiben Sie ihn als einfachen Text.',
  ],
  [/has no text$/, 'Diese Frage hat keinen Text.'],
  [/holds no question/, 'Hier steht keine Frage.'],
  [/file is empty/, 'Die Datei ist leer.'],
  [/is no form that can be read/, 'Dieses Format kennt Resonanz nicht.'],
  [/no valid JSON/, 'Die Datei ist beschädigt: Sie ist kein gültiges JSON.'],
  [/more than (\d+) MB/, (most) => `Die Datei ist größer als ${most} MB.`],
  [/UTF-8|UTF-16/, 'Die Zeichen der Datei lassen sich nicht lesen. Bitte speichern Sie sie als UTF-8.'],
];

const notes: readonly Rule[] = [
  [
    /^(\d+) question\(s\)/,
    (count) =>
      `${count} Fragen müssen beantwortet werden, denn außer freien Texten ist hier jede Frage Pflicht.`,
  ],
  [
    /is of FHIR (\w+) and was read/,
    (version) => `Das Formular ist in FHIR ${version} geschrieben und wurde wie R4 gelesen.`,
  ],
  [/status of the Questionnaire is "retired"/, 'Das Formular ist als veraltet gekennzeichnet.'],
  [
    /in the language "(.*?)"/,
    (language) => `Die Fragen sind in der Sprache „${language}“, die Seiten darum herum auf Deutsch.`,
  ],
  [/^Answers look English: (.*?)\.$/, (answers) => `Diese Antworten sehen englisch aus: ${answers}.`],
];

const lost: readonly Rule[] = [
  [/^column "(.*)"$/, (name) => `Spalte „${name}“`],
  [/^sheet "(.*)"$/, (name) => `Tabellenblatt „${name}“`],
  [/^file "(.*)"$/, (name) => `Datei „${name}“`],
  [/^list "(.*)"$/, (name) => `Antwortliste „${name}“`],
  [/^question \((.*)\)$/, (why) => `Frage, die hier nicht gestellt werden kann (${why})`],
  [/^group without a question$/, 'Gruppe ohne Frage'],
  [/^ValueSet of no question$/, 'Antwortliste, die keine Frage verwendet'],
  [/^formatting/, 'Formatierung'],
  [/^formula/, 'Formel (ihr Wert ist übernommen)'],
];

/** The columns of a table by the names that its reader gives them. */
const columns: Readonly<Record<string, string>> = {
  text: 'Spalte „Frage“',
  answers: 'Spalte „Antworten“',
  '(file)': '',
};

function german(rules: readonly Rule[], text: string): string {
  for (const [pattern, sentence] of rules) {
    const found = pattern.exec(text);
    if (found) return typeof sentence === 'string' ? sentence : sentence(...found.slice(1));
  }
  return text;
}

const placeOf = (place: string): string => columns[place] ?? place.replaceAll(/\bline (\d+)/g, 'Zeile $1');

export const formText = {
  note: 'Hinweis',
  licence: 'Lizenz laut Formular',
  controlCharacters: 'Die Datei enthält Steuerzeichen, die sich nicht speichern lassen.',
  tooLong: 'Der Fragebogen ist zu lang. Bitte teilen Sie ihn in mehrere auf.',
  noteOf: (note: string) => german(notes, note),
  mistake: (message: string) => german(mistakes, message),
  place: (line: number, place: string) => [`Zeile ${line}`, placeOf(place)].filter(Boolean).join(': '),
  lost: ({ where, what }: { readonly where: string; readonly what: string }) => ({
    where: placeOf(where) || 'Datei',
    what: what
      .split(', ')
      .map((name) => german(lost, name))
      .join(', '),
  }),
} as const;
