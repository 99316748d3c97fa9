import { firstOf, knownMistake, type Rule } from './file-mistakes.ts';
import { lostText } from './form-losses.ts';

// Readers of forms speak English to operators. A clinic reads what most often is the matter in German.

const mistakes: readonly Rule[] = [
  [/^The row has no question/, 'In dieser Zeile fehlt die Frage.'],
  [
    /^The row has no answers/,
    'In dieser Zeile fehlen die Antworten. Bitte schreiben Sie sie so: „nie=0|oft=1“.',
  ],
  [
    /^"(.*)" is no list of answers/,
    (cell) =>
      `„${cell}“ ist keine Liste von Antworten mit Zahlen. Bitte schreiben Sie hinter jede Antwort ihre Zahl: „nie=0|oft=1“.`,
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
  [/There is no list "(.*)"/, 'Diese Antwortliste gibt es in der Datei nicht.'],
  [
    /has an answer of one's own/,
    'Bei dieser Frage kann man eine eigene Antwort schreiben. Das gibt es hier nicht.',
  ],
  [/^depends on|asked only sometimes/, 'Die Bedingung dieser Frage lässt sich nicht übernehmen.'],
  [/has a limit that is no number/, 'Die Grenze für die Antwort ist keine Zahl.'],
  [
    /which is not known or changes what is asked|action tag/,
    'Diese Frage hat eine Einstellung, die hier nicht übernommen werden kann. Bitte entfernen Sie sie.',
  ],
  [
    /needs the ValueSet/,
    'Die Liste der Antworten fehlt in der Datei. Bitte nehmen Sie sie in die Datei auf.',
  ],
  [/^The linkId "(.*)" is used twice/, (id) => `Zwei Fragen haben die Kennung „${id}“.`],
  [/^No question of the Questionnaire/, 'Das Formular enthält keine Frage, die gestellt werden kann.'],
  [
    /modifierExtension/,
    'Die Datei enthält eine Angabe, die den Sinn des Formulars ändern kann (modifierExtension).',
  ],
  [
    /has the element "(.*)", which the import/,
    (name) => `Die Angabe „${name}“ kennt der FHIR-Standard an dieser Stelle nicht.`,
  ],
];

/** What is the matter with the whole file. */
const wrongFiles: readonly Rule[] = [
  [/file is empty/, 'Die Datei ist leer.'],
  [/workbook is empty/, 'Die Arbeitsmappe ist leer.'],
  [/is no form that can be read|reads no forms/, 'Dieses Format kennt Resonanz nicht.'],
  [
    /old file of Excel or Word/,
    'Das ist eine alte Excel- oder Word-Datei, oder sie hat ein Kennwort. Bitte speichern Sie sie ohne Kennwort als Excel-Arbeitsmappe (XLSX).',
  ],
  [/no valid JSON/, 'Die Datei ist beschädigt: Sie ist kein gültiges JSON.'],
  [/no valid XML|XML is broken/, 'Die Datei ist beschädigt: Sie ist kein gültiges XML.'],
  [/no JSON object/, 'Die Datei enthält kein Formular.'],
  [/is damaged or has a password/, 'Das ZIP-Archiv ist beschädigt oder hat ein Kennwort.'],
  [/archive holds more than (\d+) files/, (most) => `Das ZIP-Archiv enthält mehr als ${most} Dateien.`],
  [/archive unpacks to more than (\d+) MB/, (most) => `Das ZIP-Archiv ist entpackt größer als ${most} MB.`],
  [
    /holds no instrument\.csv/,
    'Das ist ein Word-Dokument oder ein ZIP-Archiv ohne die Datei „instrument.csv“ von REDCap. Beides kann Resonanz nicht lesen.',
  ],
  [
    /instrument\.csv is no data dictionary/,
    'Die Datei „instrument.csv“ im Archiv ist kein Fragebogen von REDCap.',
  ],
  [/workbook holds no sheets/, 'Die Arbeitsmappe enthält kein Tabellenblatt.'],
  [
    /workbook holds (\d+) sheets/,
    (count) => `Die Arbeitsmappe hat ${count} Tabellenblätter, das sind zu viele.`,
  ],
  [/^The sheet "(.*)" cannot be read/, (name) => `Das Tabellenblatt „${name}“ ist beschädigt.`],
  [/workbook is larger than|workbook holds more than/, 'Die Arbeitsmappe ist zu groß.'],
  [/workbook cannot be read/, 'Die Arbeitsmappe ist beschädigt.'],
  [/table is not complete/, 'Die Tabelle ist nicht vollständig. Meist fehlt ein Anführungszeichen.'],
  [/holds no FHIR Questionnaire/, 'Die Datei enthält keinen FHIR-Fragebogen (Questionnaire).'],
  [
    /holds several FHIR Questionnaires/,
    'Die Datei enthält mehrere FHIR-Fragebögen. Bitte teilen Sie sie auf.',
  ],
  [
    /more than (\d+) (?:questions|rows)|items, more than (\d+)/,
    'Der Fragebogen ist zu lang. Bitte teilen Sie ihn in mehrere auf.',
  ],
  [
    /are two instruments/,
    'Die Datei enthält mehrere Fragebögen. Bitte lassen Sie nur die Zeilen von einem stehen.',
  ],
  [/more than (\d+) MB/, (most) => `Die Datei ist größer als ${most} MB.`],
  [/UTF-8|UTF-16/, 'Die Zeichen der Datei lassen sich nicht lesen. Bitte speichern Sie sie als UTF-8.'],
];

const COMPULSORY = /^(\d+) question\(s\).* must be answered here/;

const notes: readonly Rule[] = [
  [
    COMPULSORY,
    (count) =>
      `${count === '1' ? '1 Frage muss' : `${count} Fragen müssen`} beantwortet werden, denn außer freien Texten ist hier jede Frage Pflicht.`,
  ],
  [
    /^(\d+) question\(s\) have no answers of their own.*: line (.*)\.$/,
    (count, lines) =>
      `${count === '1' ? '1 Frage hat' : `${count} Fragen haben`} die Antworten der Zeile darüber bekommen, weil eigene fehlen: Zeile ${lines}.`,
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

/** The columns of a table by the names that its reader gives them. */
const columns: Readonly<Record<string, string>> = {
  text: 'Spalte „Frage“',
  answers: 'Spalte „Antworten“',
  '(file)': '',
};

const placeOf = (place: string): string =>
  columns[place] ??
  place
    .replaceAll(/\b(?:line|row) (\d+)/g, 'Zeile $1')
    .replaceAll(/\bcell (\d+)/g, 'Zelle $1')
    .replaceAll(/\bpage (\d+)/g, 'Seite $1')
    .replaceAll(/\(form\)|\bQuestionnaire\b|\bBundle\b/g, 'Formular')
    .replaceAll('(file)', 'Datei');

const rowText = (line: number, place: string) =>
  place === '(file)' && line === 1 ? 'Datei' : [`Zeile ${line}`, placeOf(place)].filter(Boolean).join(': ');

/** "Zeilen 2 bis 5 und 8". */
function rowsText(lines: readonly number[]): string {
  const runs: { from: number; to: number }[] = [];
  for (const line of lines.toSorted((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last && line <= last.to + 1) last.to = line;
    else runs.push({ from: line, to: line });
  }
  const parts = runs.map(({ from, to }) => (from === to ? `${from}` : `${from} bis ${to}`));
  return `Zeilen ${list.format(parts)}`;
}

const list = new Intl.ListFormat('de');

type Mistake = { readonly line: number; readonly place: string; readonly message: string };

const mistakeOf = (message: string): string =>
  firstOf(wrongFiles, message) ??
  firstOf(mistakes, message) ??
  knownMistake(message) ??
  `Diese Stelle kann nicht gelesen werden: ${message}`;

export const formText = {
  file: 'Datei',
  note: 'Hinweis',
  licence: 'Lizenz laut Formular',
  controlCharacters: 'Die Datei enthält Steuerzeichen, die sich nicht speichern lassen.',
  tooLong: 'Der Fragebogen ist zu lang. Bitte teilen Sie ihn in mehrere auf.',
  /** What a person should know. That every question must be answered is true of every questionnaire, so nobody needs to read it. */
  notes: (given: readonly string[], questions: number) =>
    given
      .filter((note) => Number(COMPULSORY.exec(note)?.[1]) !== questions)
      .map((note) => firstOf(notes, note) ?? note),
  /** Each mistake once, with all rows that have it. */
  mistakes: (given: readonly Mistake[]) =>
    [...Map.groupBy(given, ({ message }) => mistakeOf(message))].map(([message, group]) => {
      const [first, ...others] = group;
      const lines = [...new Set(group.map(({ line }) => line))];
      const path =
        first && (others.length === 0 || lines.length === 1)
          ? rowText(first.line, first.place)
          : rowsText(lines);
      return { path, message };
    }),
  lost: ({ where, what }: { readonly where: string; readonly what: string }) => ({
    where: placeOf(where) || 'Datei',
    what: what.split(', ').map(lostText).join(', '),
  }),
} as const;
