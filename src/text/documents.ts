import { wholeDurationText } from './duration.ts';

/** The sentences around a document (documents/*.md, test manuals). */
export const documentText = {
  asPdf: 'Dieses Dokument als PDF',
  contents: 'Inhalt',
  back: (product: string) => `Zurück zu ${product}`,
  /** In place of the duration of a survey that the protocol does not have. */
  noSurvey: 'entfällt',
  footer: (product: string) => `${product}: Information`,
} as const;

/** How long one of several surveys takes: from the shortest to the longest. */
export function anyDurationText(minutes: readonly number[]): string {
  const [shortest, longest] = [Math.min(...minutes), Math.max(...minutes)].map(wholeDurationText);
  if (minutes.length === 0 || shortest === undefined) return documentText.noSurvey;
  return shortest === longest
    ? shortest
    : `${shortest.replace(/ Minuten?$/, '')} bis ${longest?.replace('etwa ', '')}`;
}
