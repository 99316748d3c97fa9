import type { CodeWarning } from '../domain/patient-code.ts';
import type { THERAPY_END_REASONS } from '../domain/patient-record.ts';
import type { Waiting } from '../domain/worklist.ts';
import type { WindowType } from '../domain/window-types.ts';
import { fieldText } from './fields.ts';
import { recordProblemText } from './patient-record.ts';
import { numberText } from './locale.ts';

/** The pages of clinicians and admins about patients (product 2.13, 5.4 and 8.5). */
export const patientText = {
  column: {
    menu: 'Bearbeiten',
    code: 'Code',
    clinician: 'Therapeut*in',
    date_of_birth: 'Geburtstag',
    gender: 'Geschlecht',
    admission: 'Aufnahme',
    discharge: 'Entlassung',
    system_ids: 'System-ID',
    survey_status: 'Befragungsstatus',
    result: 'Ergebnis',
    reports_viewed: 'Reports gesehen',
  },
  show: 'Anzeigen',
  /** The cell of a discharge that is not known yet. */
  openEnd: 'offen',
  showStatusOf: (code: string) => `Anzeigen: Befragungsstatus von ${code}`,
  showResultOf: (code: string) => `Anzeigen: Ergebnis von ${code}`,
  /** Begins with the words of the link. */
  openUnreadOf: (code: string) => `Ungelesener Report von ${code}`,
  daysLeft: (days: number) => (days === 1 ? 'letzter Tag' : `noch ${days} Tage`),
  changeHint: 'Sichere Veränderung von Depression oder Angst seit der Befragung davor',
  menuOf: (code: string) => `${code} bearbeiten`,
  edit: 'Patient*in bearbeiten',
  assign: 'Anderen Mitarbeitenden zuweisen',
  duplicate: 'Doppelt?',
  duplicateOf: (code: string) => `Doppelt? ${code}`,
  duplicateHint: 'Geburtsdatum, Geschlecht und Aufnahme gibt es in dieser Liste noch einmal.',
  deputyFor: (clinician: string) => `Vertretung für ${clinician}`,
  wrongUserType: 'Wrong user type!',
  unread: 'Ungelesen',
  noReports: '0 Berichte',
  ofNoReports: (summary: string) => `${summary} (0)`,
  saved: (code: string) => `${code}: Gespeichert.`,
  empty: 'Noch sind keine Patient*innen angelegt.',
  goneAsDeputy: (code: string) =>
    `Zu ${code} ist kein Hinweis mehr offen, oder die Tage Ihrer Vertretung sind vorbei. Wer bestätigt hat und was getan wurde, sieht die behandelnde Person.`,
  goneTitle: 'Nicht mehr in Ihrer Liste',
  gone: 'Diese*r Patient*in ist nicht mehr in Ihrer Liste: Inzwischen ist jemand anderes zuständig, oder die Daten wurden gelöscht.',
} as const;

/** What waits for a clinician: the words after the number of patients. */
export const waitingText = {
  label: 'Was heute wartet',
  unread: () => 'mit ungelesenem Report',
  worse: () => 'seit der letzten Messung verschlechtert',
  closing: (count: number) =>
    count === 1 ? 'Befragung schließt in 7 Tagen' : 'Befragungen schließen in 7 Tagen',
  overdue: () => 'überfällig',
} as const satisfies Record<Waiting, (count: number) => string> & { label: string };

/** Fields of the forms to register and to edit a patient. */
export const patientFormText = {
  code: (product: string) => `${product}-ID`,
  codeHint: 'Buchstaben und Ziffern, ohne Namen oder Initialen.',
  proposed: 'Zufälliger Vorschlag.',
  otherProposal: 'Anderer Vorschlag',
  propose: 'Zufällige ID vorschlagen',
  date_of_birth: 'Geburtsdatum',
  birthDateHint: 'Das Geburtsdatum ist zugleich das Passwort der Patient*in.',
  gender: 'Geschlecht',
  clinician: 'Mitarbeitende*r',
  noClinician: 'Es gibt noch keine aktiven Mitarbeitenden. Legen Sie zuerst Mitarbeitende an.',
  toClinicians: 'Zu den Mitarbeitenden',
  diagnoses: 'Diagnosen',
  diagnosesHint: 'Suchen Sie nach Schlüssel oder Bezeichnung.',
  firstDiagnosisOnly: 'Beim Anlegen wird nur die erste Diagnose gespeichert.',
  openChecklist: 'Aus der Liste wählen',
  diagnosesLoading: 'Die Diagnosen werden geladen …',
  cliniciansLoading: 'Die Mitarbeitenden werden geladen …',
  admission: 'Aufnahmedatum',
  discharge: 'Entlassdatum',
  openEnd: 'Ende offen',
  therapyLengths: 'Entlassdatum nach der Aufnahme',
  plusMonths: (months: number) => `+${months} Monate`,
  system_ids: 'System-IDs',
  systemIdsHint: 'Gemeinsame Kennung der Menschen eines Systems. Mit der Eingabetaste hinzufügen.',
  therapyEnd: 'Therapieende',
  end_reason: 'Grund des Therapieendes',
  noEndReason: 'Keine Angabe',
  session_count: 'Anzahl der Sitzungen',
} as const;

