/** Top bar, sidebars, footer and dialogs around every page (product 2.3: shared frame). */
export const frameText = {
  skip: 'Zum Inhalt springen',
  home: (product: string) => `${product}, zur Startseite`,
  menu: 'Menü',
  closeMenu: 'Menü schließen',
  mainNavigation: 'Hauptmenü',
  legalNavigation: 'Rechtliches',
  profile: 'Profilmenü',
  changePassword: 'Passwort ändern',
  secondFactor: 'Zwei-Faktor-Anmeldung',
  deputy: 'Vertretung und Erinnerungen',
  sessions: 'Angemeldete Geräte',
  logout: 'Logout',
  back: 'Zurück',
  scheme: 'Darstellung',
  schemes: { auto: 'Wie im System', light: 'Hell', dark: 'Dunkel' },
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  contact: 'Kontakt',
  accessibility: 'Barrierefreiheit',
  general: 'Allgemeines',
} as const;

export const sidebarText = {
  patient: {
    current: 'Aktuelles',
    info: 'Profil',
    survey: 'Befragungen',
    report: 'Berichte',
    clinics: 'Ambulanz',
    information: 'Informationen',
  },
  clinician: {
    myPatients: 'Meine Patient*innen',
    clinics: 'Klinik',
    closeAll: 'Alles zuklappen',
    information: 'Informationen',
  },
  admin: {
    patients: 'Patient*innen',
    employees: 'Mitarbeitende',
    clinic: 'Klinik',
    information: 'Informationen',
  },
} as const;

/** Suffix of the document title, page by page. */
export const pageTitle = {
  landing: 'Start',
  loginPatient: 'Anmeldung für Patient*innen',
  loginClinician: 'Anmeldung für Mitarbeitende',
  loginAdmin: 'Anmeldung für Klinik-Admins',
  register: 'Admin registrieren',
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  contact: 'Kontakt',
  accessibility: 'Erklärung zur Barrierefreiheit',
  patientHome: 'Übersicht',
  survey: 'Befragung',
  patientReport: 'Bericht',
  patientInformation: 'Informationen',
  clinicianHome: 'Übersicht',
  clinicianReport: 'Ergebnisbericht',
  clinicianPatientReport: 'Patientenbericht',
  clinicianInformation: 'Informationen',
  adminHome: 'Verwaltung',
  adminInformation: 'Informationen',
  notFound: 'Seite nicht gefunden',
} as const;

export const idleText = {
  title: 'Achtung!',
  lead: 'Sie waren längere Zeit nicht aktiv. Zu Ihrer Sicherheit werden Sie gleich abgemeldet.',
  seconds: (seconds: number) => (seconds === 1 ? 'Noch 1 Sekunde' : `Noch ${seconds} Sekunden`),
  stay: 'Eingeloggt bleiben',
} as const;

export const sessionText = {
  loginAgain: 'Bitte melden Sie sich erneut an.',
  idle: 'Sie waren längere Zeit nicht aktiv und wurden zu Ihrer Sicherheit abgemeldet.',
  unknownUser: 'Der Nutzer konnte nicht identifiziert werden.',
} as const;

export const errorPageText = {
  notFoundTitle: 'Seite nicht gefunden',
  notFoundCode: '404 Not Found',
  notFound:
    'Diese Adresse gibt es hier nicht. Vielleicht haben Sie sich vertippt, oder die Seite ist umgezogen.',
  toHome: 'Zur Startseite',
  renderTitle: 'Irgendetwas ist schief gelaufen.',
  render: 'Die Seite konnte nicht angezeigt werden. Ihre gespeicherten Angaben sind davon nicht betroffen.',
  chunkTitle: 'Ein Teil der Seite konnte nicht geladen werden.',
  chunkCode: 'Loading chunk failed.',
  chunk:
    'Möglicherweise ist Ihre Internetverbindung unterbrochen oder die Anwendung wurde gerade aktualisiert. Bitte laden Sie die Seite neu. Sie bleiben angemeldet, und Ihre gespeicherten Angaben bleiben erhalten.',
  reload: 'Seite neu laden',
} as const;

/** Announced once after an update of the application. */
export const newVersionText = {
  title: 'Es gibt eine neue Version',
  text: 'Die Anwendung wurde gerade aktualisiert. Bitte laden Sie die Seite neu, wenn es für Sie passt. Sie bleiben angemeldet, und Ihre gespeicherten Angaben bleiben erhalten.',
  later: 'Später',
  reload: 'Seite neu laden',
} as const;

/** The failed action in the generic alert, after "Beim" (product 8.4: named actions). */
export const actionText = {
  listClinicians: 'Laden der Mitarbeitendenliste',
  listDiagnoses: 'Laden der Diagnosenliste',
  loadReports: 'Laden der Patientenberichte',
  loadSurvey: 'Laden der Umfrage',
  loadWindows: 'Laden der Befragungszeiträume',
  register: 'Registrieren',
  assign: 'Zuweisen',
  allowDevice: 'Zulassen eines Geräts',
  editClinician: 'Bearbeiten der Mitarbeitenden',
  editPatient: 'Bearbeiten der Patient*innen',
  transfer: 'Übertragen der Patient*innen',
  checkFile: 'Prüfen der Datei',
  importPatients: 'Importieren der Patient*innen',
  loadPatients: 'Laden der Patient*innen',
  resetPassword: 'Zurücksetzen des Passworts',
  loadCrisisEvents: 'Laden der Hinweise',
  acknowledge: 'Bestätigen des Hinweises',
  loadDeputy: 'Laden der Vertretung',
  loadReminderAddress: 'Laden der Erinnerungsadresse',
  setReminderAddress: 'Speichern der Erinnerungsadresse',
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

export type Action = keyof typeof actionText;

export const failureText = {
  network: (action: Action) =>
    `Beim ${actionText[action]} ist ein Netzwerkfehler aufgetreten. Entweder Sie haben keine Internetverbindung oder der Server ist nicht erreichbar.`,
  loggedOut: 'Sie sind nicht (mehr) eingeloggt. Bitte loggen Sie sich erneut ein.',
  server: (action: Action) => `Beim ${actionText[action]} ist ein Fehler aufgetreten: Interner Server Fehler`,
  known: (action: Action, reason: string) =>
    `Beim ${actionText[action]} ist ein Fehler aufgetreten: ${reason}`,
  unknown: (action: Action, status: number | null) =>
    `Beim ${actionText[action]} ist ein unbekannter Fehler aufgetreten (${status === null ? 'kein Statuscode' : `HTTP-Statuscode ${status}`}).`,
} as const;

export const forbiddenText = {
  title: 'Keine Berechtigung',
  text: 'Sie haben für diese Seite keine Berechtigung.',
} as const;
