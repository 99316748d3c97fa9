import { type IsoDate, isoDate } from './iso-date.ts';

/** The calendar date in a time zone at a moment (epoch milliseconds). Throws a RangeError for an unknown time zone. */
export function todayIn(timeZone: string, epochMs: number): IsoDate {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(epochMs)) parts[type] = value;
  return isoDate({ year: Number(parts.year), month: Number(parts.month), day: Number(parts.day) });
}

const MINUTE_MS = 60_000;

/** The day in a zone by this clock. It is worked out once a minute: no zone changes its day within a minute. */
export function dayOfClock(timeZone: string, now: () => number): () => IsoDate {
  let known: { minute: number; day: IsoDate } | undefined;
  return () => {
    const moment = now();
    const minute = Math.floor(moment / MINUTE_MS);
    if (known?.minute !== minute) known = { minute, day: todayIn(timeZone, moment) };
    return known.day;
  };
}

// Making a formatter takes a hundred times longer than using one.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}

/** A moment (epoch milliseconds) as it is stored. */
export function moment(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
