import type { CLASSICAL } from '../domain/scales.ts';
import type { Mark } from '../domain/danger-marks.ts';
import type { ItemType } from '../../../domain/answer-types.ts';
import type { SectionKind } from '../../../domain/sections.ts';
import { numberText } from '../../../text/locale.ts';

/** The steps of a draft. */
export const basicsText = {
  name: 'Titel',
  nameHint: 'So heißt der Fragebogen im Bericht.',
  id: 'Kennung',
  idHint:
    'Kleine Buchstaben, Ziffern und Bindestriche, zum Beispiel gad-7. Unter diesem Namen stehen die Antworten im Datenexport.',
  idWrong:
    'Die Kennung beginnt mit einem kleinen Buchstaben und besteht aus kleinen Buchstaben, Ziffern und Bindestrichen.',
  idFixed: 'Eine neue Fassung behält die Kennung.',
  version: 'Fassung',
  versionHint: 'Drei Zahlen, zum Beispiel 1.0.0.',
  comparable: 'Vergleichbar mit früheren Fassungen',
  comparableHint:
    'Nur vergleichbare Fassungen stehen in einem Verlauf. Mehrere trennen Sie mit einem Komma, zum Beispiel 1.0.0, 1.1.0.',
  purpose: 'Zweck',
  purposeHint: 'Ein oder zwei Sätze: Was erfasst der Fragebogen? Steht im Bericht und im Testhandbuch.',
  source: 'Quelle',
  sourceHint: 'Autor*innen, Jahr und Veröffentlichung.',
  language: 'Sprache',
  languages: {
    de: 'Deutsch',
    'de-AT': 'Deutsch (Österreich)',
    'de-CH': 'Deutsch (Schweiz)',
    en: 'Englisch',
    tr: 'Türkisch',
    ar: 'Arabisch',
    ru: 'Russisch',
    uk: 'Ukrainisch',
  },
  place: 'Wo steht er im Bericht?',
  placeHint: 'Ohne eigene Wahl steht er als Beschwerde unter seinem Titel.',
  ownPlace: 'in einem eigenen Abschnitt',
  defaultPlace: (title: string) => `im Abschnitt „${title}“`,
  kind: 'Worum geht es?',
  kinds: {
    symptom: 'Beschwerden',
    function: 'Alltag und Gesundheit',
    relation: 'Beziehungen',
    resource: 'Kraftquellen',
    alliance: 'Zusammenarbeit in der Therapie',
    person: 'Angaben zur Person (nur für Behandelnde)',
  } satisfies Record<SectionKind, string>,
  sectionTitle: 'Überschrift für Behandelnde',
  patientTitle: 'Überschrift für Patient*innen',
} as const;

export const licenceStepText = {
  kind: 'Lizenz',
  kindProblem: 'Bitte wählen Sie.',
  options: {
    free: 'Frei verwendbar',
    registered: 'Frei nach Registrierung',
    licensed: 'Lizenz gekauft oder vertraglich erlaubt',
    not_allowed: 'Nicht erlaubt oder noch offen',
  },
  number: 'Nummer der Registrierung oder des Vertrags',
  date: 'Datum',
  notAllowed: 'Ohne Recht am Wortlaut bleibt der Fragebogen ein Entwurf. Kein Messzeitpunkt nimmt ihn auf.',
} as const;

export const typeText = {
  QUESTION_VERTICAL_RADIO: 'Eine Antwort, untereinander',
  QUESTION_HORIZONTAL_RADIO: 'Eine Antwort, nebeneinander',
  QUESTION_SELECT: 'Eine Antwort aus einer Liste',
  QUESTION_CHECKBOX: 'Mehrere Antworten',
  QUESTION_RANGE_INDICATOR: 'Schieberegler',
  QUESTION_INTEGER: 'Ganze Zahl',
  QUESTION_TEXT_OPTIONAL: 'Kurzer Text (darf leer bleiben)',
  QUESTION_TEXT_AREA_OPTIONAL: 'Langer Text (darf leer bleiben)',
  QUESTION_DATE: 'Datum',
  INFO: 'Nur ein Hinweis, keine Frage',
} as const satisfies Partial<Record<ItemType, string>>;

