import { numberText } from './locale.ts';

/** Tables with sorting and column filters (product 2). */
export const tableText = {
  region: (label: string) => `${label}: Tabelle`,
  cards: (label: string) => `${label}: Liste`,
  moreCards: (left: number) => `Weitere anzeigen (noch ${numberText(left)})`,
  skip: 'Tabelle überspringen',
  search: 'Suche...',
  all: 'Alle',
  filterOf: (column: string) => `Filter: ${column}`,
  operatorOf: (column: string) => `Vergleich: ${column}`,
  sortBy: (column: string) => `Nach ${column} sortieren`,
  shown: (shown: number, total: number) => {
    if (shown !== total) return `${numberText(shown)} von ${numberText(total)} Einträgen`;
    return total === 1 ? '1 Eintrag' : `${numberText(total)} Einträge`;
  },
  unfinished: 'Datum unvollständig',
  unfinishedHint: 'Tag, Monat oder Jahr, zum Beispiel 05.03.2026, 03.2026 oder 2026',
  clear: 'Filter zurücksetzen',
  noMatches: 'Kein Eintrag passt zu den Filtern.',
  more: (more: number) => `+${more}`,
} as const;

export const longListText = {
  all: (count: number) => `Alle ${numberText(count)} anzeigen`,
  fewer: 'Weniger anzeigen',
} as const;
