export const LOCALE = 'de-DE';

/** A number with dots between its thousands: `10.000`. */
export function numberText(value: number): string {
  return value.toLocaleString(LOCALE);
}
