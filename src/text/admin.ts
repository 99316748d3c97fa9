/** The admin's home (product 2.16). */
export const adminText = {
  title: 'Verwaltung',
  patients: 'Patient*innen',
  employees: 'Mitarbeitende',
  questionnaires: 'Fragebögen der Klinik',
} as const;

/** What an admin of a clinic without patients does first. */
export const firstStepsText = {
  title: 'Die ersten Schritte',
  clinicians: 'Legen Sie die Mitarbeitenden an: Jede*r Patient*in ist einer Person zugewiesen.',
  toClinicians: 'Zu den Mitarbeitenden',
  done: 'Erledigt',
  help: 'Prüfen Sie Kontakt und Hilfe in einer Krise: Beides sehen Ihre Patient*innen.',
  toHelp: 'Zu Kontakt und Hilfe',
  patients: 'Legen Sie Patient*innen einzeln an, oder importieren Sie sie aus einer Tabelle.',
} as const;
