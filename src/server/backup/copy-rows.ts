import type { ClientBase } from 'pg';
import { type LineWriter, readLines } from '../database/copy.ts';
import { StartError } from '../settings/start-error.ts';
import { damaged, type Frame, type Header, NOTHING, type RowsHead } from './archive.ts';
import { addLines, groupByPatient, linesOf, noRows, type Rows, sealRows, type Sum } from './rows.ts';
import type { TablePlan } from './table-queries.ts';

/** The sums of tables by their quoted names. */
export type Sums = ReadonlyMap<string, Sum>;

type Dump = {
  header: Header;
  tables: readonly TablePlan[];
  /** The key of a patient's rows. The archive of a clinic has none. */
  keyOf?(patient: string): Buffer;
  /** Hears of the lines of a table and may change them. */
  change?(table: string, lines: Buffer): Buffer;
  /** Hears the number of rows of a table that was read. */
  onTable(name: string, rows: number): void;
};

/** The rows of tables as frames, each table read by one COPY. */
export async function* dumpTables(
  client: ClientBase,
  { header, tables, keyOf, change, onTable }: Dump,
): AsyncGenerator<Frame> {
  yield { head: header, body: NOTHING };
  for (const { name, select, ofPatients } of tables) {
    let ofTable = 0;
    const pieces = readLines(client, select);
    for await (const { patient, lines } of ofPatients ? groupByPatient(pieces) : ofNobody(pieces)) {
      const rows = linesOf(lines).reduce((sum) => sum + 1, 0);
      const key = patient === null ? undefined : keyOf?.(patient);
      const body = sealRows(change?.(name, lines) ?? lines, key, placeOf(header, name, patient));
      yield { head: { kind: 'rows', table: name, rows, patient }, body };
      ofTable += rows;
    }
    onTable(nameIn(name), ofTable);
  }
}

async function* ofNobody(pieces: AsyncIterable<Buffer>): AsyncGenerator<Rows> {
  for await (const lines of pieces) yield { patient: null, lines };
}

/** The name of a table without its quotes, for a person. */
export const nameIn = (quoted: string) => quoted.replaceAll('"', '');

/** The place of a patient's rows, authenticated with them: rows moved into another table or file do not open. */
export function placeOf({ id }: Header, table: string, patient: string | null): string {
  return `${id}|${table}|${patient ?? ''}`;
}

type Load = {
  /** Begins a table. */
  open(table: string): LineWriter | Promise<LineWriter>;
  /** The lines of a frame; none if they are left out. */
  read(head: RowsHead, body: Buffer): Buffer;
};

/** Writes the rows of a file, one table after the other. */
export async function loadTables(frames: AsyncIterable<Frame>, { open, read }: Load): Promise<Sums> {
  const sums = new Map<string, Sum>();
  let current: { table: string; writer: LineWriter } | undefined;
  for await (const { head, body } of frames) {
    if (head.kind === 'header') continue;
    const { table } = head;
    if (current?.table !== table) {
      await current?.writer.end();
      if (sums.has(table)) throw damaged(`rows of ${table} stand at two places`);
      current = { table, writer: await open(table) };
    }
    const lines = read(head, body);
    sums.set(table, addLines(sums.get(table) ?? noRows, lines));
    if (lines.length > 0) await current.writer.write(lines);
  }
  await current?.writer.end();
  return sums;
}

/** `pack` makes the lines of the file from those of the table. */
type Reading = { name: string; select: string; pack?(lines: Buffer): Buffer };

/** Reads tables back and compares them with what was loaded. */
export async function refuseOtherRows(
  client: ClientBase,
  tables: readonly Reading[],
  loaded: Sums,
): Promise<void> {
  for (const { name, select, pack } of tables) {
    let found = noRows;
    for await (const lines of readLines(client, select)) found = addLines(found, pack?.(lines) ?? lines);
    const expected = loaded.get(name) ?? noRows;
    if (found.rows !== expected.rows || found.hash !== expected.hash)
      throw new StartError(`the table ${name} does not hold what was loaded into it`);
  }
}
