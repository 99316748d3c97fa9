import { sql, type RawBuilder } from 'kysely';

// Many small rows leave PostgreSQL as one text: a row each, or JSON, costs it two to three times as long. A record ends
// with U+001E and a field with U+001F. The labels of windows, ids and JSON text hold neither.
const RECORD_END = '\x1e';
const FIELD_END = '\x1f';

/** SQL for one record: the given SQL expressions, none of which may be null. They are constants of the program, never input. */
export function packFields(...expressions: readonly string[]): RawBuilder<string> {
  return sql.raw(expressions.join(` || E'\\x1f' || `));
}

/** SQL that aggregates records to one text; null for no record. `order` is a constant SQL expression list. */
export function packRecords(record: RawBuilder<string>, order?: string): RawBuilder<string | null> {
  const sorted = order === undefined ? sql`` : sql` ORDER BY ${sql.raw(order)}`;
  return sql`string_agg(${record}, E'\\x1e'${sorted})`;
}

export function unpackRecords(text: string | null | undefined): string[] {
  return text === null || text === undefined ? [] : text.split(RECORD_END);
}

export function unpackFields(record: string): string[] {
  return record.split(FIELD_END);
}
