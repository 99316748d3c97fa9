const FLAG =
  /^(?:required|repeats|readOnly|experimental|initialSelected|inactive|abstract|userSelected|immutable|hasAnswer|\w+Boolean)$/;
const NUMBER = /^(?:maxLength|total|offset|\w+(?:Integer|Decimal|PositiveInt|UnsignedInt))$/;

/** A value of FHIR with its type, where it was written as a text. One of another kind stays a text, which the schemas refuse. */
export function typedValue(name: string, value: string): string | number | boolean {
  if (FLAG.test(name) && (value === 'true' || value === 'false')) return value === 'true';
  return NUMBER.test(name) && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}
