/** The first page (product 2.5). */
export const landingText = {
  lead: 'Fragebögen und Rückmeldungen für die ambulante Psychotherapie.',
  survey: 'Ihre Befragung',
  surveyHint:
    'Füllen Sie Fragebögen in Ruhe aus, auch in mehreren Schritten. Sie brauchen dafür die ID aus Ihrer Klinik und Ihr Geburtsdatum.',
  trust: 'So schützen wir Ihre Daten',
  staff: 'Für Kliniken',
  patient: 'Patient*in',
  clinician: 'Mitarbeitende',
  clinicianHint: 'Patient*innen begleiten und Ergebnisse ansehen',
  admin: 'Klinik-Admin',
  adminHint: 'Patient*innen und Mitarbeitende einer Klinik verwalten',
  registration: 'Admin registrieren',
  registrationHint: 'Eine Klinik zum ersten Mal anmelden',
  choices: 'Anmeldung wählen',
} as const;
