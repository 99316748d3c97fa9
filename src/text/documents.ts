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

/** When the first survey takes place. */
export function firstDaysText(days: number): string {
  if (days % 7 !== 0) return `in den ersten ${days} Tagen`;
  return days === 7 ? 'in der ersten Woche' : `in den ersten ${days / 7} Wochen`;
}

/** How often a survey comes again. */
export function everyText(count: number, unit: 'week' | 'month'): string {
  if (count === 1) return unit === 'week' ? 'jede Woche' : 'jeden Monat';
  return `alle ${count} ${unit === 'week' ? 'Wochen' : 'Monate'}`;
}

const list = new Intl.ListFormat('de-DE', { type: 'conjunction' });

/** The months between the end of the therapy and each follow-up. */
export function afterEndText(months: readonly number[]): string {
  return `${list.format(months.map(String))} Monate nach dem Ende`;
}
