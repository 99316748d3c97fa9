import { numberText } from '../../../text/locale.ts';

/** The steps of a draft from the preview on, the windows, and the page of clinicians. */
export const previewText = {
  loading: 'Die Vorschau wird geladen …',
  point: 'Antworten wie bei',
  parts: 'Ansichten',
  survey: 'Fragebogen',
  clinician: 'Bericht für Behandelnde',
  patient: 'Bericht für Patient*innen',
  phone: 'Der Fragebogen auf einem Handy',
  page: (number: number, all: number) => `Seite ${numberText(number)} von ${numberText(all)}`,
  back: 'Vorige Seite',
  next: 'Nächste Seite',
  scores: 'Werte bei diesen Antworten',
  score: (value: string, band: string) => (band ? `${value} (${band})` : value),
  noScore: 'kein Wert',
  notYet: 'Diese Ansicht gibt es, sobald dies geklärt ist:',
} as const;

export const examplesText = {
  unscored: 'Der Fragebogen hat keine Skala. Beispiele braucht er nicht.',
  legend: (number: number) => `Beispiel ${numberText(number)}`,
  name: 'Woher?',
  nameHint: 'Zum Beispiel „Manual, Seite 12“.',
  answers: 'Antworten',
  answersHint: (count: number) =>
    `${numberText(count)} Zahlen in der Reihenfolge der Fragen, mit Leerzeichen getrennt. Ein Minus steht für eine fehlende Antwort.`,
  tooFew: (count: number, wanted: number) => `${numberText(count)} von ${numberText(wanted)} Zahlen.`,
  tooMany: (count: number, wanted: number) =>
    `Das sind ${numberText(count)} Zahlen, der Fragebogen hat ${numberText(wanted)} Fragen.`,
  strange: (questions: string) => `Diese Antwort gibt es nicht: ${questions}.`,
  expected: (scale: string) => `${scale} laut Manual`,
  noNumber: 'Bitte geben Sie eine Zahl ein.',
  equal: (own: string) => `gleich: ${own}`,
  different: (own: string) => `nicht gleich: die Auswertung ergibt ${own}`,
  later: 'wird beim Veröffentlichen verglichen',
  add: 'Weiteres Beispiel',
  remove: (number: number) => `Beispiel ${numberText(number)} löschen`,
  names: (numbers: readonly number[]) => numbers.map((one) => `Frage ${numberText(one)}`).join(', '),
} as const;

export const signText = {
  lead: 'Beide unterschreiben den Entwurf, wie er jetzt gespeichert ist. Jede Änderung danach beendet die Unterschriften.',
  roles: {
    clinical: {
      title: 'Klinische Unterschrift',
      meaning: 'Ich habe Fragen, Gefahr, Grenzwerte und Texte gelesen und halte sie für richtig.',
      sign: 'Klinisch unterschreiben',
    },
    psychometric: {
      title: 'Psychometrische Unterschrift',
      meaning: 'Ich habe Auswertung und Beispiele mit dem Manual verglichen.',
      sign: 'Psychometrisch unterschreiben',
    },
  },
  signed: (by: string, at: string) => `Unterschrieben von ${by}, ${at}.`,
  missing: 'Noch nicht unterschrieben.',
  /** What a role answers for must be finished before anybody signs it. */
  first: (steps: readonly string[]) =>
    `Unterschreiben geht, sobald hier nichts mehr offen ist: ${steps.map((one) => `„${one}“`).join(', ')}.`,
  done: 'Ihre Unterschrift ist gespeichert.',
  other: 'Sie haben schon unterschrieben. Die zweite Unterschrift kommt von einem anderen Konto.',
  ask: 'Wen bitten Sie um eine Unterschrift?',
  askHint:
    'Gefragte finden den Entwurf auf ihrer Seite „Fragebögen“, können ihn lesen und unterschreiben, aber nicht ändern.',
  noClinicians: 'Noch gibt es keine Mitarbeitenden, die Sie fragen könnten.',
  send: 'Um Unterschrift bitten',
  asked: 'Gespeichert. Die Gefragten finden den Entwurf auf ihrer Seite.',
} as const;

export const publishText = {
  ready: 'Alles ist da. Der Fragebogen kann veröffentlicht werden.',
  reasons: (count: number) =>
    count === 1 ? 'Ein Punkt fehlt noch:' : `${numberText(count)} Punkte fehlen noch:`,
  to: (step: string) => `Zum Schritt „${step}“`,
  submit: 'Veröffentlichen',
  question: (title: string, version: string) => ({
    title: 'Jetzt veröffentlichen?',
    text: `„${title}“ wird als Fassung ${version} veröffentlicht und ändert sich dann nicht mehr. Änderungen werden eine neue Fassung.`,
    confirmLabel: 'Veröffentlichen',
  }),
  done: (title: string, version: string) => `„${title}“, Fassung ${version}, ist veröffentlicht.`,
  now: 'Gefragt wird er erst, wenn Sie ihn in Messzeitpunkte aufnehmen.',
} as const;

export const windowsText = {
  title: 'Messzeitpunkte',
  lead: 'Welche Fragebögen werden wann gefragt? Begonnene Befragungen bleiben, wie sie sind.',
  file: 'Noch gilt die Datei des Betreibers. Mit dem ersten Speichern gilt, was hier steht.',
  table: 'Fragebögen in den Messzeitpunkten',
  questionnaire: 'Fragebogen',
  asked: (title: string, window: string) => `${title} im Messzeitpunkt ${window}`,
  total: 'Zeit je Befragung',
  minutes: (count: number) => `${numberText(Math.round(count))} Min.`,
  dryRun: 'Probelauf',
  result: (patients: number, windows: number) =>
    patients === 0
      ? 'Keine Person hat einen Messzeitpunkt, der sich ändert.'
      : `Bei ${patients === 1 ? '1 Person' : `${numberText(patients)} Personen`} ${windows === 1 ? 'ändert sich 1 Messzeitpunkt' : `ändern sich ${numberText(windows)} Messzeitpunkte`}.`,
  nothingStored: 'Der Probelauf hat nichts gespeichert.',
  submit: 'Übernehmen',
  done: 'Die Messzeitpunkte sind gespeichert. Neue Befragungen fragen danach.',
  meanwhile:
    'Inzwischen hat jemand anderes die Messzeitpunkte geändert. Bitte sehen Sie die neue Fassung an und wiederholen Sie Ihre Änderung.',
  unsaved: 'Noch nicht gespeichert.',
} as const;

export const signerText = {
  title: 'Fragebögen',
  lead: 'Um Ihre Unterschrift wird bei diesen Entwürfen gebeten. Sie ändern daran nichts.',
  none: 'Im Moment wird kein Entwurf zur Unterschrift vorgelegt.',
  look: 'Ansehen und unterschreiben',
  lookAt: (title: string) => `${title} ansehen und unterschreiben`,
  parts: 'Teile des Entwurfs',
  noExamples: 'Noch steht hier kein Beispiel aus dem Manual.',
  answers: (answers: string) => `Antworten: ${answers}`,
  scales: 'Skalen',
  items: (count: number, reversed: string) =>
    reversed ? `${numberText(count)} Fragen, umgekehrt: ${reversed}` : `${numberText(count)} Fragen`,
  asked: (count: number) =>
    count === 1
      ? '1 Entwurf wartet auf Ihre Unterschrift.'
      : `${numberText(count)} Entwürfe warten auf Ihre Unterschrift.`,
  open: 'Zu den Fragebögen',
} as const;
