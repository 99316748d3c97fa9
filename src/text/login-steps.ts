// Apart from the other texts of the login, because few logins need them.

/** The code of the second factor. */
export const loginCodeText = {
  secondFactor:
    'Ihr Konto ist mit der Zwei-Faktor-Anmeldung geschützt. Bitte geben Sie noch den Code ein, den Ihre App gerade anzeigt.',
  code: 'Code aus der App',
  codeHint: 'Sechs Ziffern',
  recoveryCode: 'Wiederherstellungscode',
  recoveryCodeHint: 'Gruppen mit je vier Zeichen. Jeder Code gilt einmal.',
  withRecoveryCode: 'Wiederherstellungscode verwenden',
  withAppCode: 'Code aus der App verwenden',
} as const;

/** While the device solves the task before a login (R46, R50). */
export const loginTaskText = {
  why: 'Zuletzt gab es viele Fehlversuche. Zum Schutz löst Ihr Gerät deshalb eine Rechenaufgabe, meist in weniger als einer Minute. Danach geht es von selbst weiter.',
  askClinic: 'Sie möchten nicht warten? Ihre Klinik kann Ihr Gerät sofort zulassen.',
  progress: 'Fortschritt der Rechenaufgabe',
  cancel: 'Abbrechen',
} as const;
