import type { WindowType } from '../domain/window-types.ts';
import { numberText } from './locale.ts';

/** The codebook's explanation of each column. The names of the columns are the same in every export. */
export const researchColumnText = {
  study_id: 'Studien-ID der Person (Pseudonym, in jedem Export dieser Installation gleich)',
  session_id: 'ID der Befragung (Pseudonym)',
  clinic: 'Klinik (Pseudonym oder, auf Wunsch, Name)',
  gender: 'Geschlecht',
  admission: 'Aufnahme',
  discharge: 'Entlassung (geplant oder tatsächlich; leer: Ende offen)',
  age_at_admission: 'Alter bei Aufnahme in vollendeten Jahren (ab 90: 90)',
  diagnosis_1: 'Erste Diagnose (ICD-10-GM)',
  diagnoses: 'Alle Diagnosen (ICD-10-GM), getrennt durch |',
  systems:
    'Soziale Systeme (Paar, Familie), denen die Person angehört: Pseudonyme der System-IDs, getrennt durch |',
  treatment_cluster:
    'Pseudonym des behandelnden Menschen: gleich bei allen Personen, die er zuletzt behandelte; leer, wenn es nicht verlangt wurde oder die Klinik weniger als zehn Behandelnde hat',
  therapy_end_reason: 'Grund des Therapieendes',
  therapy_sessions: 'Anzahl der Therapiesitzungen',
  measurement: 'Messzeitpunkt (Art)',
  ordinal: 'Laufende Nummer innerhalb der Art; leer bei losgelösten Befragungen',
  measurement_label: 'Messzeitpunkt, wie er der Person angezeigt wurde',
  window_start: 'Erster Tag des Erhebungszeitraums',
  window_end: 'Letzter Tag des Erhebungszeitraums',
  finished: 'Befragung vollständig beantwortet',
  in_window: 'Befragung liegt in einem Erhebungszeitraum ihrer Art (0: losgelöst, siehe LIESMICH)',
  started: 'Tag des Beginns',
  last_answer: 'Tag der letzten Antwort',
  days_since_admission: 'Tage von der Aufnahme bis zum Beginn der Befragung',
  age: 'Alter am Tag des Beginns in vollendeten Jahren (ab 90: 90)',
  pages: 'Beantwortete Seiten',
  seconds: 'Bearbeitungszeit in Sekunden',
  seconds_per_item: 'Mittlere Zeit je Frage, in Sekunden',
  median_seconds: 'Median der Zeit zwischen zwei Antworten einer Seite, in Sekunden',
  longest_run: 'Längste Folge von Antworten an derselben Stelle',
  reversed_pairs: 'Paare aus einer Frage und einer umgekehrten Frage derselben Skala',
  contradictory_pairs: 'Davon widersprüchliche Paare: um mehr als die halbe Skala auseinander',
  person_misfit:
    'Passung der Antworten zu den Skalen, als Standardwert: hohe Werte heißen, dass sie zu keiner Ausprägung passen',
  quality_signs:
    'Auffällige Zeichen: fast, uniform, contradictory, misfit; getrennt durch |. Kein Grund, Daten wegzulassen',
  severity: 'Belastung über die Symptomskalen',
  protocol: 'Studienprotokoll',
  protocol_version: 'Version des Studienprotokolls',
  instruments: 'Instrumente mit Version, getrennt durch |',
  instrument: 'Instrument',
  instrument_version: 'Version des Instruments',
  item: 'Item-ID im Instrument',
  variable: 'Name der Variablen in den breiten Dateien',
  page: 'Seite der Befragung, ab 1',
  value:
    'Antwort: Wert der Option, Zahl, Datum (JJJJ-MM-TT) oder Text; mehrere Werte getrennt durch |. not_asked: wegen einer früheren Antwort nicht gefragt',
  label: 'Antwort in Worten, wo eine Option gewählt wurde',
  answered_after:
    'Sekunden vom Erscheinen der Seite bis zur letzten Eingabe bei diesem Item, vom Browser gemessen',
  counts_as: 'Wert, mit dem ein nicht gefragtes Item in seine Skalen eingeht',
  item_seconds: 'Bearbeitungszeit der Seite, geteilt durch die Zahl ihrer Items, in Sekunden',
  scale: 'Skala',
  scale_title: 'Name der Skala',
  method: 'Berechnung der Skala',
  score:
    'Skalenwert: T-Wert bei Skalen mit Norm, sonst Summe, Mittelwert, Prozent, Index, Einzelwert oder Formel',
  standard_error: 'Standardfehler des Skalenwerts, in seiner Einheit; nur bei adaptiven Skalen',
  lower: 'Untere Grenze des 95-%-Intervalls, in der Einheit des Skalenwerts',
  upper: 'Obere Grenze des 95-%-Intervalls, in der Einheit des Skalenwerts',
  theta: 'Personenparameter Theta; nur bei adaptiven Skalen (in trace.csv: nach dieser Antwort)',
  theta_se: 'Standardfehler von Theta',
  score_alone: 'Wert aus den Antworten dieser Befragung allein, wo eine frühere Befragung einging',
  band: 'Bereich, in dem der Skalenwert liegt (Schlüssel)',
  band_label: 'Bereich in Worten',
  scale_severity: 'Was der Bereich über die Belastung sagt',
  norm_set: 'Normstichprobe',
  items_answered: 'Beantwortete Items der Skala',
  items_missing: 'Fehlende Items der Skala',
  items_not_asked: 'Items der Skala, die wegen einer früheren Antwort nicht gefragt wurden; sie fehlen nicht',
  items_not_applicable: 'Items der Skala mit „Trifft nicht zu“, die nach ihrer Regel nicht fehlen',
  stop: 'Warum der adaptive Test endete (in trace.csv nur in der letzten Zeile einer Skala)',
  algorithm_version: 'Version des Auswertungsprogramms',
  status: 'Stand des Instruments: „demonstration“ heißt, dass Wortlaut, Parameter und Normen erfunden sind',
  licence: 'Rechte am Instrument',
  item_type: 'Art des Items',
  item_text: 'Wortlaut des Items',
  options: 'Antworten mit ihrem Wert, getrennt durch |',
  turned:
    'Richtung der Werte: 0 = in Richtung der Skala; 1 = entgegen der Skala, die Auswertung polt um; 2 = entgegen der Reihenfolge der Antworten, der Wert ist schon in Richtung der Skala. Umgepolt wird nie eine Zelle, nur in der Auswertung',
  least_answer: 'Kleinste erlaubte ganze Zahl',
  greatest_answer: 'Größte erlaubte ganze Zahl',
  declinable: 'Die Person darf „Möchte ich nicht sagen“ wählen (in answers.csv der Wert declined)',
  not_applicable: 'Die Person darf „Trifft nicht zu“ wählen (in answers.csv der Wert not_applicable)',
  not_applicable_rule:
    '„Trifft nicht zu“ in dieser Skala: left_out = das Item gehört nicht zur Skala; eine Zahl = es zählt mit diesem Wert; leer = es fehlt',
  points: 'Punkte der Ankreuzfelder in Skalen: je Feld Wert:Punkte, getrennt durch |',
  lowest_score: 'Niedrigster Wert des Items in Skalen',
  highest_score: 'Höchster Wert des Items in Skalen',
  facet: 'Teil des Merkmals',
  slope: 'Trennschärfe a des adaptiven Items',
  thresholds: 'Schwellen b des adaptiven Items in Klammern, getrennt durch |',
  direction: 'Bedeutung hoher Werte',
  scale_items: 'Items der Skala, getrennt durch |',
  reversed_items:
    'Umzupolende Items: lowest_score + highest_score (items.csv) − Wert. Die Werte in answers.csv sind nie umgepolt; bei adaptiven Skalen ist der Wert einer Option schon in Richtung des Merkmals',
  lowest_value: 'Niedrigster Wert eines Items der Skala; leer, wo sich die Items unterscheiden',
  highest_value: 'Höchster Wert eines Items der Skala; leer, wo sich die Items unterscheiden',
  missing_rule: 'Regel für fehlende Antworten',
  missing_limit: 'Zahl zur Regel: höchstens so viele fehlen, oder mindestens dieser Anteil ist beantwortet',
  prorated:
    'Fehlende Antworten einer Summe werden durch den Mittelwert der übrigen ersetzt (0: sie zählen 0)',
  weights: 'Gewichte der Items: je Item Item:Gewicht, getrennt durch |; nicht genannte zählen einfach',
  factor: 'Faktor, mit dem die Summe oder der Mittelwert malgenommen wird',
  decimals: 'Nachkommastellen, auf die der Wert kaufmännisch gerundet wird; leer: ungerundet',
  formula:
    'Formel aus Items und Skalen in Klammern; t(…) ist der T-Wert einer Skala. Rechnen mit Fehlendem ergibt Fehlendes, mean, sum, min und max nehmen, was da ist, count zählt, was zutrifft',
  norm_table: 'Normtabelle: je Rohwert Rohwert:T-Wert, getrennt durch |; dazwischen gilt der untere',
  percentile_tables: 'Tabellen der Prozentränge: Schlüssel=Rohwert:Prozentrang|…, getrennt durch ;',
  cut_off_groups:
    'Andere Grenzwerte einer Gruppe: Schlüssel=Grenzen der Bereiche ab dem zweiten, getrennt durch :',
  raw_score: 'Rohwert, wo der Skalenwert ein T-Wert nach Tabelle oder Norm ist',
  percentile: 'Prozentrang nach Tabelle',
  percentile_table: 'Tabelle des Prozentrangs',
  cut_off_group: 'Gruppe, deren Grenzwerte galten; leer: die für alle',
  decrements: 'Abzüge eines Index: je Item die Abzüge der Stufen 1, 2, 3 … mit / getrennt',
  model: 'Modell der adaptiven Skala: GRM (graded response) oder GPCM (generalised partial credit)',
  prior_mean: 'Mittelwert der Vorannahme über Theta',
  prior_sd: 'Standardabweichung der Vorannahme über Theta',
  norm_mean:
    'Mittelwert von Theta in der Normstichprobe; T = 50 + 10 · (Theta − Mittelwert) / Standardabweichung',
  norm_sd: 'Standardabweichung von Theta in der Normstichprobe',
  cut_offs: 'Bereiche mit ihrem ersten Wert, getrennt durch |',
  change_method: 'Verfahren für verlässliche Veränderung',
  change_z: 'Schwelle der verlässlichen Veränderung in Standardfehlern der Differenz',
  change_sd: 'Standardabweichung zur verlässlichen Veränderung (Jacobson und Truax)',
  change_cutoff:
    'Grenze zwischen belastet und unbelastet: eine verlässliche Besserung über sie hinweg heißt „genesen“',
  change_reliability: 'Reliabilität zur verlässlichen Veränderung (Jacobson und Truax)',
  step: 'Laufende Nummer der Antwort in der adaptiven Skala, ab 1',
  category: 'Antwortkategorie, ab 0',
  level: 'Stufe des Hinweises',
  raised: 'Tag der Antwort',
  acknowledged: 'Tag, an dem jemand den Hinweis zur Kenntnis genommen hat',
  hours_to_acknowledgement: 'Stunden von der Antwort bis zur Kenntnisnahme',
} as const;

