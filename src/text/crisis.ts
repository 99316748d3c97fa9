import type { HelpNumber } from '../domain/crisis.ts';

/** The page of help in the survey (product 19.5). */
export const helpPageText = {
  title: 'Danke, dass Sie das so offen sagen.',
  notReadAtOnce:
    'Diese Antwort wird nicht sofort gelesen. Bitte warten Sie nicht auf eine Reaktion, wenn Sie jetzt Hilfe brauchen.',
  saved: 'Ihre Antworten sind gespeichert. Sie können jetzt weitermachen oder eine Pause einlegen.',
  goOn: 'Befragung fortsetzen',
  pause: 'Pause machen',
  unsentOffline:
    'Keine Verbindung zum Server. Ihre Antwort ist noch nicht gesendet. Sie wird gesendet, sobald die Verbindung wieder da ist. Anrufen können Sie auch ohne Internet.',
  unsentFailed: 'Ihre Antwort konnte gerade nicht gespeichert werden. Bitte versuchen Sie es erneut.',
  unsentSlow: 'Ihre Antwort wird noch gesendet.',
  goOnOffline: 'Keine Verbindung zum Server. Sobald sie wieder da ist, geht es weiter.',
  toAnswers: 'Zurück zu meinen Antworten',
} as const;

/** Help in a crisis outside of the survey: the link on every page, its dialog, the home and the contact page (product 19.7). */
export const helpText = {
  title: 'Hilfe in einer Krise',
  notReadAtOnce: 'Was Sie hier eingeben, wird nicht sofort gelesen.',
} as const;

/** The help in a crisis where the browser could not load the configuration. Short, because every page loads it. */
export const shortHelp: { text: string; numbers: HelpNumber[] } = {
  text: 'Bitte rufen Sie an.',
  numbers: [{ name: 'Notruf', number: '112', hours: '' }],
};

/** The help in a crisis where neither clinic nor operator sets another. */
export const defaultHelp: { text: string; numbers: HelpNumber[] } = {
  text:
    'Wenn es Ihnen sehr schlecht geht oder Sie daran denken, sich etwas anzutun, warten Sie bitte nicht: Rufen Sie an ' +
    'oder gehen Sie in die nächste psychiatrische Notaufnahme. Sie müssen dafür keinen Grund nennen.',
  numbers: [
    { name: 'Notruf', number: '112', hours: 'rund um die Uhr' },
    { name: 'Ärztlicher Bereitschaftsdienst', number: '116 117', hours: 'rund um die Uhr' },
    { name: 'TelefonSeelsorge', number: '0800 111 0 111', hours: 'rund um die Uhr, kostenlos' },
    { name: 'TelefonSeelsorge', number: '0800 111 0 222', hours: 'rund um die Uhr, kostenlos' },
    { name: 'TelefonSeelsorge', number: '116 123', hours: 'rund um die Uhr, kostenlos' },
  ],
};
