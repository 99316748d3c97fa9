/** Fields with several values. */
export const chooseText = {
  remove: (value: string) => `${value} entfernen`,
  chosen: 'Ausgewählt',
  results: 'Vorschläge',
  noMatches: 'No matches found',
  added: (value: string) => `${value} hinzugefügt`,
  removed: (value: string) => `${value} entfernt`,
} as const;