export type ResearchColumn = keyof typeof researchColumnText;

export const researchTableText = {
  persons: 'Personen: eine Zeile je Person',
  windows:
    'Erhebungszeiträume: eine Zeile je Person und Messzeitpunkt, auch wo nicht geantwortet wurde; session_id nennt nur Befragungen, die in der Auswahl liegen',
  sessions: 'Befragungen: eine Zeile je begonnener Befragung',
  answers: 'Antworten: eine Zeile je Befragung und Item',
  items: 'Schlüssel: eine Zeile je Item und Version eines Instruments',
  scales: 'Schlüssel: eine Zeile je Skala und Version eines Instruments',
  scores: 'Skalenwerte: eine Zeile je beendeter Befragung und Skala',
  trace:
    'Verlauf der adaptiven Skalen: eine Zeile je Antwort mit Theta und Standardfehler danach; nur beendete Befragungen',
  events:
    'Antworten, die auf eine Gefahr hindeuten und den Behandelnden gemeldet wurden: eine Zeile je Befragung und Item; ohne Notizen',
  wide: (measurement: string) =>
    `Breite Datei ${measurement}: eine Zeile je Befragung, eine Spalte je Item und Skala`,
} as const;

export const measurementText = {
  PRE: 'Erstgespräch, Therapiebeginn',
  INTERMEDIATE: 'Verlauf',
  POST: 'Therapieende',
  FOLLOW_UP_1: 'Nachsorge 1',
  FOLLOW_UP_2: 'Nachsorge 2',
  FOLLOW_UP_3: 'Nachsorge 3',
} as const satisfies Record<WindowType, string>;

