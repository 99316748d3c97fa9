/** The dialog to change a password (product 2.4 and 5.2). Not in `frame.ts`, because every page loads that file. */
export const passwordDialogText = {
  title: 'Passwort ändern',
  mustChange: 'Sie haben sich mit einem vorläufigen Passwort angemeldet. Bitte wählen Sie jetzt ein eigenes.',
  old: 'Altes Passwort',
  new: 'Neues Passwort',
  confirmed: 'Neues Passwort bestätigen',
  hint: 'Mind. 10 Zeichen. Mind. 1 Kleinbuchstabe, 1 Großbuchstabe und 1 Zahl',
  submit: 'Ändern',
  oldMissing: 'Bitte geben Sie Ihr altes Passwort ein.',
  newMissing: 'Bitte geben Sie ein neues Passwort ein.',
  confirmedMissing: 'Bitte geben Sie das neue Passwort noch einmal ein.',
  differ: 'Das neue Passwort und das bestätigte Passwort stimmen nicht überein.',
  changed: 'Das Passwort wurde erfolgreich geändert.',
  failure: 'Irgendetwas ist schief gelaufen. Ihr Passwort wurde nicht geändert.',
} as const;
