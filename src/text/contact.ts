import type { UserType } from '../contract/accounts.ts';

/** The contacts of each role (product 2.7). */
export const contactDialogText = {
  title: 'Kontakt',
  patient:
    'Bitte wenden Sie sich bei Fragen an die Mitarbeitenden Ihrer Klinik. Sie helfen Ihnen auch, wenn Sie Ihre ID vergessen haben.',
  clinician: 'Bitte wenden Sie sich bei Fragen an den Klinik-Admin Ihrer Klinik.',
  anonymous: 'Bitte wenden Sie sich bei Fragen per E-Mail an den technischen Support.',
  support: 'Technischer Support:',
  clinicContact: 'So erreichen Sie Ihre Klinik:',
  more: 'Alle Kontaktangaben',
} as const;

export type ContactRole = 'patient' | 'clinician' | 'anonymous';

export const contactRole = {
  patient: 'patient',
  clinician: 'clinician',
  admin: 'anonymous',
} as const satisfies Record<UserType, ContactRole>;
