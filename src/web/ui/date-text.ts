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