export const endReasonText = {
  REGULAR_ENDING: 'Reguläres Ende',
  EARLY_TERMINATION_BY_MUTUAL_AGREEMENT: 'Vorzeitiges Ende in gegenseitigem Einvernehmen',
  TERMINATION_BY_PATIENT: 'Abbruch durch Patient*in',
  TERMINATION_BY_THERAPIST: 'Abbruch durch Therapeut*in',
} as const satisfies Record<(typeof THERAPY_END_REASONS)[number], string>;

/** The problems of a form besides those of the record itself (product 5.4). */
export const patientProblemText = {
  codeMissing: (product: string) => `Sie müssen eine ${product}-ID angeben.`,
  codeTaken: recordProblemText.code_taken,
  gender: fieldText.gender_required,
  clinician: fieldText.clinician_required,
  diagnoses: fieldText.diagnosis_required,
  digitsOnly: 'Bitte geben Sie nur Zahlen ein.',
} as const;

export const codeWarningText = {
  short: 'Diese ID ist kurz und dadurch leicht zu erraten. Besser ist ein zufälliger Vorschlag.',
  sequential:
    'Diese ID folgt einer Reihe und ist dadurch leicht zu erraten. Besser ist ein zufälliger Vorschlag.',
  repeated:
    'Diese ID besteht aus einem einzigen Zeichen und ist dadurch leicht zu erraten. Besser ist ein zufälliger Vorschlag.',
} as const satisfies Record<CodeWarning, string>;

/** The question about a date of the therapy that is more than five years ahead. */
export const farDateText = {
  title: 'Stimmt das Datum?',
  question: (dates: string) =>
    `${dates} liegt mehr als fünf Jahre in der Zukunft. Wenn das Ende der Therapie noch nicht bekannt ist, wählen Sie bitte „Ende offen“.`,
  and: ' und ',
  confirm: 'Ja, es stimmt',
  change: 'Ändern',
  check: 'Bitte prüfen Sie dieses Datum.',
} as const;

export const registerText = {
  title: 'Patient*in anlegen',
  open: 'Patient*in anlegen',
  create: 'Anlegen',
  createMore: 'Anlegen und weitere hinzufügen',
  created: (code: string) => `${code} wurde angelegt.`,
  birthDateUntouched: 'Voreingestellt, noch nicht geändert.',
  birthDateTitle: 'Stimmt das Geburtsdatum?',
  birthDateQuestion: (date: string) =>
    `Das voreingestellte Geburtsdatum ${date} wurde nicht geändert. Es wird das Passwort der Patient*in. Mit einem falschen Datum kann sie oder er sich nicht anmelden.`,
  birthDateConfirm: 'Ja, es stimmt',
  birthDateChange: 'Ändern',
  birthDateMissing: 'Bitte geben Sie das Geburtsdatum ein.',
} as const;

export const editText = {
  title: (code: string) => `Patient*in ${code} bearbeiten`,
  save: 'Speichern',
  datesWarning:
    'Achtung: Durch das Ändern von Aufnahme- oder Entlassdatum können bisherige Befragungen ungültig werden.',
  detachTitle: 'Befragungen ohne Zeitraum',
  detachQuestion: (surveys: string, missed: string) =>
    `Mit diesen Daten liegen diese Befragungen in keinem Befragungszeitraum mehr und werden nicht mehr als Ergebnis gezeigt: ${surveys}. Gespeichert bleiben sie.${missed === '' ? '' : ` Als nicht ausgefüllt zählen dann: ${missed}.`} Möchten Sie die Daten trotzdem ändern?`,
  detachConfirm: 'Trotzdem ändern',
  detached: (surveys: string) =>
    `Die Änderungen sind gespeichert. Diese Befragungen liegen in keinem Befragungszeitraum mehr und werden nicht mehr als Ergebnis gezeigt: ${surveys}. Gespeichert bleiben sie.`,
  moved:
    'Inzwischen ist jemand anderes zuständig, deshalb wurde noch nichts gespeichert. Wenn Ihre Änderungen trotzdem gelten sollen, speichern Sie sie bitte noch einmal.',
  detachedSurvey: (point: string, date: string) => `${point} (zuletzt bearbeitet am ${date})`,
} as const;

