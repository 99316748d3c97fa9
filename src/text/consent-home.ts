/** The study consent on the overview. Its other texts are in a file of their own, because they are seldom needed. */
export const consentHomeText = {
  stoppedTitle: 'Ihre Befragungen sind beendet',
  stopped:
    'Sie haben Ihre Einwilligung widerrufen. Es werden Ihnen keine Fragen mehr gestellt. Wenn Sie wieder teilnehmen möchten, können Sie unter „Profil“ erneut einwilligen.',
  beforeFirst: 'Vor der ersten Frage bitten wir Sie um Ihre Einwilligung in die Teilnahme an der Studie.',
  beforeNext:
    'Der Text der Einwilligung wurde geändert. Bevor es weitergeht, bitten wir Sie erneut um Ihre Zustimmung.',
} as const;
