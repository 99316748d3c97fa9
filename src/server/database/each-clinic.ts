/** Columns of a SELECT, and what follows its FROM. Every table in it is tied to the clinic `entered.clinic`. */
type Reading = { columns: readonly string[]; from: string };

/**
 * A SELECT that enters one clinic after the other and reads its rows, so that row-level security shows each clinic by itself.
 * PostgreSQL cannot read a table earlier, because it needs `entered.clinic` for it. Rows that were read in another clinic end
 * the statement.
 */
export function selectInEachClinic({ columns, from }: Reading): string {
  const list = columns.map((column, index) => `${column} AS c${index}`).join(', ');
  const names = columns.map((_, index) => `read.c${index}`).join(', ');
  return `SELECT ${names} FROM clinics
    CROSS JOIN LATERAL (SELECT set_config('app.clinic_id', clinics.id::text, true)::uuid AS clinic OFFSET 0) entered
    LEFT JOIN LATERAL (SELECT true AS found, ${list} FROM ${from} OFFSET 0) read ON true
    WHERE CASE WHEN current_setting('app.clinic_id')::uuid = entered.clinic THEN read.found IS NOT NULL
      ELSE ('rows were read outside of clinic ' || entered.clinic)::boolean END`;
}
