const LOCALE = 'de-DE';

/** A number with dots between its thousands: `10.000`. */
export function numberText(value: number): string {
  return value.toLocaleString(LOCALE);
}

/** A moment in this time zone, in German: `21.11.2026, 14:05 Uhr`. */
export function momentIn(timeZone: string, epochMs: number): string {
  const format = new Intl.DateTimeFormat(LOCALE, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  return `${format.format(epochMs)} Uhr`;
}
