import { damaged, type Header, type RowsHead } from './backup-frames.ts';
import { placeOf } from './backup.ts';
import type { DataKeys } from './backup-keys.ts';
import { addSums, noRows, type Sum } from './backup-rows.ts';
import type { Crew, Table } from './restore-crew.ts';

type LoadedTable = Sum & { leftOut: number };
export type Loaded = ReadonlyMap<string, LoadedTable>;

type Target = {
  header: Header;
  /** The existing tables, quoted. Rows are written to no other table. */
  tables: readonly string[];
  patientKeys: DataKeys;
  note(line: string): void;
};

/** Writes rows into their tables, one table after the other. Rows of patients without a key are left out. */
export async function loadRows(
  crew: Crew,
  frames: AsyncIterable<{ head: RowsHead; body: Buffer }>,
  target: Target,
): Promise<Loaded> {
  const loaded = new Map<string, LoadedTable>();
  let open: Table | undefined;
  let leftOut = 0;
  const finish = async (table: Table) => {
    const before = loaded.get(table.name) ?? { ...noRows, leftOut: 0 };
    const sum = addSums(before, await crew.finish(table));
    loaded.set(table.name, { ...sum, leftOut: before.leftOut + leftOut });
    leftOut = 0;
  };
  for await (const { head, body } of frames) {
    if (open?.name !== head.table) {
      if (open) await finish(open);
      open = tableOf(head.table, target);
    }
    const { patient } = head;
    const key = patient === undefined ? undefined : target.patientKeys.get(patient)?.key;
    if (patient !== undefined && !key) leftOut += head.rows;
    else await crew.write(open, body, { place: placeOf(target.header.id, head.table, patient), key });
  }
  if (open) await finish(open);
  return loaded;
}

function tableOf(name: string, { header, tables, note }: Target): Table {
  const described = header.tables.find((table) => table.name === name);
  if (!described || !tables.includes(name)) throw damaged(`there is no table ${name}`);
  note(`loading ${name.replaceAll('"', '')}`);
  return described;
}
