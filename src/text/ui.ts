/** Sentences of the building blocks in `web/ui`. They do not mention patients. */
export const uiText = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  confirm: 'Bestätigen',
  retry: 'Erneut versuchen',
  showPassword: 'Eingabe anzeigen',
  choose: 'Auswählen...',
  pending: 'Bitte warten …',
  loadingTitle: 'Einen Moment bitte',
  loading: 'Ihre Daten werden geladen. Dies kann einen Moment dauern.',
  noticeTitle: 'Hinweis',
  errorTitle: 'Fehler',
  opensInNewTab: '(öffnet in einem neuen Tab)',
  /** Asked before a form is closed that holds something typed. */
  discard: {
    title: 'Eingaben verwerfen?',
    text: 'Sie haben schon etwas eingegeben. Beim Schließen geht es verloren.',
    confirmLabel: 'Verwerfen',
    cancelLabel: 'Weiter bearbeiten',
    prefersNo: true,
  },
} as const;

/** The problem of a typed date. */
export const dateProblemText = {
  empty: 'Bitte geben Sie ein Datum ein.',
  incomplete: 'Bitte geben Sie das Datum vollständig ein: Tag, Monat und vierstelliges Jahr (TT.MM.JJJJ).',
  impossible: 'Dieses Datum gibt es nicht. Bitte prüfen Sie Tag und Monat.',
} as const;

export const dateHint = 'TT.MM.JJJJ';

/** Shown to a developer if the pages are not built. */
export const notBuiltText = 'Die Web-Oberfläche ist noch nicht gebaut: npm start';