/** Words of the test manual at the beginning of a line. */
export const startedText = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export const questionsText = {
  heading: 'Überschrift für Patient*innen',
  intro: 'Text über den Fragen',
  introHint: 'Zum Beispiel der Zeitraum: „Bitte denken Sie an die letzten 7 Tage.“',
  stem: 'Satzanfang vor den Fragen',
  shared: 'Gemeinsame Antworten',
  sharedHint: 'Eine Liste gilt für alle Fragen, die sie verwenden. Eine Änderung wirkt bei allen.',
  set: (number: number) => `Antworten ${numberText(number)}`,
  usedBy: (count: number) =>
    count === 0 ? 'keine Frage' : count === 1 ? '1 Frage' : `${numberText(count)} Fragen`,
  addSet: 'Weitere Antwortliste',
  joinAnswers: 'Gleiche Antworten zusammenlegen',
  joined: 'Gleiche Antworten sind jetzt eine Liste.',
  removeSet: (name: string) => `${name} löschen`,
  label: 'Antwort',
  value: 'Wert',
  option: (place: number, of: string) => `Antwort ${place} (${of})`,
  optionValue: (place: number, of: string) => `Wert der Antwort ${place} (${of})`,
  addOption: 'Antwort hinzufügen',
  removeOption: (place: number, of: string) => `Antwort ${place} löschen (${of})`,
  list: 'Fragen',
  question: (number: number) => `Frage ${numberText(number)}`,
  info: (number: number) => `Hinweis ${numberText(number)}`,
  type: 'Art der Antwort',
  answers: 'Antworten',
  ownAnswers: 'eigene Antworten',
  min: 'Kleinste Zahl',
  max: 'Größte Zahl',
  formerly: (words: string) =>
    `Im Formular stand: „${words}“. Bitte schreiben Sie die Frage so, wie sie gestellt werden soll.`,
  declinable: 'darf „Möchte ich nicht sagen“ wählen',
  notApplicable: 'darf „Trifft nicht zu“ wählen',
  newPage: 'Neue Seite ab hier',
  page: (number: number) => `Seite ${numberText(number)}`,
  pageText: 'Text über den Fragen dieser Seite',
  matrix: 'Als Tabelle: alle Fragen dieser Seite haben dieselben Antworten',
  up: (name: string) => `${name} nach oben`,
  down: (name: string) => `${name} nach unten`,
  remove: (name: string) => `${name} löschen`,
  removeQuestion: (name: string, words: string) => ({
    title: `${name} löschen?`,
    text: `„${words}“ wird gelöscht, auch aus den Skalen, in denen es zählt.`,
    confirmLabel: `${name} löschen`,
    tone: 'danger' as const,
  }),
  noWords: 'ohne Wortlaut',
  add: 'Frage hinzufügen',
  moved: (place: number, all: number) => `Jetzt an Stelle ${numberText(place)} von ${numberText(all)}.`,
  added: (number: number) => `Frage ${numberText(number)} ist hinzugefügt.`,
  removed: (name: string) => `${name} ist gelöscht.`,
  adaptive: 'Dieser Teil ist ein adaptiver Test. Seine Fragen ändern Sie in der Datei.',
} as const;

/** On which earlier answers a question depends. */
export const askedIfText = {
  askedIf: (condition: string, otherwise?: number) =>
    `nur gefragt, wenn ${condition}${otherwise === undefined ? '' : `; zählt sonst ${numberText(otherwise)}`}`,
  page: (condition: string) => `Diese Seite wird ${condition}.`,
  form: (condition: string) => `Dieser Fragebogen wird ${condition}.`,
  of: (name: string, conditions: string) => `${name}: ${conditions}`,
  hidden: 'Bei diesen Antworten nicht gefragt',
  and: ' und ',
  or: ' oder ',
} as const;

