import type { ClientBase } from 'pg';
import { type LineWriter, writeLines } from '../db/copy.ts';
import { damaged, type Header, type RowsHead } from './backup-frames.ts';
import { placeOf } from './backup.ts';
import type { DataKeys } from './backup-keys.ts';
import { addLines, noRows, openRows, type Sum } from './backup-rows.ts';

type LoadedTable = Sum & { leftOut: number };
export type Loaded = { rows: number; leftOut: number; patients: number; tables: Map<string, LoadedTable> };

type Target = {
  header: Header;
  /** The existing tables, quoted. Rows are written to no other table. */
  tables: readonly string[];
  patientKeys: DataKeys;
  note(line: string): void;
};

/** Writes rows into their tables in the order of the file. Rows of patients without a key are left out. */
export async function loadRows(
  client: ClientBase,
  frames: AsyncIterable<{ head: RowsHead; body: Buffer }>,
  target: Target,
): Promise<Loaded> {
  const loaded: Loaded = { rows: 0, leftOut: 0, patients: 0, tables: new Map() };
  let open: { name: string; writer: LineWriter } | undefined;
  for await (const { head, body } of frames) {
    if (open?.name !== head.table) {
      await open?.writer.end();
      open = { name: head.table, writer: startTable(client, head.table, target) };
    }
    const lines = openBody(head, body, target);
    count(loaded, head, lines);
    if (lines) await open.writer.write(lines);
  }
  await open?.writer.end();
  loaded.patients = loaded.tables.get('"patients"')?.rows ?? 0;
  return loaded;
}

function startTable(client: ClientBase, name: string, { header, tables, note }: Target): LineWriter {
  const described = header.tables.find((table) => table.name === name);
  if (!described || !tables.includes(name)) throw damaged(`there is no table ${name}`);
  note(`loading ${name.replaceAll('"', '')}`);
  return writeLines(client, name, described.columns);
}

function openBody(head: RowsHead, body: Buffer, { header, patientKeys }: Target): Buffer | undefined {
  const { patient } = head;
  const key = patient === undefined ? undefined : patientKeys.get(patient)?.key;
  if (patient !== undefined && !key) return undefined;
  try {
    return openRows(body, key, placeOf(header.id, head.table, patient));
  } catch (error) {
    throw damaged(`rows of ${head.table} do not decrypt`, error);
  }
}

function count(loaded: Loaded, { table, rows }: RowsHead, lines: Buffer | undefined): void {
  const before = loaded.tables.get(table) ?? { ...noRows, leftOut: 0 };
  const after = lines ? addLines(before, lines) : before;
  const leftOut = lines ? 0 : rows;
  loaded.rows += after.rows - before.rows;
  loaded.leftOut += leftOut;
  loaded.tables.set(table, { ...after, leftOut: before.leftOut + leftOut });
}
