import { formatIsoDate, isIsoDate } from '../../domain/iso-date.ts';
import { readTypedDate, textAfterInput } from './date-text.ts';

/** A day, a month or a year: the first and the last day that belong to it. */
export type TypedPeriod = { readonly from: string; readonly to: string };

/** Reads the text of a date filter: 05.03.2026, 03.2026 or 2026. Undefined while it is none of these. */
export function readTypedPeriod(text: string): TypedPeriod | undefined {
  const typed = readTypedDate(text);
  if (typed.kind === 'date') return { from: typed.iso, to: typed.iso };
  const trimmed = text.trim();
  if (/^(?:19|20|21)\d{2}$/.test(trimmed)) return { from: `${trimmed}-01-01`, to: `${trimmed}-12-31` };
  const [, first, second] = /^(\d{1,2})[./](\d{4})$/.exec(trimmed) ?? [];
  const [, year = second, month = first] = /^(\d{4})-(\d{2})$/.exec(trimmed) ?? [];
  if (year === undefined || month === undefined || Number(month) < 1 || Number(month) > 12) return undefined;
  const start = `${year}-${month.padStart(2, '0')}`;
  // As text every day of the month lies before the end, also of a shorter month.
  return { from: `${start}-01`, to: `${start}-31` };
}

/** The text of a date filter after an input event: as in a date field, but a year and a month with a year stay. */
export function periodAfterInput(before: string, after: string): string {
  if (after.length <= before.length || /^(?:19|20)\d{0,2}$/.test(after)) return after;
  if (/^\d{4}-[\d-]*$/.test(after)) return isIsoDate(after) ? formatIsoDate(after) : after;
  // The fifth digit says that it was no year: 20122 is 20.12.2.
  const digits = /^(\d{2})(\d{2})(\d)$/.exec(after);
  if (digits) return digits.slice(1).join('.');
  return textAfterInput(before, after).replace(/^(\d{1,2})\.(19|20)\.(\d{2})$/, '$1.$2$3');
}
