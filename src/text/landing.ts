/** The first page (product 2.5). */
export const landingText = {
  lead: 'Fragebögen und Rückmeldungen für die ambulante Psychotherapie. Bitte wählen Sie, wie Sie sich anmelden möchten.',
  patient: 'Patient*in',
  patientHint: 'Fragebögen ausfüllen und Rückmeldungen ansehen',
  clinician: 'Mitarbeitende',
  clinicianHint: 'Patient*innen begleiten und Ergebnisse ansehen',
  admin: 'Klinik-Admin',
  adminHint: 'Patient*innen und Mitarbeitende einer Klinik verwalten',
  registration: 'Admin registrieren',
  registrationHint: 'Eine Klinik zum ersten Mal anmelden',
  choices: 'Anmeldung wählen',
} as const;
