/** Fields that take several values. */
export const chooseText = {
  remove: (value: string) => `${value} entfernen`,
  chosen: 'Ausgewählt',
  noMatches: 'No matches found',
  open: 'Auswahl öffnen',
  tagHint: 'Mit der Eingabetaste hinzufügen.',
  added: (value: string) => `${value} hinzugefügt`,
  removed: (value: string) => `${value} entfernt`,
} as const;