export const researchValueText = {
  yes: 'ja',
  no: 'nein',
  chosen: 'gewählt',
  notChosen: 'nicht gewählt',
  severity: { LOW: 'unauffällig', MEDIUM: 'auffällig', HIGH: 'kritisch', UNKNOWN: 'unbekannt' },
  turned: {
    no: 'in Richtung der Skala',
    byScale: 'Auswertung polt um',
    inOptions: 'Optionen umgekehrt gezählt',
  },
  method: {
    irt: 'adaptiver Test (T-Wert)',
    sum: 'Summe',
    mean: 'Mittelwert',
    pomp: 'Prozent des Höchstwerts',
    index: 'Index',
    value: 'Einzelwert',
    formula: 'Formel',
  },
  level: { notice: 'Hinweis', urgent: 'dringend' },
  versionOf: (title: string) => `Version des Instruments „${title}“`,
  demonstration: 'Demonstration, keine Messung',
  scoreOf: (title: string) => `${title}: Skalenwert`,
  errorOf: (title: string) => `${title}: Standardfehler`,
  lowerOf: (title: string) => `${title}: untere Grenze des 95-%-Intervalls`,
  upperOf: (title: string) => `${title}: obere Grenze des 95-%-Intervalls`,
  bandOf: (title: string) => `${title}: Bereich`,
} as const;

