import { DAYS_TO_UNDO_TRANSFER } from '../domain/patient-record.ts';
import { numberText } from './locale.ts';

/** The admin's pages about the employees of the clinic (product 2, 5 and 8). */
export const employeeText = {
  title: 'Mitarbeitende',
  register: 'Mitarbeitende anlegen',
  table: 'Mitarbeitende',
  empty: 'Noch gibt es keine Mitarbeitenden. Legen Sie die ersten an, um ihnen Patient*innen zuzuweisen.',
  column: {
    edit: 'Bearbeiten',
    username: 'Mitarbeitenden-ID',
    password: 'Passwort',
    deputy: 'Vertretung',
    patients: 'Anzahl Patient*innen',
    state: 'Konto',
  },
  password: '**********',
  passwordHidden: 'Passwort wird nicht angezeigt',
  disabled: 'deaktiviert',
  menu: (name: string) => `${name} bearbeiten`,
  menuItem: {
    rename: 'Mitarbeitenden-ID ändern',
    reset: 'Passwort zurücksetzen',
    factor: 'Zweiten Faktor entfernen',
    codes: 'Patient*innenliste anzeigen',
    transfer: 'Patient*innen übertragen',
    undo: 'Übertragung rückgängig machen',
    deputy: 'Vertretung festlegen',
    disable: 'Deaktivieren',
    enable: 'Aktivieren',
  },
  enabledNow: (name: string) => `Der*Die Mitarbeitende ${name} wurde erfolgreich aktiviert.`,
  disabledNow: (name: string) => `Der*Die Mitarbeitende ${name} wurde erfolgreich deaktiviert.`,
} as const;

export const registerClinicianText = {
  title: 'Mitarbeitende anlegen',
  username: 'Mitarbeitenden-ID',
  hint: 'Nur Buchstaben und Ziffern. Mit dieser ID melden sich Mitarbeitende an.',
  submit: 'Anlegen',
  taken: 'Beim Registrieren ist ein Fehler aufgetreten: Die Mitarbeitenden-ID ist schon vergeben',
} as const;

/** The admins of the clinic, in the same section. */
export const adminAccessText = {
  title: 'Verwaltungszugänge',
  lead: 'Diese Personen verwalten die Klinik und sehen keine Ergebnisse. Am besten sind es zwei: Geht ein Zugang verloren, hilft die andere Person.',
  add: 'Verwaltungszugang hinzufügen',
  self: 'Ihr Zugang',
  menu: (name: string) => `Verwaltungszugang von ${name} bearbeiten`,
  enabledNow: (name: string) => `Der Verwaltungszugang von ${name} ist wieder aktiv.`,
  disabledNow: (name: string) => `Der Verwaltungszugang von ${name} ist deaktiviert.`,
  disableTitle: 'Verwaltungszugang deaktivieren',
  disableQuestion: (name: string) =>
    `Möchten Sie den Verwaltungszugang von ${name} deaktivieren? ${name} wird sofort abgemeldet und kann sich erst wieder anmelden, wenn Sie den Zugang aktivieren.`,
} as const;

export const registerAdminText = {
  title: 'Verwaltungszugang hinzufügen',
  username: 'Benutzername',
  hint: 'Nur Buchstaben und Ziffern. Der Zugang gilt sofort; die Person sieht und ändert, was Sie sehen und ändern.',
  submit: 'Hinzufügen',
  taken: 'Der Benutzername ist bereits vergeben.',
} as const;

export const renameText = {
  title: 'Mitarbeitenden-ID ändern',
  username: 'Neue Mitarbeitenden-ID',
  hint: (name: string) => `Bisher: ${name}. Nur Buchstaben und Ziffern.`,
  submit: 'Ändern',
  unchanged: 'Sie müssen einen Benutzernamen eingeben.',
  taken: 'Der Benutzername ist bereits vergeben.',
  renamed: 'Der Benutzername wurde erfolgreich geändert.',
} as const;

