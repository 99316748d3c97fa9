import type { HelpNumber } from '../domain/crisis.ts';

/** The page of help in the survey, and the block on the patient's home (product 19.5). */
export const helpPageText = {
  title: 'Danke, dass Sie das so offen sagen.',
  notReadAtOnce:
    'Diese Antwort wird nicht sofort gelesen. Bitte warten Sie nicht auf eine Reaktion, wenn Sie jetzt Hilfe brauchen.',
} as const;

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
