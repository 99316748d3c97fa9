import type { CrisisLevel } from '../domain/crisis.ts';
import type { Scale } from '../domain/instrument-schema.ts';
import type { Gender } from '../domain/patient-record.ts';
import type { ScoreChange } from '../domain/scoring-change.ts';
import type { DefaultSection, Section } from '../domain/sections.ts';
import type { StopReason } from '../psychometrics/stop-rules.ts';
import { numberText } from './locale.ts';

export const reportText = {
  title: 'Ergebnisbericht',
  code: 'Patient*innen-ID',
  birthDate: 'Geburtsdatum',
  gender: 'Geschlecht',
  point: 'Messzeitpunkt',
  started: 'Screening-Datum',
  updated: 'Letzte Aktualisierung',
  retrieved: 'Abrufdatum',
  masked: '**********',
  maskedAloud: 'verborgen',
  notDiagnosis:
    'Dieser Bericht dient der Forschung und der Qualitätssicherung. Er ist keine Diagnose und ersetzt keine klinische Beurteilung.',
  demonstration: (titles: string) =>
    `Demonstration: Die Fragen, Normen und Grenzwerte zu ${titles} wurden nur zum Zeigen der Plattform verfasst und an keiner Stichprobe geprüft. Die Werte sagen nichts über eine Person aus.`,
  allDemonstration:
    'Demonstration: Die Fragen, Normen und Grenzwerte sind Beispiele und an keiner Stichprobe geprüft. Die Werte sagen nichts über eine Person aus.',
  overview: 'Auf einen Blick',
  overviewCaption: 'Alle Werte mit Einordnung, Verlauf und verlässlicher Veränderung',
  pages: 'Seitenübersicht',
  moreDimensions: 'Weitere Gesundheitsdimensionen',
  documentation: 'Dokumentationshilfe',
  documentationLead: 'Eine Zusammenfassung zum Übernehmen in die eigene Dokumentation.',
  columns: {
    scale: 'Bereich',
    value: 'Wert',
    band: 'Einordnung',
    course: 'Verlauf',
    sinceLast: 'Seit der letzten Messung (verlässlich ab)',
    sinceFirst: 'Seit der ersten Messung (verlässlich ab)',
  },
  /** The beginnings of these two, for a phone. */
  columnsInBrief: { sinceLast: 'Seit der letzten', sinceFirst: 'Seit der ersten' },
  /** Names a worsening before anything else. */
  worsened: {
    worse: (scales: string) => `Verlässlich verschlechtert: ${scales}.`,
    hint: (scales: string) => `Hinweis auf Verschlechterung: ${scales}.`,
  },
  worsenedScale: (scale: string, since: string, points: string) => `${scale} seit ${since} ${points}`,
  /** The names of some scales, and how many more there are. */
  andMore: (scales: string, more: number) => {
    if (more === 0) return scales;
    return `${scales}; ${more === 1 ? 'ein weiterer Bereich' : `${more} weitere Bereiche`}`;
  },
  firstMeasurement: 'Erste Messung: Veränderungen zeigt der nächste Bericht.',
  improved: (scales: string) => `Seit der letzten Messung verlässlich verbessert: ${scales}.`,
  unsure: (count: number, total: number) =>
    `Seit der letzten Messung nicht sicher verändert: ${count} von ${total} Bereichen.`,
  /** For a later measurement whose questions or norms are others than before. */
  incomparable: 'Kein Vergleich mit früheren Messungen: Fragen oder Normen waren andere.',
  /** For instruments whose answers are about other people than the last time. */
  otherPeople: (titles: string) =>
    `Andere Bezugspersonen als beim letzten Mal, deshalb nicht verglichen: ${titles}.`,
  otherPeopleInBrief: 'andere Bezugspersonen: nicht verglichen',
  otherPeopleCourse:
    'Beim letzten Mal ging es um andere Bezugspersonen: nicht verglichen. Ein Verlauf entsteht mit der nächsten Messung.',
  missed: (labels: string, count: number, total: number) =>
    `Nicht ausgefüllt: ${labels} (${count} von ${total} Befragungen).`,
  /** The same where only the last ones are named. */
  missedLately: (labels: string, count: number, total: number) =>
    `Nicht ausgefüllt: ${count} von ${total} Befragungen, zuletzt ${labels}.`,
  /** Not filled in is what has no survey in its window. These surveys exist and have no window. */
  detached: (surveys: string) =>
    `Ausgefüllt, aber seit einer Änderung von Aufnahme oder Entlassung in keinem Befragungszeitraum: ${surveys}. Gespeichert, hier nicht gezeigt.`,
  detachedSurvey: (label: string, date: string) => `${label} (${date})`,
  pointColumns: {
    point: 'Messzeitpunkt',
    date: 'Datum',
    value: 'Wert',
    interval: '95-%-Intervall',
    band: 'Einordnung',
    change: (since: string) => `Veränderung seit ${since}`,
    changeInBrief: (since: string) => `Seit ${since} (verlässlich ab)`,
  },
  answerColumns: { item: 'Frage', answer: 'Antwort' },
  dataTable: 'Daten zum Verlauf',
  answers: (count: number, unscored: number) =>
    `Beantwortete Fragen (${count}${unscored > 0 ? `, davon ${unscored} ohne Wertung` : ''})`,
  noAnswer: 'keine Angabe',
  answersHidden: 'Die einzelnen Antworten zu diesem Fragebogen werden nicht gezeigt, nur seine Werte.',
  measurement: 'Messung und Quellen',
  noScore: 'Kein Wert: Es fehlen zu viele Antworten.',
  noCourse: 'Erste Messung mit diesen Fragen. Ein Verlauf entsteht mit der nächsten.',
  courseTitle: 'Verlauf',
  scoreTitle: 'Aktueller Wert',
  legend:
    'Senkrechte Linie: 95-%-Intervall. Gefüllter Kreis: verlässlich verbessert, gefülltes Quadrat: verlässlich verschlechtert, jeweils seit der ersten Messung, das letzte Quadrat auch seit der vorigen; leeres Quadrat: Hinweis auf Verschlechterung; leerer Kreis: nicht sicher verändert. Leere Raute auf der Zeitachse: nicht ausgefüllt. Gestrichelte Linien: Aufnahme und Entlassung.',
  scoreLegend: 'Punkt: aktueller Wert. Waagerechte Linie: 95-%-Intervall.',
  earlierLegend: (first: string) => ` Gestrichelter Kreis: ${first}.`,
  /** The question is whom the answers are about. */
  subject: ({ question, answer, before }: { question: string; answer: string; before: string | null }) =>
    before === null ? `${question} – ${answer}.` : `${question} – ${answer}. Beim letzten Mal: ${before}.`,
  notAsked: (titles: string) => `Zu diesem Messzeitpunkt nicht erhoben: ${titles}.`,
  notAskedInstruments: (titles: string) => `Wegen früherer Antworten nicht gefragt: ${titles}.`,
  versions: 'Versionen',
  tools: 'Werkzeuge',
  copyShort: 'Kurztext kopieren',
  copyLong: 'Langtext kopieren',
  printFirst: 'Übersicht drucken',
  printAll: 'Alles drucken',
  printChosen: 'Auswahl drucken …',
  toolbar: 'Auswahl drucken',
  printSections: 'Diese Abschnitte drucken',
  printAnswers: 'Beantwortete Fragen und Daten mitdrucken',
  print: 'Drucken',
  nothingChosen: 'Bitte wählen Sie mindestens einen Abschnitt aus.',
  printDocumentation: 'Dokumentationshilfe drucken',
  copied: 'Der Text wurde kopiert.',
  notCopied: 'Das Kopieren ist nicht möglich. Der Text ist markiert: Bitte kopieren Sie ihn mit Strg+C.',
  copy: 'In die Zwischenablage kopieren',
} as const;

