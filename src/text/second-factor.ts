import { numberText } from './locale.ts';

/** The dialog of staff to set up and switch off the own second factor (R76). */
export const secondFactorText = {
  title: 'Zwei-Faktor-Anmeldung',
  password: 'Ihr Passwort',
  passwordMissing: 'Bitte geben Sie Ihr Passwort ein.',
  failure: 'Irgendetwas ist schief gelaufen. Bitte versuchen Sie es erneut.',

  offLead:
    'Zusätzlich zum Passwort fragt die Anmeldung dann nach einem sechsstelligen Code, den eine App auf Ihrem Telefon anzeigt. Wer nur Ihr Passwort kennt, kommt nicht hinein.',
  offNeed:
    'Sie brauchen dazu eine Authentifizierungs-App, zum Beispiel FreeOTP, Aegis, Google Authenticator oder Microsoft Authenticator.',
  begin: 'Einrichten',
  unavailable: 'Ihre Klinik bietet die Zwei-Faktor-Anmeldung nicht an.',

  scanTitle: '1. Schlüssel in die App übernehmen',
  scan: 'Scannen Sie den QR-Code mit der App oder geben Sie den Schlüssel darunter von Hand ein.',
  qrCode: 'QR-Code mit dem Schlüssel für die App',
  secret: 'Schlüssel',
  confirmTitle: '2. Mit einem Code bestätigen',
  code: 'Code aus der App',
  codeHint: 'Sechs Ziffern. Die App zeigt alle 30 Sekunden einen neuen.',
  codeMissing: 'Bitte geben Sie den Code ein, den die App anzeigt.',
  confirm: 'Bestätigen',

  codesTitle: 'Ihre Wiederherstellungscodes',
  isOn: 'Die Zwei-Faktor-Anmeldung ist eingerichtet. Ihre anderen Sitzungen wurden beendet.',
  codesLead:
    'Mit einem dieser Codes melden Sie sich an, wenn Sie Ihr Telefon nicht zur Hand haben. Jeder gilt einmal. Sie werden nur dieses eine Mal angezeigt: Drucken Sie sie aus oder bewahren Sie sie an einem anderen sicheren Ort auf.',
  codes: 'Wiederherstellungscodes',
  copy: 'Codes kopieren',
  copied: 'Die Codes wurden kopiert.',
  copyFailed: 'Das Kopieren ist nicht möglich. Bitte drucken Sie die Codes oder schreiben Sie sie ab.',
  print: 'Drucken',
  kept: 'Ich habe die Codes gesichert',

  onLead: 'Die Zwei-Faktor-Anmeldung ist eingerichtet. Bei der Anmeldung werden Sie nach einem Code gefragt.',
  left: (count: number) => {
    if (count === 0) return 'Sie haben keine Wiederherstellungscodes mehr. Bitte erzeugen Sie neue.';
    return count === 1
      ? 'Sie haben noch einen Wiederherstellungscode.'
      : `Sie haben noch ${numberText(count)} Wiederherstellungscodes.`;
  },
  renew: 'Neue Wiederherstellungscodes',
  renewLead: 'Die bisherigen Wiederherstellungscodes gelten dann nicht mehr.',
  renewSubmit: 'Neue Codes erzeugen',
  remove: 'Ausschalten',
  removeTitle: 'Zwei-Faktor-Anmeldung ausschalten',
  removeLead: 'Danach genügt zur Anmeldung wieder Ihr Passwort.',
  removed: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet.',
  anyCode: 'Code aus der App oder Wiederherstellungscode',
} as const;