/** The words of items.csv and scales.csv. */
export const researchInstrumentText = {
  status: {
    demonstration: 'Demonstration: erfunden, an keiner Stichprobe geprüft',
    draft: 'Entwurf',
    published: 'veröffentlicht',
    licensed: 'lizenziert',
  },
  direction: { high_is_worse: 'hoch ist ungünstig', low_is_worse: 'niedrig ist ungünstig' },
  missing: {
    complete: 'alle Items beantwortet',
    max_missing: 'höchstens so viele fehlen',
    min_valid_fraction: 'mindestens dieser Anteil beantwortet',
  },
} as const;

export const researchMissingText = {
  never: 'nie leer',
  empty: 'leer: nicht bekannt oder trifft nicht zu',
  item: 'leer: nicht gestellt, nicht beantwortet, „Möchte ich nicht sagen“ oder „Trifft nicht zu“ (in answers.csv die Werte declined und not_applicable)',
  coded: '-94 bis -99, siehe Werte',
  score: (rule: string) => `leer: Befragung nicht beendet oder zu wenig beantwortet (nötig: ${rule})`,
  scoreRow: 'leer: zu wenig beantwortet; wie viel nötig ist, steht bei den breiten Dateien',
} as const;

/** The codes of an item without an answer. The same in every export. */
export const researchMissingCodes = {
  not_applicable: { value: -94, label: '„Trifft nicht zu“ (bei Antworten in Worten -98)' },
  not_asked: { value: -95, label: 'nicht gefragt (frühere Antwort; bei Antworten in Worten -98)' },
  left_empty: { value: -96, label: 'gesehen, nicht ausgefüllt' },
  declined: { value: -97, label: '„Möchte ich nicht sagen“' },
  by_design: { value: -98, label: 'nicht gestellt (vorgesehen)' },
  not_reached: { value: -99, label: 'nicht erreicht (Befragung nicht beendet)' },
} as const;

/** The share of a scale that must be answered for a score. */
export const researchRuleText = {
  complete: 'alle Items',
  max_missing: (count: number) => `höchstens ${numberText(count)} fehlende Items`,
  min_valid_fraction: (share: number) => `mindestens ${share * 100} % der Items`,
  irt: 'mindestens ein Item',
} as const;

export const codebookText = {
  title: 'Codebuch',
  columns: {
    file: 'Datei',
    variable: 'Variable',
    label: 'Bedeutung',
    type: 'Typ',
    values: 'Werte',
    missing: 'Fehlende Werte',
    instrument: 'Instrument',
    instrument_version: 'Version',
    in_force: 'In Kraft',
    item: 'Item',
  },
  forms: { text: 'Text', integer: 'ganze Zahl', decimal: 'Zahl', date: 'Datum' },
  instruments: 'Instrumente',
  status: 'Status',
  superseded: 'abgelöst',
  inForce: 'in Kraft',
} as const;

export const researchFileText = {
  codebookCsv: 'Codebuch: eine Zeile je Spalte jeder Datei',
  codebookHtml: 'dasselbe Codebuch zum Lesen',
  r: 'Skript für R',
  spss: 'Syntax für SPSS und PSPP',
} as const;