/** The whole course of a patient, above the surveys of the result. */
export const courseText = {
  more: (count: number) => `Alle weiteren Skalen (${numberText(count)})`,
  table: 'Alle Werte als Tabelle',
  label: 'Werte aller Skalen nach Messzeitpunkt',
  admission: (date: string) => `Aufnahme ${date}`,
  discharge: (date: string, isOver: boolean) => `${isOver ? 'Entlassung' : 'Entlassung geplant'} ${date}`,
  openEnd: 'Ende offen',
  missed: (missed: number, total: number) =>
    missed === 0 ? 'keine Befragung verpasst' : `${missed} von ${total} Befragungen nicht ausgefüllt`,
  changes: 'Veränderungen seit der letzten Messung (verlässlich ab)',
  notFilledIn: 'nicht ausgefüllt',
} as const;

/** The names of the lines in a course chart. */
export const chartText = { admission: 'Aufnahme', discharge: 'Entlassung' } as const;

/** The first box of a clinician's report: answers that show danger (product 19.3). */
export const crisisBoxText = {
  declined: (question: string) =>
    `„${question}“ wollte die Person nicht beantworten. Das ist kein Hinweis, aber ein Anlass nachzufragen.`,
  title: 'Bitte zeitnah beachten',
  /** Of a box in which nothing is open any more. */
  seenTitle: 'Bestätigte Hinweise',
  level: { notice: 'Hinweis', urgent: 'Dringend' } as Readonly<Record<CrisisLevel, string>>,
  question: (content: string) => `„${content}“`,
  answer: 'Antwort',
  point: 'Messzeitpunkt',
  at: 'Beantwortet',
  state: 'Stand',
  open: 'noch nicht zur Kenntnis genommen',
  handedOver: (to: string, at: string) => `übergeben an ${to} am ${at}, noch nicht bestätigt`,
  postponed: (day: string) => `noch offen, Wiedervorlage am ${day}`,
  handedNote: 'Notiz zur Übergabe',
  postponedNote: 'Notiz zur Wiedervorlage',
  acknowledged: (by: string, at: string) =>
    by === '' ? `Zur Kenntnis genommen am ${at}` : `Zur Kenntnis genommen von ${by} am ${at}`,
  levelName: 'Stufe',
  done: 'Was getan wurde',
  note: 'Notiz',
  answers: 'Alle Antworten auf diese Frage',
  lastAnswers: 'Die letzten drei Antworten auf diese Frage',
  allAnswers: (count: number) => `Alle Antworten auf diese Frage (${numberText(count)})`,
  noOtherAnswer: 'Auf diese Frage gibt es keine weiteren Antworten.',
  columns: { point: 'Messzeitpunkt', date: 'Datum', answer: 'Antwort' },
  age: (days: number) => {
    if (days <= 0) return 'heute';
    return days === 1 ? 'gestern' : `vor ${days} Tagen`;
  },
  /** In the clinic's own record. */
  summary: { notice: 'Hinweis', urgent: 'Hinweis, dringend' } as Readonly<Record<CrisisLevel, string>>,
} as const;