export const scoringText = {
  table: 'Fragen und Skalen',
  none: 'Noch gibt es keine Skala. Ohne Skala zeigt der Bericht nur die Antworten.',
  question: 'Frage',
  in: (item: string, scale: string) => `${item} zählt in ${scale}`,
  counts: 'zählt',
  reversed: 'umgekehrt',
  reversedIn: (item: string, scale: string) => `${item} zählt in ${scale} umgekehrt`,
  add: 'Skala hinzufügen',
  untitled: (number: number) => `Skala ${numberText(number)}`,
  all: 'Alle Fragen zählen',
  allIn: (scale: string) => `Alle Fragen zählen in ${scale}`,
  counted: (count: number) => (count === 1 ? '1 Frage zählt.' : `${numberText(count)} Fragen zählen.`),
  name: 'Name der Skala',
  patientName: 'Name für Patient*innen',
  patientNameHint: 'Nur, wenn er anders lautet.',
  method: 'Berechnung',
  methods: {
    sum: 'Summe',
    mean: 'Mittelwert',
    pomp: 'Prozent des höchstmöglichen Werts',
  } satisfies Record<(typeof CLASSICAL)[number], string>,
  factor: 'Malnehmen mit',
  factorHint: 'Nur, wenn das Manual es verlangt, zum Beispiel 2.',
  missing: 'Wenn Antworten fehlen',
  missingOptions: {
    complete: 'gibt es keinen Wert',
    max_missing: 'darf eine feste Zahl fehlen',
    min_valid_fraction: 'genügt ein Anteil der Antworten',
  },
  missingValue: {
    max_missing: 'So viele dürfen fehlen',
    min_valid_fraction: 'Mindestens dieser Anteil, 0 bis 1',
  } as Readonly<Record<string, string>>,
  direction: 'Hohe Werte bedeuten',
  directions: {
    high_is_worse: 'Ungünstiges (zum Beispiel mehr Beschwerden)',
    low_is_worse: 'Günstiges (zum Beispiel mehr Wohlbefinden)',
  },
  clinician: 'Bedeutung für Behandelnde',
  patient: 'Bedeutung für Patient*innen',
  patientHint: 'In Alltagsworten, ohne Fachbegriffe.',
  formula: 'Formel',
  formulaHint: 'Zum Beispiel mean(a, b) * 2. Namen sind die Kennungen von Fragen und Skalen.',
  low: 'Niedrigster Wert',
  high: 'Höchster Wert',
  fixed: 'Diese Skala hat eine eigene Art der Berechnung. Sie bleibt, wie sie in der Vorlage steht.',
  bands: 'Grenzwerte',
  bandsHint: 'Jeder Bereich beginnt bei seinem Wert. Der unterste hat keinen.',
  bandsSource: 'Quelle der Grenzwerte',
  from: 'Ab Wert',
  lowest: 'darunter',
  band: (number: number, scale: string) => `Bereich ${numberText(number)} von ${scale}`,
  bandLabel: 'Name',
  bandClinician: 'Satz für Behandelnde',
  bandPatient: 'Satz für Patient*innen',
  severity: 'Schwere',
  severities: { LOW: 'unauffällig', MEDIUM: 'auffällig', HIGH: 'kritisch' },
  noSeverity: 'zählt nicht',
  addBand: 'Grenzwert hinzufügen',
  addBandOf: (scale: string) => `Grenzwert hinzufügen (${scale})`,
  removeBand: (number: number, scale: string) => `Bereich ${numberText(number)} von ${scale} löschen`,
  change: 'Verlässliche Veränderung',
  changeHint:
    'Aus dem Manual: Standardabweichung und Reliabilität. Ohne beide gibt es kein Urteil über Veränderung.',
  sd: 'Standardabweichung',
  reliability: 'Reliabilität (zum Beispiel 0,89)',
  changeSource: 'Quelle der beiden Zahlen',
  remove: 'Skala löschen',
  removeOf: (scale: string) => `Skala löschen: ${scale}`,
  removeQuestion: (scale: string) => ({
    title: 'Skala löschen?',
    text: `Die Skala „${scale}“ mit ihren Texten und Grenzwerten wird gelöscht. Die Fragen bleiben.`,
    confirmLabel: 'Skala löschen',
    tone: 'danger' as const,
  }),
} as const;