/** A generated password, shown only once. */
export const newPasswordText = {
  title: 'Passwort notieren',
  registered: (name: string) => `Der*Die Mitarbeitende ${name} wurde angelegt.`,
  admin: (name: string) => `Der Verwaltungszugang ${name} wurde angelegt.`,
  factor: (name: string) =>
    `Der zweite Faktor von ${name} wurde entfernt. Das alte Passwort gilt nicht mehr.`,
  reset: (name: string) => `Das Passwort von ${name} wurde zurückgesetzt. Das alte gilt nicht mehr.`,
  once: 'Das neue Passwort wird nur dieses eine Mal angezeigt. Geben Sie es auf sicherem Weg weiter; nach der ersten Anmeldung ist ein eigenes zu wählen.',
  label: 'Neues Passwort',
} as const;

export const resetText = {
  title: 'Passwort zurücksetzen',
  question: (name: string) =>
    `Möchten Sie das Passwort von ${name} zurücksetzen? Das bisherige Passwort gilt dann nicht mehr, und ${name} wird überall abgemeldet.`,
  confirm: 'Zurücksetzen',
} as const;

/** A person who has lost the phone and the recovery codes. */
export const factorText = {
  title: 'Zweiten Faktor entfernen',
  question: (name: string) =>
    `Hat ${name} das Telefon und die Wiederherstellungscodes verloren? Vergewissern Sie sich persönlich, dass die Bitte von ${name} kommt. ${name} meldet sich dann mit einem neuen Passwort ohne zweiten Faktor an und wird überall abgemeldet.`,
  confirm: 'Entfernen',
} as const;

export const patientCodesText = {
  title: (name: string) => `Patient*innen von ${name}`,
  count: (count: number) => (count === 1 ? '1 Patient*in' : `${numberText(count)} Patient*innen`),
  none: (name: string) => `${name} hat keine Patient*innen.`,
  list: 'Patientencodes',
} as const;

export const transferText = {
  title: 'Patient*innen übertragen',
  lead: (count: number, from: string) => `${patientCodesText.count(count)} von ${from} übertragen an:`,
  target: 'Neue*r Mitarbeitende*r',
  targetMissing:
    'Sie müssen noch eine*n Mitarbeitende*n auswählen, an welchen die Patient*innen übertragen werden sollen.',
  noTarget: 'Es gibt keine anderen aktiven Mitarbeitenden, an die übertragen werden kann.',
  choice: (chosen: number, all: number) =>
    chosen === all
      ? 'Auswählen, wer übertragen wird'
      : `Ausgewählt: ${numberText(chosen)} von ${numberText(all)}`,
  all: 'Alle auswählen',
  none: 'Alle abwählen',
  noneChosen: 'Bitte wählen Sie mindestens eine*n Patient*in aus.',
  undo: 'Rückgängig machen',
  undone: (done: number, all: number) =>
    done === all
      ? 'Die Übertragung wurde rückgängig gemacht.'
      : `${numberText(done)} von ${numberText(all)} Patient*innen wurden zurückübertragen. Die anderen haben inzwischen andere Behandelnde.`,
  undoLater: (from: string) =>
    `Im Menü von ${from} lässt sich das ${DAYS_TO_UNDO_TRANSFER} Tage lang rückgängig machen, auch wenn das Konto deaktiviert ist.`,
  submit: 'Übertragen',
  submitRest: 'Rest übertragen',
  stop: 'Anhalten',
  progress: (done: number, total: number) => `${numberText(done)} von ${numberText(total)} übertragen`,
  done: (name: string) =>
    `Die Patient*innen wurden erfolgreich an den*die Mitarbeitende*n ${name} übertragen.`,
  partly: (done: number, total: number, name: string) =>
    `${numberText(done)} von ${numberText(total)} Patient*innen wurden an ${name} übertragen.`,
  stopped: 'Die Übertragung wurde angehalten. Was bis dahin übertragen wurde, bleibt übertragen.',
  offline:
    'Die Verbindung ist unterbrochen. Was bis dahin übertragen wurde, bleibt übertragen. Versuchen Sie es erneut, sobald die Verbindung wieder da ist.',
  failed: 'Nicht übertragen:',
  failedOne: (code: string, reason: string) => `${code}: ${reason}`,
  more: (count: number) => `und ${numberText(count)} weitere`,
  unknownReason: 'Irgendetwas ist schief gelaufen.',
} as const;