/** A question that earlier answers left out. */
export const notAskedText = 'nicht gefragt';

/** The foot of each printed page. */
export const reportPdfText = {
  footer: (product: string, code: string, retrieved: string) =>
    `${product} · ${reportText.code} ${code} · abgerufen am ${retrieved}`,
} as const;

/** The names of the default sections: those that the shipped instruments have as their titles. */
export const sectionText = {
  dep: 'Depression',
  anx: 'Angst',
  exis: 'Erleben in wichtigen Beziehungen',
  evos: 'Einschätzung des sozialen Systems',
  eri: 'Ressourcen',
  wai: 'Therapeutische Zusammenarbeit',
  socio: 'Angaben zur Person',
  eq5d: 'Gesundheitsbezogene Lebensqualität',
} as const satisfies Record<DefaultSection, string>;

export const sectionTitle = (section: Section): string =>
  'title' in section ? section.title : sectionText[section.key];

export const genderText = {
  FEMALE: 'Weiblich',
  MALE: 'Männlich',
  DIVERSE: 'Divers',
} as const satisfies Record<Gender, string>;

/** Reliable change, for clinicians. */
export const changeText = {
  recovered: 'genesen',
  improved: 'verlässlich verbessert',
  unchanged: 'nicht sicher verändert',
  hint: 'Hinweis auf Verschlechterung',
  worse: 'verlässlich verschlechtert',
} as const satisfies Record<ScoreChange['kind'], string>;

/** The reasons for the end of an adaptive test. */
export const stopText = {
  se_below: 'die Messung genau genug war',
  se_change_below: 'weitere Fragen die Messung kaum genauer gemacht hätten',
  min_items: 'genug Fragen beantwortet waren',
  max_items: 'die höchste Zahl an Fragen erreicht war',
  classified: 'die Einordnung feststand',
  healthiest: 'die ersten Antworten durchweg unbelastet waren',
  no_item_left: 'alle Fragen beantwortet waren',
} as const satisfies Record<StopReason, string>;

/** Who signed for a questionnaire that the clinic made itself, in which role. */
export const signatureText = {
  clinical: (by: string, day: string) => `klinisch von ${by} am ${day}`,
  psychometric: (by: string, day: string) => `psychometrisch von ${by} am ${day}`,
} as const;

