import { ownValue } from '../../../domain/own-value.ts';
import { firstOf, type Rule } from './file-mistakes.ts';

// What a form holds and a draft does not, by the names that readers of forms give it.

const unasked: Readonly<Record<string, string>> = {
  'a score': 'ein berechneter Wert',
  'score of a scale': 'ein berechneter Wert',
  readOnly: 'nur zum Lesen',
  hidden: 'ausgeblendet',
};

/** The types of FHIR that no question of ours has. */
const types: Readonly<Record<string, string>> = {
  attachment: 'Datei',
  reference: 'Verweis',
  quantity: 'Menge mit Einheit',
};

/** Parts of a form that are named by one word. */
const parts: Readonly<Record<string, string>> = {
  id: 'interne Kennung',
  meta: 'Verwaltungsangaben',
  text: 'Text zur Anzeige',
  name: 'technischer Name',
  title: 'Titel',
  status: 'Stand',
  experimental: 'Kennzeichnung als Versuch',
  date: 'Datum',
  publisher: 'Herausgeber',
  contact: 'Kontakt',
  description: 'Beschreibung',
  useContext: 'Anwendungsbereich',
  jurisdiction: 'Land',
  purpose: 'Zweck',
  copyright: 'Rechte',
  copyrightLabel: 'Rechte in Kurzform',
  identifier: 'Kennung',
  derivedFrom: 'Herkunft',
  subjectType: 'Personenkreis',
  approvalDate: 'Datum der Freigabe',
  lastReviewDate: 'Datum der letzten Prüfung',
  effectivePeriod: 'Zeitraum der Gültigkeit',
  version: 'Fassung',
  immutable: 'Schreibschutz',
  definition: 'Verweis auf eine Definition',
  prefix: 'Nummer vor der Frage',
  disabledDisplay: 'Anzeige gesperrter Fragen',
  maxLength: 'größte Länge der Antwort',
  initial: 'vorbelegte Antwort',
  initialSelected: 'vorbelegte Antwort',
  userSelected: 'Kennzeichnung der Auswahl',
  expansion: 'Zusammenstellung der Antworten',
  isRequired: 'Pflicht der Frage',
};

const lost: readonly Rule[] = [
  [/^column "(.*)"$/, (name) => `Spalte „${name}“`],
  [/^sheet "(.*)"$/, (name) => `Tabellenblatt „${name}“`],
  [/^file "(.*)"$/, (name) => `Datei „${name}“`],
  [/^list "(.*)"$/, (name) => `Antwortliste „${name}“`],
  [
    /^question \((.*)\)$/,
    (why) => `Frage, die hier nicht gestellt werden kann (${ownValue(unasked, why) ?? why})`,
  ],
  [
    /^question of type (.*)$/,
    (type) =>
      `Frage, die hier nicht gestellt werden kann (Art der Antwort: ${ownValue(types, type) ?? type})`,
  ],
  [/^question below one/, 'Frage, die zu einer nicht übernommenen Frage gehört'],
  [/^group without a question$/, 'Gruppe ohne Frage'],
  [/^ValueSet of no question$/, 'Antwortliste, die keine Frage verwendet'],
  [/^formatting|^<\w+>$/, 'Formatierung'],
  [/^formula/, 'Formel (ihr Wert ist übernommen)'],
  [/^(?:numbers|answers) below 0$/, 'Zahlen unter 0'],
  [/^answers of 0 and below$/, 'Zahlen bis 0'],
  [/^answers that are no whole numbers$/, 'Zahlen mit Komma'],
  [/^unit of the answer$/, 'Einheit der Antwort'],
  [/^time of day of the answer$/, 'Uhrzeit der Antwort'],
  [/^check that the answer is a time$/, 'Prüfung, ob die Antwort eine Uhrzeit ist'],
  [/^check that the answer is an address$/, 'Prüfung, ob die Antwort eine Adresse ist'],
  [/^several answers$/, 'mehrere Antworten'],
  [/^written into one field$/, 'in ein Feld geschrieben'],
  [/^(?:coding|answers) without a code$/, 'Antworten ohne Schlüssel'],
  [/^type of the answers/, 'Art der Antworten'],
  [/^contained (.*)$/, (type) => `eingebetteter Teil „${type}“`],
  [/^required field$|^required by a condition$/, 'Pflicht der Frage'],
  [/^identifier field$/, 'Kennzeichnung als Personenangabe'],
  [/^matrix group name$/, 'Name der Tabelle von Fragen'],
  [/^question number$/, 'Nummer der Frage'],
  [/^field annotation$|^action tag (?:.*)$/, 'Anmerkung zum Feld'],
  [/^text validation/, 'Prüfung der Antwort'],
  [/^constraint /, 'Bedingung an die Antwort'],
  [/^custom alignment$|^appearance /, 'Anordnung der Antworten'],
  [/^label (?:in the middle|at one end) of a slider$/, 'Beschriftung des Reglers'],
  [/^number beside a slider$/, 'Zahl neben dem Regler'],
  [/^help of an answer$/, 'Hilfe zu einer Antwort'],
  [/^assessment value$/, 'Punkte der Antwort'],
  [/^language (.*)$/, (language) => `Sprache „${language}“`],
  [/^disabled row$/, 'abgeschaltete Zeile'],
  [/^(?:attribute|setting|parameters?|type) (.*)$/, (name) => `Einstellung „${name}“`],
];

/** One thing that is lost. A name that only its program knows stays as it is, in German marks. */
export const lostText = (name: string): string =>
  firstOf(lost, name) ?? ownValue(parts, name) ?? `Angabe „${name}“`;