/** A whole draft to read: what the steps say with fields. */
export const readText = {
  methods: {
    formula: 'Formel',
    irt: 'Schätzung aus allen Antworten (adaptiver Test)',
    index: 'Index aus den gewählten Stufen',
    value: 'der angegebene Wert selbst',
  },
  counts: (questions: string) => `Es zählen: ${questions}.`,
  countsNone: 'Noch zählt keine Frage.',
  reversed: (questions: string) => `Umgekehrt zählen: ${questions}.`,
  factor: (factor: string) => `Mal ${factor}.`,
  range: (low: string, high: string) => `Werte von ${low} bis ${high}.`,
  missing: {
    complete: 'Fehlt eine Antwort, gibt es keinen Wert.',
    max_missing: (value: string) => `Höchstens ${value} Antworten dürfen fehlen.`,
    min_valid_fraction: (value: string) => `Mindestens dieser Anteil muss beantwortet sein: ${value}.`,
  },
  severity: (severity: string) => `Schwere: ${severity}.`,
  clinicians: (words: string) => `Behandelnde lesen: ${words}`,
  patients: (words: string) => `Patient*innen lesen: ${words}`,
  patientName: (name: string) => `Name für Patient*innen: ${name}`,
  source: (name: string, source: string) => `${name}: ${source}`,
  change: (sd: string, reliability: string, source: string) =>
    `Verlässliche Veränderung: Standardabweichung ${sd}, Reliabilität ${reliability}. Quelle: ${source}`,
  nothing: 'noch nichts',
  signed: 'unterschrieben',
  signedLook: 'Ansehen',
  signedLookAt: (title: string) => `${title} ansehen`,
} as const;

export const dangerText = {
  progress: (done: number, all: number) =>
    `${numberText(done)} von ${numberText(all)} Fragen sind entschieden.`,
  next: 'Zur nächsten offenen Frage',
  hint: (words: string) => `Hier könnte es darum gehen: „${words}“`,
  otherHint: (words: string) =>
    `Hier könnte es um eine andere Gefahr gehen: „${words}“. Dafür gibt es noch keinen Hinweis. Vereinbaren Sie in der Klinik, wie Behandelnde davon erfahren.`,
  marks: { none: 'keine Gefahr', notice: 'Hinweis', urgent: 'dringend' } satisfies Record<Mark, string>,
  meaning: {
    notice: 'Hinweis: Behandelnde erfahren es und bestätigen, was sie getan haben.',
    urgent:
      'Dringend: Behandelnde werden nach kurzer Zeit erinnert. Die Person bekommt in beiden Fällen sofort Hilfe angezeigt.',
  },
  answer: 'Antwort',
  whole: 'Die Antwort auf diese Frage',
  wholeHint: 'Nur Antworten zum Auswählen können einen Hinweis auslösen.',
  quick: 'Keine Antwort zeigt Gefahr',
  quickOf: (number: number) => `Frage ${numberText(number)}: keine Antwort zeigt Gefahr`,
  says: 'Was Behandelnde dazu lesen',
  saysHint: 'Ohne Telefonnummern. Die Hilfe ist die Ihrer Klinik.',
  saysMissing: 'Bitte schreiben Sie, was Behandelnde lesen.',
  done: 'entschieden',
  doneOf: (number: number) => `Frage ${numberText(number)}: entschieden`,
  open: 'offen',
  openWords: 'offen: es fehlt, was Behandelnde lesen',
} as const;
