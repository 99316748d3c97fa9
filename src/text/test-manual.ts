import type { ItemType } from '../domain/answer-types.ts';
import type { Clause } from '../domain/conditions.ts';
import type { AdaptiveDimension, Instrument, Scale } from '../domain/instrument-schema.ts';
import type { WindowType } from '../domain/window-types.ts';
import { directionText } from './reports.ts';
import { numberText } from './locale.ts';

/** What a condition asks of one earlier answer. `labelOf` gives the words of an answer. */
export function clauseText(
  { item, is, is_not, at_least, at_most, answered }: Clause,
  labelOf: (value: number | string) => number | string,
): string {
  if (is !== undefined) return `${item} mit „${labelOf(is)}“ beantwortet ist`;
  if (is_not !== undefined) return `${item} anders als mit „${labelOf(is_not)}“ beantwortet ist`;
  if (at_least !== undefined) return `${item} mindestens ${numberText(at_least)} ist`;
  if (at_most !== undefined) return `${item} höchstens ${numberText(at_most)} ist`;
  return answered ? `${item} beantwortet ist` : `${item} nicht beantwortet ist`;
}

/** The test manual of an instrument: purpose, items, scoring, norms, sources, simulated quality. */
export const manualText = {
  title: (title: string) => `Testmanual: ${title}`,
  footer: (product: string, title: string, id: string, version: string) =>
    `${product}: Testmanual ${title} (${id} ${version})`,
  demonstration:
    'Nur zur Demonstration: Die Fragen wurden eigens für diese Plattform geschrieben. Kennwerte, Normen und Grenzwerte sind angenommen und an keiner Stichprobe geprüft. Die Werte sagen nichts über eine Person aus und dürfen keine Entscheidung begründen.',
  draft: 'Entwurf: Dieses Instrument ist noch nicht veröffentlicht und kann sich ändern.',
  overview: 'Steckbrief',
  purpose: 'Zweck',
  construction: 'Aufbau',
  use: 'Wofür die Werte gedacht sind, und wofür nicht',
  useLead:
    'Die Werte beschreiben, was eine Person in einer Befragung angibt. Behandelnde besprechen sie mit ihr und vergleichen sie mit früheren Werten derselben Person; für die Forschung werden sie gruppenweise ausgewertet.',
  notFor: {
    diagnosis:
      'Ein Wert ist keine Diagnose und begründet allein keine Entscheidung über Behandlung, Arbeitsfähigkeit oder Kostenübernahme.',
    one: 'Eine Veränderung unter der Schwelle der verlässlichen Veränderung ist nicht gesichert. Das heißt nicht, dass sich nichts verändert hat.',
    norm: 'Ohne Norm sagt ein Wert nicht, ob er hoch oder niedrig ist.',
    adaptive:
      'Zwei Personen mit demselben Wert wurden verschiedene Fragen gestellt. Aus einer nicht gestellten Frage folgt nichts.',
    groups: 'Behandelnde oder Kliniken lassen sich mit diesen Werten nicht vergleichen oder bewerten.',
    crisis:
      'Eine Befragung ersetzt kein Gespräch über Suizidgedanken, auch wenn keine Antwort darauf hinweist.',
  },
  items: 'Fragen',
  scoring: 'Auswertung',
  norms: 'Normen',
  quality: 'Güte des adaptiven Tests',
  crisis: 'Hinweise auf eine Gefahr',
  sources: 'Quellen und Lizenz',
  facts: {
    id: 'Kennung',
    version: 'Version',
    status: 'Status',
    language: 'Sprache',
    items: 'Fragen',
    form: 'Form',
    scales: 'Skalen',
    section: 'Abschnitt im Bericht',
  },
  status: {
    demonstration: 'Demonstration, nicht für den Einsatz mit Patient*innen',
    draft: 'Entwurf',
    published: 'veröffentlicht',
    licensed: 'lizenziert',
  } satisfies Record<Instrument['status'], string>,
  language: (code: string) => (code.startsWith('de') ? 'Deutsch' : code),
  form: { adaptive: 'adaptiv', fixed: 'feste Reihenfolge', mixed: 'adaptiv, mit festen Zusatzfragen' },
  noScales: 'keine (es wird kein Wert berechnet)',
  itemsLeftOut:
    'Der Wortlaut der Fragen ist lizenziert und wird hier nicht wiedergegeben. Ihre Klinik gibt auf Anfrage Auskunft.',
  itemColumns: {
    id: 'Kennung',
    content: 'Wortlaut',
    facet: 'Facette',
    answers: 'Antwortformat',
    a: 'a',
    b: 'b',
  },
  itemParameters: (model: string) =>
    `Kennwerte im ${model}: a ist die Trennschärfe, b sind die Schwellen zwischen den Antwortstufen.`,
  answerForm: (name: string) => `Antwortformat ${name}`,
  answerColumns: { label: 'Antwort', value: 'Wert' },
  windows: (names: string) => `nur: ${names}`,
  askedIf: (condition: string, otherwise?: number) =>
    `nur gefragt, wenn ${condition}${otherwise === undefined ? '' : `; zählt sonst ${numberText(otherwise)}`}`,
  and: ' und ',
  or: ' oder ',
  instruction: 'Anweisung',
  scaleFacts: {
    method: 'Berechnung',
    items: 'Fragen',
    reversed: 'Umgepolt',
    weights: 'Gewichte',
    published: 'Umrechnung',
    formula: 'Formel',
    norms: 'Norm',
    missing: 'Fehlende Antworten',
    missingValues: 'Fehlende Werte der Formel',
    range: 'Wertebereich',
    direction: 'Richtung',
    change: 'Verlässliche Veränderung',
  },
  method: {
    irt: 'Schätzung der Merkmalsausprägung (EAP) aus allen Antworten, als T-Wert',
    sum: 'Summe der Antwortwerte',
    mean: 'Mittelwert der Antwortwerte',
    pomp: 'Prozent des höchsten möglichen Werts (POMP)',
    index: 'Index: 1 minus die Abschläge der gewählten Stufen',
    value: 'der angegebene Wert selbst',
    formula: 'Formel',
  } satisfies Record<Scale['method'], string>,
  direction: directionText,
  missing: {
    complete: 'ein Wert entsteht nur, wenn alle Fragen beantwortet sind',
    max_missing: (count: number) => `höchstens ${numberText(count)} fehlende Antworten`,
    min_valid_fraction: (percent: number) => `mindestens ${percent} % der Fragen beantwortet`,
    countsNothing: 'fehlende zählen 0',
  },
  factor: (factor: string) => `mal ${factor}`,
  decimals: (count: number) =>
    count === 0 ? 'gerundet auf ganze Zahlen' : `gerundet auf ${numberText(count)} Nachkommastellen`,
  slider: (min: number, max: number) => `Zahl von ${min} bis ${max}`,
  points: (points: string) => `${points} ${points === '1' ? 'Punkt' : 'Punkte'}`,
  bandsOf: (title: string, group: string) => `Einordnung: ${title}, ${group}`,
  normTable: (title: string) => `Normtabelle: ${title}`,
  normTableColumns: { score: 'Wert ab', t: 'T-Wert', percentile: 'Prozentrang' },
  bandColumns: { label: 'Einordnung', range: 'Werte', clinician: 'Text für Behandelnde' },
  crosswalk: (other: string) => `Umrechnung in ${other}, nur für Gruppen`,
  crosswalkUse: (other: string, sd: string, apart: string) =>
    `Nur für Mittelwerte von Gruppen, zum Beispiel um Studien zusammenzuführen: Der Mittelwert der Summen wird in den T-Wert von ${other} umgerechnet. Für einzelne Personen gilt die Tabelle nicht. Bei ihnen weicht der umgerechnete Wert vom gemessenen mit einer Standardabweichung von ${sd} T ab, also oft um bis zu ${apart} T. Berichte und Export enthalten deshalb keinen umgerechneten Wert.`,
  crosswalkColumns: { sum: 'Summe', t: (other: string) => `T-Wert: ${other}` },
  bands: (title: string) => `Einordnung: ${title}`,
  bandSource: (source: string) => `Quelle der Grenzwerte: ${source}`,
  decrements: 'Abschläge je Stufe',
  decrementColumns: { item: 'Frage', levels: 'Abschläge von der ersten Stufe an' },
  thetaChange: (z: string) => `Unterschied größer als ${z} Standardfehler der Differenz beider Messungen`,
  jacobson: (points: string, reliability: string, sd: string) =>
    `ab ${points} Punkten Unterschied (Reliabilität ${reliability}, Streuung ${sd}; Jacobson und Truax)`,
  normColumns: {
    title: 'Norm',
    group: 'Verglichen werden',
    population: 'Bezugsgruppe',
    source: 'Quelle',
    mean: 'Mittelwert',
    sd: 'Streuung',
  },
  tScore: 'T = 50 + 10 · (Merkmalswert − Mittelwert) / Streuung. In der Norm liegt der Mittelwert bei T 50.',
  everybody: 'alle',
  ages: (from: number, to: number) => `${from} bis ${to} Jahre`,
  noNorms: 'Für dieses Instrument liegen keine Normen vor.',
  rules: 'Regeln des Tests',
  ruleFacts: {
    model: 'Messmodell',
    bank: 'Fragen im Vorrat',
    criterion: 'Auswahl der nächsten Frage',
    estimator: 'Schätzung',
    lastEstimate: 'Beginn mit der letzten Schätzung',
    stop: 'Ende des Tests',
    content: 'Anteile der Facetten',
    start: 'Erste Frage',
    enemies: 'Höchstens eine von',
    exposure: 'Begrenzte Häufigkeit',
    randomesque: 'Zufällige Auswahl',
  },
  model: {
    GRM: 'Graded-Response-Modell (Samejima)',
    GPCM: 'Generalized-Partial-Credit-Modell (Muraki)',
  } satisfies Record<AdaptiveDimension['model'], string>,
  criterion: {
    MFI: 'größte Fisher-Information am aktuellen Wert (MFI)',
    MPWI: 'größte mit der A-posteriori-Verteilung gewichtete Information (MPWI)',
    MEI: 'größte Information, die nach der Antwort zu erwarten ist (MEI)',
    MEPV: 'kleinste erwartete A-posteriori-Varianz (MEPV)',
    MEPV_PP:
      'kleinste erwartete A-posteriori-Varianz, die Antworten über die ganze Verteilung vorhergesagt (MEPV_PP)',
  } satisfies Record<AdaptiveDimension['adaptive']['criterion'], string>,
  estimator: (prior: string) => `Erwartungswert der A-posteriori-Verteilung (EAP), Vorannahme: ${prior}`,
  standardPrior: 'Standardnormalverteilung',
  prior: (mean: string, sd: string) => `Normalverteilung, Mittelwert ${mean}, Streuung ${sd}`,
  lastEstimate: (windows: string, weeks: string) =>
    `${windows}: die letzte vergleichbare Schätzung der Person; nach ${weeks} Wochen wirkt noch 37 % ihrer Abweichung`,
  stopIn: (window: string) => `Ende im Zeitfenster ${window}`,
  stopClassified: (cuts: string, z: string, fewest: number) =>
    `mehr als ${z} Standardfehler von jeder Grenze (${cuts}) entfernt nach mindestens ${fewest} Fragen`,
  facetShare: (facet: string, percent: string) => `${facet} ${percent} %`,
  stopAt: (se: string, fewest: number) => `Standardfehler unter ${se} nach mindestens ${fewest} Fragen`,
  stopMost: (most: number) => `spätestens nach ${most} Fragen`,
  stopHealthy: (items: number) => `oder sobald die ersten ${items} Antworten durchweg unbelastet sind`,
  randomesque: (size: number) => `unter den ${size} besten Fragen entscheidet der Zufall`,
  simulated: (persons: string, seed: string) =>
    `Simuliert: ${persons} Personen aus einer Standardnormalverteilung beantworten den Test genau nach dem Messmodell (Startwert „${seed}“; dieselbe Version gibt immer dieselben Zahlen). Die Simulation zeigt, wie gut die Messung wäre, wenn Modell und Kennwerte stimmen. Eine Prüfung an echten Personen ersetzt sie nicht.`,
  simulatedTitle: 'Simulierte Kennwerte',
  qualityFacts: {
    items: 'Fragen im Mittel',
    range: 'Fragen von … bis',
    bias: 'Mittlerer Fehler (Bias)',
    rmse: 'Wurzel des mittleren quadrierten Fehlers (RMSE)',
    se: 'Standardfehler im Mittel',
    reliability: 'Marginale Reliabilität',
    coverage: 'Wahrer Wert im 95-%-Intervall',
    overlap: 'Gemeinsame Fragen zweier Personen',
    used: 'Verwendete Fragen',
    stops: 'Ende des Tests',
  },
  clinicalTitle: 'In einer klinischen Stichprobe',
  clinical: (persons: string) =>
    `Patient*innen haben mehr Beschwerden als die Bezugsgruppe und unterscheiden sich weniger. Simuliert: ${persons} Personen mit Mittelwert 1,2 und Streuung 0,8 (im Mittel T 62); Veränderungen von T 63 aus, mit einem Drittel der Personen.`,
  clinicalFacts: {
    items: 'Fragen',
    facets: 'Facetten je Person',
    sameSet: 'Häufigste Auswahl von Fragen, Anteil der Personen',
    coverage: 'Wahrer Wert im 95-%-Intervall',
    better5: 'Besserung um 5 T erkannt',
    better8: 'Besserung um 8 T erkannt',
    worse8: 'Verschlechterung um 8 T erkannt',
    falseAlarms: 'Veränderung gemeldet, wo keine war',
  },
  medianOf: (median: string, mean: string) => `${median} im Median, ${mean} im Mittel`,
  facetTable: 'Wie vielen Personen der klinischen Stichprobe eine Facette gestellt wird',
  facetColumns: ['Facette', 'Anteil'],
  tPoints: (points: string) => `${points} T-Punkte`,
  share: (percent: string) => `${percent} %`,
  spread: (mean: string, sd: string) => `${mean} (Streuung ${sd})`,
  from: (least: number, most: number) => `${least} bis ${most}`,
  of: (used: number, all: number) => `${used} von ${all}`,
  stopShare: (reason: string, percent: string) => `${reason}: ${percent} %`,
  stops: {
    se_below: 'genau genug',
    se_change_below: 'kaum noch genauer',
    min_items: 'Mindestzahl erreicht',
    max_items: 'Höchstzahl erreicht',
    classified: 'Einordnung steht fest',
    healthiest: 'durchweg unbelastet',
    no_item_left: 'alle Fragen gestellt',
  },
  precision: 'Genauigkeit nach Ausprägung',
  precisionAxis: 'Standardfehler (T-Punkte)',
  precisionCaption:
    'Durchgezogen: Standardfehler am Ende des adaptiven Tests. Gestrichelt: wenn alle Fragen des Vorrats gestellt würden.',
  length: 'Länge nach Ausprägung',
  lengthAxis: 'Fragen im Mittel',
  trait: 'wahrer Wert (T)',
  exposure: 'Häufigkeit der Fragen',
  exposureAxis: 'Anteil der Personen (%)',
  exposureCaption: 'Jeder Balken ist eine Frage, die am häufigsten gestellte zuerst.',
  pointAlt: (t: string, value: string) => `T ${t}: ${value}`,
  exposureAlt: (item: string, percent: string, unused: number) =>
    `Am häufigsten ${item} mit ${percent} % der Personen; ${unused} Fragen wurden nie gestellt.`,
  table: 'Zahlen zu den Abbildungen',
  tableColumns: [
    'wahrer Wert (T)',
    'Fragen',
    'Bias',
    'RMSE',
    'Standardfehler',
    'verlässlich ab',
    'im 95-%-Intervall',
  ],
  tableNote: (each: number, z: string) =>
    `${each} simulierte Personen je wahrem Wert. Bias, RMSE, Standardfehler und Schwelle in T-Punkten. Verlässlich ab: ${z} Standardfehler der Differenz zweier Messungen bei diesem Wert.`,
  exposureColumns: ['Frage', 'Anteil (%)'],
  crisisDecidedBy: (name: string) =>
    `Dass keine weitere Frage oder Antwort eine Gefahr anzeigt, hat entschieden: ${name}.`,
  crisisLead:
    'Diese Antworten sehen Behandelnde sofort in ihrer Liste und im Bericht, auch wenn die Befragung nicht beendet wird. Wer so antwortet, sieht auf der nächsten Seite, wo es Hilfe gibt.',
  crisisRule: {
    notice: (item: string, value: number, text: string) => `Hinweis: ${item}, ab dem Wert ${value}. ${text}`,
    urgent: (item: string, value: number, text: string) => `Dringend: ${item}, ab dem Wert ${value}. ${text}`,
  },
  source: (text: string) => `Quelle: ${text}`,
  licence: (text: string) => `Lizenz: ${text}`,
  allTitle: 'Testmanual',
  allFooter: (product: string) => `${product}: Testmanual`,
  allLead:
    'Ein Manual je Instrument: Zweck, Fragen, Auswertung, Normen und Quellen; bei adaptiven Tests auch die simulierte Genauigkeit, Länge und Verwendung der Fragen.',
  asHtml: 'als Webseite',
  asPdf: 'als PDF',
  allColumns: { title: 'Instrument', purpose: 'Zweck', manual: 'Manual' },
} as const;