export const checklistText = {
  title: 'Diagnosen auswählen',
  search: 'Diagnosen durchsuchen',
  none: 'Sie müssen mindestens eine Diagnose wählen.',
  take: 'Übernehmen',
  chosen: (count: number) => (count === 1 ? '1 Diagnose gewählt' : `${numberText(count)} Diagnosen gewählt`),
} as const;

export const assignText = {
  title: 'Anderen Mitarbeitenden zuweisen',
  lead: (code: string, clinician: string) => `${code} ist zurzeit ${clinician} zugewiesen.`,
  clinician: 'Neue*r Mitarbeitende*r',
  nobody: 'In dieser Klinik gibt es sonst keine aktiven Mitarbeitenden.',
  submit: 'Zuweisen',
  clinicianLosesAccess: 'Nach der Zuweisung sehen Sie diese*n Patient*in nicht mehr.',
  missing: fieldText.clinician_required,
  failure:
    'Irgendetwas ist schief gelaufen. Der*die Patient*in wurde keinem neuen Mitarbeitenden zugewiesen.',
  moved: 'Inzwischen ist jemand anderes zuständig. Die Liste zeigt den neuen Stand.',
  success: {
    clinician: 'Der*die Patient*in wurde erfolgreich einem neuen Mitarbeitenden zugewiesen.',
    admin: 'Dem Patienten wurde erfolgreich ein neuer Mitarbeiter zugewiesen.',
  },
} as const;

/** Survey status and result of one patient. */
export const surveyModalText = {
  statusTitle: (code: string) => `Befragungsstatus von ${code}`,
  resultTitle: (code: string) => `Ergebnis von ${code}`,
  column: {
    point: 'Messzeitpunkt',
    period: 'Zeitraum',
    status: 'Befragungsstatus',
    updated: 'Zuletzt bearbeitet',
    result: 'Ergebnis',
    report: 'Bericht',
  },
  period: (from: string, to: string) => `${from} bis ${to}`,
  nothing: '–',
  noWindows: 'Für diese*n Patient*in sind keine Befragungen geplant.',
  toResult: 'Ergebnis anzeigen',
  toStatus: 'Befragungsstatus anzeigen',
  openReport: 'Bericht öffnen',
  openReportOf: (point: string) => `Bericht öffnen: ${point}`,
} as const;

/** The menu over a table of patients. */
export const tableToolsText = {
  table: 'Tabelle',
  label: 'Ansichten und Spalten',
  views: 'Ansichten',
  keep: 'Diese Ansicht merken',
  forget: 'Diese Ansicht vergessen',
  leftOut: 'Text- und Datumsfilter werden zum Schutz der Patient*innen nicht gemerkt.',
  columns: 'Spalten',
  sorted: (column: string, desc: boolean) => `${column} ${desc ? 'absteigend' : 'aufsteigend'}`,
  keys: 'Tastenkürzel',
  keysLead: 'Sie gelten, solange der Fokus in der Tabelle ist.',
  fixedKeys: [
    ['↑ ↓', 'eine Zeile nach oben oder unten'],
    ['/', 'zum Filter nach Code'],
    ['?', 'diese Übersicht'],
  ],
} as const;

/** The course of all scales above the surveys of the result, and who has read their reports. */
export const courseModalText = {
  heading: 'Verlauf',
  title: (code: string) => `Verlauf von ${code}`,
  loading: 'Der Verlauf wird geladen …',
  /** Each reader with the day of the last time. */
  readBy: (readers: readonly string[]) => `gelesen von ${readers.join(', ')}`,
  reader: (username: string | null, day: string) => `${username ?? 'gelöschtem Konto'} (${day})`,
  unread: 'Wieder als ungelesen',
  unreadOf: (point: string) => `Wieder als ungelesen: ${point}`,
} as const;

/** Product 9.4: names of the measurement points. Used where the names of the protocol are not available. */
export const windowTypeText = {
  PRE: 'Erstgespräch',
  INTERMEDIATE: 'Zwischenbefragung',
  POST: 'Therapieende',
  FOLLOW_UP_1: 'Nachsorge 6 Monate',
  FOLLOW_UP_2: 'Nachsorge 12 Monate',
  FOLLOW_UP_3: 'Nachsorge 24 Monate',
} as const satisfies Record<WindowType, string>;