export const sentenceText = {
  /** The words of the answers, where no norm says what is usual. */
  answer: (words: string) => `im Mittel: „${words}“`,
  interval: (lower: string, upper: string) => `95-%-Intervall ${lower} bis ${upper}`,
  cutoffsWithin: (cutoffs: readonly string[]) =>
    cutoffs.length === 1
      ? `Grenze ${cutoffs.join()} liegt im Messfehler`
      : `Grenzen ${cutoffs.join(' und ')} liegen im Messfehler`,
  changeSince: (since: string, change: string) => `Seit ${since}: ${change}.`,
  change: (difference: string, words: string, threshold: string) =>
    `${difference}, ${words} (verlässlich ab ±\u00A0${threshold})`,
  changeInBrief: (difference: string, words: string, threshold: string) =>
    `${difference} ${words} (±\u00A0${threshold})`,
  /** The same where a mark stands for the words. */
  changeInNumbers: (difference: string, threshold: string) => `${difference} (±\u00A0${threshold})`,
  percentile: (share: number, population: string) =>
    `Etwa ${share} von 100 Personen der Normgruppe haben einen niedrigeren Wert (${population}).`,
  tScore: 'T-Werte haben in der Normgruppe den Mittelwert 50 und die Standardabweichung 10.',
  bandFirst: (to: string) => `unter ${to}`,
  bandBetween: (from: string, to: string) => `${from} bis unter ${to}`,
  bandLast: (from: string) => `ab ${from}`,
  bandOnly: 'alle Werte',
  source: (source: string) => `Quelle der Grenzwerte: ${source}`,
  carried:
    'Im Verlauf geht die letzte Messung in den Wert ein. Veränderungen sind allein aus den Antworten beider Befragungen berechnet.',
  changeSource: (source: string) => `Verlässliche Veränderung: ${source}`,
  norm: (title: string, population: string, source: string) => `Norm: ${title}. ${population} ${source}`,
  items: (answered: number, total: number, notAsked: number, notApplicable: number) => {
    const others = [
      [notApplicable, 'mal „Trifft nicht zu“'],
      [notAsked, 'nicht gefragt'],
    ] as const;
    const words = others.flatMap(([count, text]) => (count > 0 ? [`, ${count} ${text}`] : []));
    return `${answered} von ${total} Fragen beantwortet${words.join('')}.`;
  },
  adaptive: (answered: number, bank: number, se: string, reason: string) =>
    `Adaptiv gemessen mit ${answered} von ${bank} Fragen; Standardfehler ${se} T-Punkte. Der Test endete, weil ${reason}.`,
  instrument: (title: string, id: string, version: string) => `${title} (${id} ${version})`,
  signed: (version: string, people: string, hash: string) =>
    `${version} hat die Klinik selbst erstellt, unterschrieben ${people}. Prüfsumme ${hash}.`,
  versions: (instruments: string, protocol: string, algorithm: string) =>
    `Instrumente: ${instruments}. Protokoll ${protocol}. Auswertung ${algorithm}.`,
  scoreDesc: (title: string, value: string, band: string) => `${title}: ${value}${band}.`,
  courseDesc: (points: string, missed: string) =>
    `Werte der Reihe nach: ${points}.${missed === '' ? '' : ` Nicht ausgefüllt: ${missed}.`}`,
} as const;

/** The plain text for the clinic's own record. */
export const documentationText = {
  head: (product: string, point: string) => `${product}-Ergebnisbericht: ${point}`,
  person: (code: string, birthDate: string, gender: string) =>
    `Patient*innen-ID ${code}, geboren am ${birthDate}, ${gender.toLowerCase()}`,
  dates: (started: string, updated: string, retrieved: string) =>
    `Befragung begonnen am ${started}, abgeschlossen am ${updated}, Bericht abgerufen am ${retrieved}`,
  noScore: 'kein Wert',
  /** The ends of a scale and what a high value means. */
  range: (lower: string, upper: string, meaning: string) => `Skala ${lower} bis ${upper}, ${meaning}`,
} as const;

/** The last word in the name of a file that is printed, and of one that is saved. */
export const extentText = { first: 'Übersicht', all: 'Alles', chosen: 'Auswahl' } as const;

/** The meaning of a high value. A low value of a resource is no burden in itself. */
export const directionText = {
  high_is_worse: 'höhere Werte bedeuten stärkere Belastung',
  low_is_worse: 'höhere Werte sind günstiger',
} as const satisfies Record<Scale['direction'], string>;

/** Stands on paper in place of characters that no font has. */
export const unprintableText = (first: string, more: number): string =>
  more === 0 ? `[Zeichen ${first}]` : `[Zeichen ${first} und ${more} weitere]`;
