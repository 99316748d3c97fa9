/**
 * An array as PostgreSQL reads it, for one parameter with the values of many rows. The driver makes the same text of an
 * array, but ten times slower, and only when the connection is free: the database would wait for it.
 */
export function arrayLiteral(values: readonly (string | number | Buffer)[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: string | number | Buffer): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return quoted(value);
  return `"\\\\x${value.toString('hex')}"`;
}

const special = /["\\]/;

function quoted(text: string): string {
  return `"${special.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text}"`;
}
