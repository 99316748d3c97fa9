/** The failed action in the generic alert, after "Beim" (product 8.4: named actions). */
export const actionText = {
  listClinicians: 'Laden der Mitarbeitendenliste',
  listAdmins: 'Laden der Verwaltungszugänge',
  listDiagnoses: 'Laden der Diagnosenliste',
  loadReports: 'Laden der Patientenberichte',
  markUnread: 'Markieren als ungelesen',
  loadSurvey: 'Laden der Umfrage',
  loadWindows: 'Laden der Befragungszeiträume',
  register: 'Registrieren',
  assign: 'Zuweisen',
  accessSheets: 'Erstellen der Zugangsblätter',
  allowDevice: 'Zulassen eines Geräts',
  editClinician: 'Bearbeiten der Mitarbeitenden',
  editAdmin: 'Bearbeiten des Verwaltungszugangs',
  editPatient: 'Bearbeiten der Patient*innen',
  transfer: 'Übertragen der Patient*innen',
  checkFile: 'Prüfen der Datei',
  importPatients: 'Importieren der Patient*innen',
  loadPatients: 'Laden der Patient*innen',
  removeFactor: 'Entfernen des zweiten Faktors',
  resetPassword: 'Zurücksetzen des Passworts',
  loadCrisisEvents: 'Laden der Hinweise',
  acknowledge: 'Bestätigen des Hinweises',
  takeBack: 'Zurücknehmen des Hinweises',
  loadDeputy: 'Laden der Vertretung',
  loadReminderAddress: 'Laden der Erinnerungsadresse',
  setReminderAddress: 'Speichern der Erinnerungsadresse',
  loadAddresses: 'Laden der E-Mail-Adressen',
  repeatConfirmation: 'Senden der E-Mail',
  removeAddresses: 'Löschen der E-Mail-Adressen',
  loadSharing: 'Laden der Frage zu gemeinsamen Gesprächen',
  setSharing: 'Speichern der Antwort',
  loadSystemView: 'Laden der Systemansicht',
  loadConsent: 'Laden der Einwilligung',
  loadNotices: 'Laden der Sicherheitshinweise',
  loadSessions: 'Laden der angemeldeten Geräte',
  endSessions: 'Abmelden der anderen Geräte',
  giveConsent: 'Speichern der Einwilligung',
  withdrawConsent: 'Widerrufen der Einwilligung',
  loadClinic: 'Laden der Klinikangaben',
  saveClinic: 'Speichern der Klinikangaben',
  setDeputy: 'Festlegen der Vertretung',
  countEvents: 'Zählen der unbestätigten Hinweise',
} as const;

/** An action of this table, or the words of one of an extension. */
export type Action = keyof typeof actionText | { readonly words: string };

const wordsOf = (action: Action) => (typeof action === 'string' ? actionText[action] : action.words);

export const failureText = {
  network: (action: Action) =>
    `Beim ${wordsOf(action)} ist ein Netzwerkfehler aufgetreten. Entweder Sie haben keine Internetverbindung oder der Server ist nicht erreichbar.`,
  loggedOut: 'Sie sind nicht (mehr) eingeloggt. Bitte loggen Sie sich erneut ein.',
  server: (action: Action) => `Beim ${wordsOf(action)} ist ein Fehler aufgetreten: Interner Server Fehler`,
  known: (action: Action, reason: string) => `Beim ${wordsOf(action)} ist ein Fehler aufgetreten: ${reason}`,
  unknown: (action: Action, status: number | null) =>
    `Beim ${wordsOf(action)} ist ein unbekannter Fehler aufgetreten (${status === null ? 'kein Statuscode' : `HTTP-Statuscode ${status}`}).`,
} as const;