/** The names of the measurement points when no protocol gives them. */
export const windowTypeText = {
  PRE: 'Erstgespräch',
  INTERMEDIATE: 'Verlauf',
  POST: 'Therapieende',
  FOLLOW_UP_1: 'erste Nachsorge',
  FOLLOW_UP_2: 'zweite Nachsorge',
  FOLLOW_UP_3: 'dritte Nachsorge',
} as const satisfies Record<WindowType, string>;

/** The form of an answer, by item type. */
export const itemTypeText = {
  INFO: 'Hinweis',
  INFO_AUTOSUBMIT: 'Hinweis, geht von selbst weiter',
  QUESTION_HORIZONTAL_RADIO: 'eine Antwort, nebeneinander',
  QUESTION_HORIZONTAL_RADIO_ENFORCED: 'eine Antwort, immer nebeneinander',
  QUESTION_VERTICAL_RADIO: 'eine Antwort, untereinander',
  QUESTION_CHECKBOX: 'mehrere Antworten',
  QUESTION_SELECT: 'eine Antwort aus einer Liste',
  QUESTION_RANGE_INDICATOR: 'Zahl von 0 bis 100',
  QUESTION_TEXT: 'Text',
  QUESTION_TEXT_OPTIONAL: 'Text, freiwillig',
  QUESTION_TEXT_AREA: 'längerer Text',
  QUESTION_TEXT_AREA_OPTIONAL: 'längerer Text, freiwillig',
  QUESTION_DATE: 'Datum',
  QUESTION_INTEGER: 'ganze Zahl',
  QUESTION_DOUBLE_POSITIVE: 'positive Kommazahl',
  EMAIL_NOTIFICATION_PRE: 'E-Mail-Adresse, freiwillig',
  EMAIL_NOTIFICATION_INTERMEDIATE: 'E-Mail-Adresse, freiwillig',
  EMAIL_NOTIFICATION_POST: 'E-Mail-Adresse, freiwillig',
  EMAIL_NOTIFICATION_FOLLOW_UP: 'E-Mail-Adresse, freiwillig',
} as const satisfies Record<ItemType, string>;
