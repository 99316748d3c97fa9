/** The registration of an admin (product 2.6, 5.3 and 8.5). Not in `login.ts`, because the login page must be small. */
export const registrationText = {
  title: 'Admin registrieren',
  lead: 'Legen Sie das erste Admin-Konto Ihrer Klinik an. Weitere legt es später selbst an.',
  username: 'Benutzername',
  usernameHint: 'Nur Buchstaben und Ziffern.',
  submit: 'Registrieren',
  doneTitle: 'Das Konto ist angelegt',
  passwordOnce:
    'Das ist Ihr Passwort. Es wird nur dieses eine Mal angezeigt: Notieren Sie es jetzt an einem sicheren Ort.',
  password: 'Passwort',
  activation:
    'Das Konto muss noch freigeschaltet werden. Erst danach können Sie sich anmelden; nach der ersten Anmeldung werden Sie gebeten, das Passwort zu ändern.',
  toLogin: 'Zur Anmeldung',
  failure: 'Irgendetwas ist schief gelaufen. Bitte versuchen Sie es erneut.',
  clinicHasAdmin: 'In dieser Klinik existiert bereits ein Admin.',
} as const;
