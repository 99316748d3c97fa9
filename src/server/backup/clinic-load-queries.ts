import type { ClientBase } from 'pg';
import { operator } from '../audit/operator.ts';
import { nameKey } from '../../domain/patient-code.ts';
import { StartError } from '../settings/start-error.ts';
import type { TablePlan } from './table-queries.ts';

const ROOM = 'pg_temp.moved';

// No installation writes so many rows. Half of what a sequence can count stays far away, whatever files are taken over.
const MOST_ROWS = 2 ** 40;

/** Refuses numbers of a trail that would use up the sequence of all trails, which goes on behind the moved rows. */
export async function refuseStrangeNumbers(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id::text FROM audit WHERE clinic_id = current_setting('app.clinic_id')::uuid AND id NOT BETWEEN 1 AND $1 LIMIT 1`,
    [MOST_ROWS],
  );
  const [strange] = rows;
  if (strange)
    throw new StartError(
      `the audit trail in the file has a row of the number ${strange.id}, which no installation reaches. Nothing was loaded`,
    );
}

/** Refuses a clinic that is here already, and one whose name another clinic has. */
export async function refuseTakenPlace(
  client: ClientBase,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { rows } = await client.query<{ id: string; name: string }>(
    'SELECT id, name FROM clinics WHERE id = $1 OR name_key = $2',
    [id, nameKey(name)],
  );
  const [taken] = rows;
  if (taken?.id === id) throw new StartError(`the clinic is here already: "${taken.name}"`);
  if (taken)
    throw new StartError(`another clinic has the name "${taken.name}" here: rename one of them first`);
}

/** Creates a temporary table with the columns of a table, and gives its name. */
export async function makeRoom(client: ClientBase, { name, columns }: TablePlan): Promise<string> {
  await client.query(
    `CREATE TEMPORARY TABLE moved ON COMMIT DROP AS SELECT ${columns.join(', ')} FROM ${name} WITH NO DATA`,
  );
  return ROOM;
}

/** Moves the rows of the temporary table into their own. Rows of all clinics may be there already, with the same content. */
export async function takeOver(client: ClientBase, { name, columns, shared }: TablePlan): Promise<void> {
  if (shared) await refuseOtherVersions(client, name);
  const list = columns.join(', ');
  await client.query(
    `INSERT INTO ${name} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM ${ROOM} ${shared ? 'ON CONFLICT DO NOTHING' : ''}`,
  );
  await client.query(`DROP TABLE ${ROOM}`);
}

async function refuseOtherVersions(client: ClientBase, name: string): Promise<void> {
  const key = name === '"consent_texts"' ? 'version' : 'id, version';
  const { rows } = await client.query<{ version: string }>(
    `SELECT concat_ws(' ', ${key}) AS version FROM ${ROOM} m JOIN ${name} t USING (${key}) WHERE t.hash <> m.hash OR t.content <> m.content`,
  );
  if (rows.length === 0) return;
  const versions = rows.map(({ version }) => version).join(', ');
  throw new StartError(
    `${name.slice(1, -1)}: ${versions} has another content here. A published version never changes, so the clinic cannot move`,
  );
}

/**
 * Lets the trails of this installation go on behind the moved rows, and adds the import to the clinic's trail. A tombstone
 * of the clinic from an earlier time goes. New rows of other clinics wait until the transaction ends.
 */
export async function continueTrail(client: ClientBase, at: string, person: string): Promise<void> {
  const clinic = `current_setting('app.clinic_id')::uuid`;
  const sequence = `pg_get_serial_sequence('audit', 'id')`;
  await client.query('LOCK TABLE audit IN SHARE ROW EXCLUSIVE MODE');
  await client.query(
    `SELECT setval(${sequence}, greatest((SELECT max(id) FROM audit WHERE clinic_id = ${clinic}), nextval(${sequence})))`,
  );
  await client.query(`SELECT append_audit(NULL, $1, 'clinic_imported', NULL, $2, 'done', $3, '')`, [
    operator.role,
    at,
    person,
  ]);
  await client.query(`DELETE FROM erased_clinics WHERE id = ${clinic}`);
}
