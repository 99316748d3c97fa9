/** Top bar, sidebars, footer and dialogs around every page (product 2.3: shared frame). */
export const frameText = {
  skip: 'Zum Inhalt springen',
  home: (product: string) => `${product}, zur Startseite`,
  menu: 'Menü',
  legalNavigation: 'Rechtliches',
  back: 'Zurück',
  scheme: 'Darstellung',
  textSize: 'Schriftgröße',
  textSizes: { 100: 'Normal', 125: 'Groß', 150: 'Sehr groß' },
  schemes: { auto: 'Wie im System', light: 'Hell', dark: 'Dunkel' },
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  contact: 'Kontakt',
  accessibility: 'Barrierefreiheit',
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
  clinicianPatientReport: 'Bericht für Patient*innen',
  clinicianInformation: 'Informationen',
  adminHome: 'Verwaltung',
  adminInformation: 'Informationen',
  clinicianQuestionnaires: 'Fragebögen',
  adminQuestionnaires: 'Fragebögen',
  notFound: 'Seite nicht gefunden',
} as const;

export const idleText = {
  title: 'Achtung!',
  lead: 'Sie waren längere Zeit nicht aktiv. Zu Ihrer Sicherheit werden Sie gleich abgemeldet.',
  seconds: (seconds: number) => (seconds === 1 ? 'Noch 1 Sekunde' : `Noch ${seconds} Sekunden`),
  stay: 'Eingeloggt bleiben',
} as const;

export const sessionText = {
  signedOut: 'Sie sind abgemeldet.',
  answersSaved: 'Ihre Antworten sind gespeichert.',
  loginAgain: 'Bitte melden Sie sich erneut an.',
  /** What of a survey is saved when its login was lost. */
  lostWork: {
    saved: 'Ihre Antworten sind gespeichert, auch die auf der letzten Seite.',
    unsaved:
      'Ihre gesendeten Seiten sind gespeichert. Was Sie zuletzt eingegeben haben, steht nach der Anmeldung in diesem Fenster wieder da.',
    pages: 'Ihre gesendeten Seiten sind gespeichert.',
  },
  idle: 'Sie waren längere Zeit nicht aktiv und wurden zu Ihrer Sicherheit abgemeldet.',
  unknownUser: 'Der Nutzer konnte nicht identifiziert werden.',
} as const;

export const errorPageText = {
  renderTitle: 'Irgendetwas ist schief gelaufen.',
  render: 'Die Seite konnte nicht angezeigt werden. Ihre gespeicherten Angaben sind davon nicht betroffen.',
  chunkTitle: 'Ein Teil der Seite konnte nicht geladen werden.',
  chunkCode: 'Loading chunk failed.',
  chunk:
    'Möglicherweise ist Ihre Internetverbindung unterbrochen oder die Anwendung wurde gerade aktualisiert. Bitte laden Sie die Seite neu. Sie bleiben angemeldet, und Ihre gespeicherten Angaben bleiben erhalten.',
  reload: 'Seite neu laden',
} as const;

/** Shown where a script failed and nothing else says so. */
export const scriptFailureText = {
  title: 'Irgendetwas ist schief gelaufen.',
  inSurvey:
    'Ihre gesendeten Seiten sind gespeichert. Bitte laden Sie die Seite neu. Dann geht es hier weiter.',
  elsewhere:
    'Bitte laden Sie die Seite neu. Eingaben, die noch nicht gespeichert sind, gehen dabei verloren.',
  clinic: (contact: string) => `Hilft das nicht? So erreichen Sie Ihre Klinik: ${contact}`,
  anyClinic:
    'Hilft das nicht? Versuchen Sie es mit einem anderen Browser, oder wenden Sie sich bitte an Ihre Klinik.',
  reload: 'Seite neu laden',
  close: 'Schließen',
} as const;

/** Announced once after an update of the application. */
export const newVersionText = {
  title: 'Es gibt eine neue Version',
  text: 'Die Anwendung wurde gerade aktualisiert. Bitte laden Sie die Seite neu, wenn es für Sie passt. Sie bleiben angemeldet, und Ihre gespeicherten Angaben bleiben erhalten.',
  later: 'Später',
  reload: 'Seite neu laden',
} as const;
