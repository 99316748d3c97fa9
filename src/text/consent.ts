import type { ConsentState } from '../domain/consent.ts';

/** The study consent for the patient, before the first survey and in the profile. */
export const consentText = {
  loading: 'Die Einwilligung wird geladen …',
  lead: {
    missing:
      'Bevor die erste Befragung beginnt, bitten wir Sie um Ihre Einwilligung. Bitte lesen Sie den Text in Ruhe.',
    given: '',
    outdated:
      'Der Text der Einwilligung wurde geändert. Bevor es weitergeht, bitten wir Sie um Ihre Einwilligung in die neue Fassung.',
    withdrawn:
      'Sie haben Ihre Einwilligung widerrufen und werden nicht mehr befragt. Wenn Sie wieder teilnehmen möchten, können Sie hier erneut einwilligen.',
  } satisfies Record<ConsentState, string>,
  version: (version: string) => `Fassung ${version}`,
  questions: 'Haben Sie Fragen? Ihre Klinik hilft Ihnen gern weiter:',
  decision: 'Ihre Entscheidung',
  voluntary:
    'Die Teilnahme ist freiwillig. Wie auch immer Sie sich entscheiden: Ihre Behandlung geht weiter wie geplant.',
  tickMissing:
    'Wenn Sie einwilligen möchten, setzen Sie bitte das Häkchen. Wenn nicht, wählen Sie „Nicht teilnehmen“.',
  give: 'Einwilligen und weiter',
  decline: 'Nicht teilnehmen',
  declined:
    'In Ordnung: Ohne Ihre Einwilligung werden Ihnen keine Fragen gestellt. Für Ihre Behandlung entsteht Ihnen daraus kein Nachteil. Wenn Sie es sich anders überlegen, können Sie die Befragung jederzeit über diese Übersicht öffnen.',
  state: 'Einwilligung in die Studie',
  given: (day: string, version: string) => `Erteilt am ${day} (Fassung ${version})`,
  saysTheSame: (version: string) => `Die Fassung ${version} sagt dasselbe mit anderen Worten.`,
  missing: 'Noch nicht erteilt. Wir fragen Sie vor der ersten Befragung.',
  outdated: (day: string, version: string) =>
    `Erteilt am ${day} (Fassung ${version}). Inzwischen gibt es eine neue Fassung; wir fragen Sie vor der nächsten Befragung.`,
  withdrawn: (day: string) => `Widerrufen am ${day}`,
  read: 'Text der Einwilligung lesen',
  withdraw: 'Einwilligung widerrufen',
  giveAgain: 'Erneut einwilligen',
  giveNew: 'Neue Fassung lesen und einwilligen',
  withdrawLead: 'Möchten Sie Ihre Einwilligung widerrufen? Das bedeutet:',
  withdrawMeans: [
    'Offene und geplante Befragungen werden beendet.',
    'Sie erhalten keine E-Mails mehr. Ihre E-Mail-Adresse und noch nicht gesendete Antworten werden gelöscht.',
    'Ihre Daten werden nicht mehr für die Forschung weitergegeben.',
    'Ihre bisherigen Antworten bleiben in Ihrer Klinik für Ihre Behandlung gespeichert.',
  ],
  withdrawFoot: 'Sie haben davon keinen Nachteil, und Sie können später erneut einwilligen.',
  keep: 'Nicht widerrufen',
  withdrawnTitle: 'Einwilligung widerrufen',
  withdrawnDone:
    'Ihre Einwilligung ist widerrufen. Sie werden nicht mehr befragt und erhalten keine E-Mails mehr. Vielen Dank, dass Sie bis hierher teilgenommen haben.',
} as const;

/** A patient's consent for staff. `day` is the day of the newest consent or of its withdrawal. */
export const consentNoteText = {
  missing:
    'Die Einwilligung in die Studie wurde noch nicht erteilt. Sie wird vor der ersten Befragung erbeten.',
  given: (day: string) => `Einwilligung in die Studie erteilt am ${day}.`,
  outdated: (day: string) =>
    `Die Einwilligung in die Studie vom ${day} gilt einer früheren Fassung. Vor der nächsten Befragung wird erneut gefragt.`,
  withdrawn: (day: string) =>
    `Die Einwilligung in die Studie wurde am ${day} widerrufen. Offene und geplante Befragungen sind beendet, und es werden keine E-Mails mehr verschickt. Bisherige Angaben bleiben für die Behandlung gespeichert.`,
} as const;
