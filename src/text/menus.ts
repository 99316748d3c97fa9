/** The menus of a signed-in user. Login and survey have none, so these words are not in their file (product 2.3). */
export const menuText = {
  closeMenu: 'Menü schließen',
  mainNavigation: 'Hauptmenü',
  profile: 'Profilmenü',
  changePassword: 'Passwort ändern',
  secondFactor: 'Zwei-Faktor-Anmeldung',
  deputy: 'Vertretung und Erinnerungen',
  sessions: 'Angemeldete Geräte',
  logout: 'Logout',
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
    questionnaires: 'Fragebögen',
    information: 'Informationen',
  },
} as const;