/** Taking back what was transferred lately. */
export const undoTransferText = {
  title: 'Übertragung rückgängig machen',
  none: (name: string) =>
    `In den letzten ${DAYS_TO_UNDO_TRANSFER} Tagen wurden von ${name} keine Patient*innen übertragen, die sich zurückholen lassen.`,
  which: 'Übertragung',
  transfer: (to: string, day: string, count: number) =>
    `am ${day} an ${to}: ${patientCodesText.count(count)}`,
  lead: (count: number, to: string, from: string) =>
    `${patientCodesText.count(count)} ${count === 1 ? 'geht' : 'gehen'} von ${to} zurück an ${from}.`,
  movedOn: (count: number) =>
    count === 1
      ? '1 weitere*r Patient*in ist inzwischen bei anderen Behandelnden und bleibt dort.'
      : `${numberText(count)} weitere Patient*innen sind inzwischen bei anderen Behandelnden und bleiben dort.`,
  enables: (name: string) =>
    `Das Konto von ${name} ist deaktiviert. Es wird dafür wieder aktiviert; ${name} kann sich dann wieder anmelden.`,
  submit: 'Rückgängig machen',
} as const;

/** Disabling a clinician with patients (product 19.4). */
export const disableText = {
  title: 'Noch Patient*innen zugewiesen',
  text: (count: number, name: string) =>
    count === 1
      ? `${name} ist noch 1 Patient*in zugewiesen.`
      : `${name} sind noch ${numberText(count)} Patient*innen zugewiesen.`,
  why: 'Für alle Patient*innen muss jemand zuständig sein, damit kein Hinweis liegen bleibt. Übertragen Sie sie zuerst; danach können Sie das Konto deaktivieren.',
  question: (target: string, name: string) =>
    `Die Patient*innen wurden erfolgreich an den*die Mitarbeitende*n ${target} übertragen. ${transferText.undoLater(name)} Möchten Sie das Konto von ${name} jetzt deaktivieren?`,
  /** The question about a clinician without patients. */
  plainQuestion: (name: string) =>
    `Möchten Sie das Konto von ${name} deaktivieren? ${name} wird sofort abgemeldet und kann sich erst wieder anmelden, wenn Sie das Konto aktivieren.`,
  nextTitle: 'Konto deaktivieren',
  confirm: 'Deaktivieren',
  later: 'Aktiv lassen',
} as const;

/** Deputies (product 19.4). */
export const deputyText = {
  title: (name: string) => `Vertretung für ${name}`,
  ended: (name: string) =>
    `Die Vertretung für ${name} endet damit. Bitte legen Sie bei Bedarf eine neue fest.`,
  lead: (name: string) =>
    `Die Vertretung sieht an diesen Tagen diejenigen Patient*innen von ${name}, zu denen ein unbestätigter Hinweis vorliegt, mit ihren Berichten. Andere sieht sie nicht.`,
  deputy: 'Vertretung',
  from: 'Erster Tag',
  until: 'Letzter Tag',
  untilHint: 'Dieser Tag gehört noch dazu, höchstens drei Monate nach dem ersten.',
  submit: 'Festlegen',
  remove: 'Aufheben',
  missing: 'Bitte wählen Sie aus, wer die Vertretung übernimmt.',
  noOthers: 'Es gibt keine anderen aktiven Mitarbeitenden, die die Vertretung übernehmen können.',
  done: (name: string, deputy: string, days: string) => `${name} wird von ${deputy} vertreten: ${days}.`,
  removed: (name: string) => `${name} hat keine Vertretung mehr.`,
  days: (from: string, until: string) => (from === until ? `am ${from}` : `${from} bis ${until}`),
  running: 'läuft:',
  none: 'keine Vertretung',
  noticeDisabled: (name: string, deputy: string) =>
    `${name} wird von ${deputy} vertreten, aber dieses Konto ist deaktiviert. Bitte legen Sie eine andere Vertretung fest.`,
  deputyDisabled: 'Das Konto der Vertretung ist deaktiviert.',
  overview: 'Vertretungen',
  overviewLead:
    'Sind Behandelnde abwesend, sieht ihre Vertretung an den festgelegten Tagen deren Patient*innen mit einem unbestätigten Hinweis, und nur diese. Auch die Behandelnden selbst können eine Vertretung festlegen.',
  noClinicians: 'Noch gibt es keine aktiven Mitarbeitenden.',
  set: 'Festlegen',
  change: 'Ändern',
  actionFor: (action: string, name: string) => `${action}: Vertretung für ${name}`,
} as const;
