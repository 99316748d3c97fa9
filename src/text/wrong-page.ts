/** Shown in place of a page that does not exist, or that belongs to another user type (product 2.2). */
export const wrongPageText = {
  notFound: {
    code: '404 Not Found',
    title: 'Seite nicht gefunden',
    text: 'Diese Adresse gibt es hier nicht. Vielleicht haben Sie sich vertippt, oder die Seite ist umgezogen.',
  },
  forbidden: {
    title: 'Keine Berechtigung',
    text: 'Sie haben für diese Seite keine Berechtigung.',
  },
  toHome: 'Zur Startseite',
} as const;
