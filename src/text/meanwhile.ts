/** What others changed while a form was open. */
export const meanwhileText = {
  title: 'Inzwischen geändert',
  lead: 'Gespeichert ist noch nichts. Bitte sehen Sie kurz nach und speichern Sie dann noch einmal.',
  changed: (label: string, theirs: string, made: string) =>
    `Inzwischen geändert: ${label} ${theirs} (${made}).`,
  taken: 'Der neue Wert steht schon im Formular.',
  made: (by: string | null, moment: string) => `${by ?? 'gelöschtes Konto'}, ${moment}`,
  own: (value: string) => `Ihre Eingabe: ${value}`,
  theirs: (value: string) => `Neuer Wert: ${value}`,
  /** In place of an empty value. */
  empty: 'ohne Angabe',
} as const;
