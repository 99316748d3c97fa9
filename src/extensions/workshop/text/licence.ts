import { formatIsoDate } from '../../../domain/iso-date.ts';
import type { DraftContent } from '../contract/routes.ts';

/** The licence as reports and the test manual print it. */
export function licenceText({ kind, number, date }: DraftContent['licence']): string {
  const proof = [number && `Nr. ${number}`, date && `vom ${formatIsoDate(date)}`].filter(Boolean).join(' ');
  if (kind === 'registered') return `Kostenlos nach Registrierung, ${proof}`;
  if (kind === 'licensed') return `Mit Lizenz, ${proof}`;
  return kind === 'free' ? 'Frei verwendbar' : 'Noch nicht entschieden';
}
