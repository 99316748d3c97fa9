import { formatIsoDate, isImpossibleGermanDate, isIsoDate, parseGermanDate } from '../../domain/iso-date.ts';

/** The content of a date field: nothing, a day that exists (as `iso`), an unfinished date, or a day that cannot exist. */
export type TypedDate =
  | { kind: 'empty' }
  | { kind: 'date'; iso: string }
  | { kind: 'incomplete' }
  | { kind: 'impossible' };

/** Reads the text of a date field, dd.mm.yyyy. Nothing is corrected: 31.02.1990 stays and is impossible. */
export function readTypedDate(text: string): TypedDate {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty' };
  const iso = parseGermanDate(trimmed);
  if (iso !== undefined) return { kind: 'date', iso };
  return { kind: isImpossibleGermanDate(trimmed) ? 'impossible' : 'incomplete' };
}

/**
 * The text of a date field after an input event. Digits typed at the end get their dots, dates pasted in another
 * common form become dd.mm.yyyy; everything else stays as the person left it.
 */
export function textAfterInput(before: string, after: string): string {
  const grown = after.length - before.length;
  if (grown > 1 || grown === 0) return pastedDate(after);
  return grown === 1 && after.startsWith(before) ? withDots(after) : after;
}

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

/** A date of birth with a whole year. `80` is 1980 and `05` is 2005: the year that is not in the future. */
export function withWholeYear(text: string, thisYear = new Date().getFullYear()): string {
  const parts = /^\s*(\d{1,2})\.(\d{1,2})\.(\d{2})\s*$/.exec(text);
  if (!parts) return text;
  const [, day = '', month = '', short = ''] = parts;
  const year = Number(short) + Math.floor(thisYear / 100) * 100;
  return `${day.padStart(2, '0')}.${month.padStart(2, '0')}.${year > thisYear ? year - 100 : year}`;
}

function withDots(text: string): string {
  const separated = text.replace(/[/,-]$/, '.').replace(/\.{2,}$/, '.');
  const dotted = separated.replace(/^(\d{2})(\d)$/, '$1.$2').replace(/^(\d{1,2}\.\d{2})(\d)$/, '$1.$2');
  // The keys of 1990-02-03 have become 19.90.02.03 by now.
  const iso = dotted.replace(/^(\d{2})\.(\d{2})\.(\d{2})\.(\d{2})$/, '$1$2-$3-$4');
  return isIsoDate(iso) ? formatIsoDate(iso) : dotted;
}

function pastedDate(text: string): string {
  const trimmed = text.trim();
  if (isIsoDate(trimmed)) return formatIsoDate(trimmed);
  const parts =
    /^(\d{1,2})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{2}|\d{4})$/.exec(trimmed) ?? digitsAlone(trimmed);
  if (!parts) return trimmed;
  const [, day = '', month = '', year = ''] = parts;
  return `${day.padStart(2, '0')}.${month.padStart(2, '0')}.${year}`;
}

function digitsAlone(text: string): RegExpExecArray | null {
  return /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(text);
}
