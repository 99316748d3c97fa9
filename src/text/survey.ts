import type { AnswerErrorCode, Limits } from '../domain/answers.ts';

/** Product 5.8: the sentence for an unanswered question with this number, or for several with theirs. */
export function unansweredText(number: number | string): string {
  return `Sie haben noch nicht alle Fragen beantwortet. Folgende Frage wurde noch nicht beantwortet: ${number}`;
}

/** The limits of a whole number; empty where there is none. */
function limitsText({ min, max }: Limits): string {
  if (min !== undefined && max !== undefined) return `von ${min} bis ${max}`;
  if (max !== undefined) return `bis ${max}`;
  return min === undefined ? '' : `ab ${min}`;
}

const fixed = (sentence: string) => () => sentence;

function outOfRange(_number: number, limits: Limits = {}): string {
  return `Bitte geben Sie eine ganze Zahl ${limitsText(limits)} an.`;
}

/** The reasons of a refused answer (product 5.8). `number` is the number of the question on its page, from 1. */
export const answerErrorText = {
  answer_missing: unansweredText,
  answer_not_empty: fixed('Hier ist keine Antwort vorgesehen.'),
  option_unknown: fixed('Bitte wählen Sie eine der angezeigten Antworten.'),
  label_unknown: fixed('Bitte wählen Sie eine der angezeigten Antworten.'),
  range_invalid: (number: number, { min = 0, max = 100 }: Limits = {}) => outOfRange(number, { min, max }),
  integer_invalid: fixed('Bitte geben Sie nur Zahlen ein.'),
  integer_too_large: fixed(
    'Die von Ihnen eingegebene Zahl ist zu groß. Die höchste erlaubte Zahl ist 2147483647.',
  ),
  integer_out_of_range: outOfRange,
  decimal_invalid: fixed('Sie dürfen nur positive Kommazahlen eingeben.'),
  decimal_ambiguous: fixed('Meinen Sie zum Beispiel 2500 oder 2,5? Bitte schreiben Sie die Zahl ohne Punkt.'),
  date_invalid: fixed('Bitte geben Sie ein Datum an, das es gibt.'),
  text_invalid: fixed('Der Text enthält unzulässige Zeichen.'),
  text_too_long: fixed('Der Text ist zu lang. Erlaubt sind höchstens 10.000 Zeichen.'),
  email_invalid: fixed('Die E-Mail ist nicht valide. Bitte geben Sie eine valide E-Mail ein.'),
  time_invalid: fixed('Die Antwortzeit ist ungültig. Bitte laden Sie die Seite neu.'),
} as const satisfies Record<AnswerErrorCode, (number: number, limits?: Limits) => string>;

/** Who sees the single answers to a questionnaire, by its `answers_shown`. */
export const readersText = {
  all: 'Die Person, die Sie behandelt, kann Ihre Antworten lesen, damit Sie gemeinsam darüber sprechen können.',
  scales_only: 'Die Person, die Sie behandelt, sieht davon nur das Ergebnis, nicht Ihre einzelnen Antworten.',
} as const;

/** The survey page of the patient (product 2.10). */
export const surveyText = {
  next: 'Weiter',
  back: 'Zurück',
  noWayBack: 'Sie können nicht zur vorherigen Frage zurückkehren.',
  answeredLast: 'Zu Beginn ist Ihre Antwort vom letzten Mal gewählt. Sie können sie ändern.',
  sentForGood: 'Mit „Weiter“ wird die Seite gespeichert. Danach können Sie sie nicht mehr ändern.',
  progress: (percent: number) => `Fortschritt: ${percent} %`,
  pause: 'Pause machen',
  part: (number: number, total: number) => `Teil ${number} von ${total}`,
  halfway: 'Gut die Hälfte geschafft. Weiter oder Pause?',
  saved: 'Gespeichert',
  savingNow: 'Wird gespeichert …',
  noConnection: 'Keine Verbindung',
  about: 'Worum geht es?',
  loading: 'Die nächsten Fragen werden geladen …',
  unknownType: 'Dieser Fragetyp ist nicht implementiert. Bitte kontaktieren Sie den Administrator.',
  optional: '(freiwillig)',
  /** What stands below the answers, where a question may have none. */
  reasons: { declined: 'Möchte ich nicht sagen', not_applicable: 'Trifft nicht zu' },
  checkboxHint: 'Sie können mehrere Antworten wählen.',
  rangeLine: 'Tippen Sie auf die Linie oder ziehen Sie den Regler:',
  rangeNumber: (least: number, most: number) => `Oder Zahl von ${least} bis ${most} eingeben:`,
  rangeEnds: (least: number, most: number, low = '', high = '') =>
    low + high && `${least} = ${low}, ${most} = ${high}`,
  rangeLess: 'Eins weniger',
  rangeMore: 'Eins mehr',
  integerHint: (limits: Limits) => `Ganze Zahl ${limitsText(limits)}`,
  notChosen: 'noch nicht gewählt',
  rangeSlider: 'Wert mit dem Schieberegler wählen',
  answerThis: 'Bitte beantworten Sie diese Frage.',
  errors: 'Bitte prüfen Sie diese Antworten:',
  errorTitle: 'Fehler: ',
  quick: 'Nach dem Antippen gleich weiter',
  readAloud: 'Seite vorlesen',
  answers: (labels: readonly string[]) => `Antworten: ${labels.join('; ')}.`,
  sameAddress: 'Für alle Befragungen dieselbe Adresse',
  storedAddress: (masked: string, isConfirmed: boolean) =>
    `Gespeichert: ${masked}${isConfirmed ? '' : ' (noch nicht bestätigt)'}. Leer lassen heißt: so lassen.`,
  confirmationFollows: 'Sie erhalten eine E-Mail, um die Adresse zu bestätigen.',
  select: 'Auswählen...',
  leaveTitle: 'Befragung verlassen',
  leave:
    'Sie verlassen die Befragung und kehren zur Übersicht zurück. Pausierte Befragungen können Sie jederzeit fortsetzen.',
  leaveSaved: 'Ihre bisherigen Antworten sind gespeichert.',
  leaveSaving: 'Gesendete Seiten sind gespeichert, die Antworten dieser Seite werden es beim Verlassen.',
  leaveConfirm: 'Befragung verlassen',
  leaveUnsaved:
    'Keine Verbindung: Die Antworten dieser Seite sind noch nicht gespeichert. Sie bleiben erhalten, solange dieses Fenster offen bleibt.',
  leaveAnyway: 'Trotzdem verlassen',
  stay: 'Weiter ausfüllen',
  loadFailed: 'Entschuldigung. Da ist etwas schiefgelaufen.',
  nothingOpen: 'Zurzeit ist keine Befragung offen. Ihre nächsten Termine finden Sie unter „Befragungen“.',
  offline:
    'Keine Verbindung zum Server. Ihre Antworten bleiben auf dieser Seite stehen und werden gesendet, sobald die Verbindung wieder da ist.',
  sendFailed:
    'Ihre Antworten konnten gerade nicht gespeichert werden. Sie stehen noch auf dieser Seite. Bitte versuchen Sie es erneut.',
  retry: 'Erneut versuchen',
  savingTitle: 'Vielen Dank!',
  savingReport: 'Ihre Antworten sind gespeichert. Ihre Auswertung wird vorbereitet …',
  saving: 'Ihre Antworten sind gespeichert und werden an Ihre Klinik übergeben.',
  percent: (percent: number) => `${percent} %`,
} as const;
