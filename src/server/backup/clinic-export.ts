import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { operator, terminal } from '../audit/operator.ts';
import { appendAudit } from '../audit/queries.ts';
import { sealAudit } from '../audit/sealer.ts';
import { holdClinicInUse } from '../login/queries.ts';
import { enterClinicForCopy, readLines, withCopySnapshot } from '../database/copy.ts';
import { withTenant } from '../database/transaction.ts';
import type { Keys } from '../keys/keys.ts';
import { StartError } from '../settings/start-error.ts';
import { type Recipients, writeEncrypted } from './backup-file.ts';
import { CLINIC_FORMAT, type Header, type RowsHead, withTrailer } from './backup-frames.ts';
import { describeSnapshot } from './backup-queries.ts';
import { addLines, noRows, sealRows, type Sum, withoutPatient } from './backup-rows.ts';
import { translation } from './clinic-lines.ts';
import { planClinicTables, type MovedTable } from './clinic-table-queries.ts';

type Source = { pool: Pool; keys: Keys };
export type ClinicExport = {
  to: string;
  recipients: Recipients;
  /** The secret of the clinic's study ids. Undefined if research data were never exported. */
  studySecret: Buffer | undefined;
  note(line: string): void;
};

/** What a clinic consists of. It is the same where it comes from and where it arrives. */
export type ClinicSum = { tables: number; rows: number; patients: number; checksum: string };

/**
 * Writes every row of a suspended clinic into a file for the recipients, so that `importClinic` of another installation
 * takes it over. The clinic stays as it is.
 */
export async function exportClinic(
  { pool, keys }: Source,
  clinic: { id: string; name: string },
  { to, recipients, studySecret, note }: ClinicExport,
): Promise<ClinicSum & { file: string; at: string; bytes: number }> {
  await withTenant(pool, clinic.id, async (db) => {
    if (await holdClinicInUse(db, clinic.id))
      throw new StartError(`"${clinic.name}" is in use; first: npm run manage -- clinic suspend`);
    await appendAudit(db, operator, terminal, { action: 'clinic_exported' });
  });
  // The chain in the file covers every row.
  await sealAudit(pool);
  const plans = await planClinicTables(pool);
  return withCopySnapshot(pool, async (client) => {
    const { at, migrations } = await describeSnapshot(client);
    const header: Header = {
      kind: 'header',
      format: CLINIC_FORMAT,
      id: randomUUID(),
      at,
      migrations,
      clinics: [clinic.id],
      tables: plans.map(({ name, columns }) => ({ name, columns })),
      clinic: { name: clinic.name, study_secret: studySecret?.toString('base64') ?? null },
    };
    const sums = new Map<string, Sum>();
    const frames = framesOf(client, { header, plans, keys, sums, note });
    const written = await writeEncrypted(to, withTrailer(frames), recipients);
    await written.keep();
    return { file: to, at, bytes: written.bytes, ...sumOfClinic(plans, sums) };
  });
}

type Reading = {
  header: Header;
  plans: readonly MovedTable[];
  keys: Keys;
  sums: Map<string, Sum>;
  note(line: string): void;
};

async function* framesOf(
  client: ClientBase,
  { header, plans, keys, sums, note }: Reading,
): AsyncGenerator<{ head: Header | RowsHead; body: Buffer }> {
  yield { head: header, body: Buffer.alloc(0) };
  const clinicId = clinicOf(header);
  await enterClinicForCopy(client, clinicId);
  for (const plan of plans) {
    const { pack } = translation(plan.name, plan.columns, keys);
    let sum = noRows;
    for await (const { rows, lines } of withoutPatient(readLines(client, plan.select(clinicId)))) {
      const packed = pack(lines);
      sum = addLines(sum, packed);
      yield { head: { kind: 'rows', table: plan.name, rows }, body: sealRows(packed, undefined, '') };
    }
    sums.set(plan.name, sum);
    note(`${plan.name.slice(1, -1)}: ${sum.rows} rows`);
  }
}

/** The one clinic of an archive. */
export function clinicOf({ clinics }: Header): string {
  const [id] = clinics;
  if (id === undefined || clinics.length > 1) throw new Error('an archive of a clinic names one clinic');
  return id;
}

/** Sums up a clinic's own rows. Rows that belong to all clinics may differ between installations. */
export function sumOfClinic(plans: readonly MovedTable[], sums: ReadonlyMap<string, Sum>): ClinicSum {
  const own = plans.filter(({ shared }) => !shared).map(({ name }) => sums.get(name) ?? noRows);
  return {
    tables: own.length,
    rows: own.reduce((all, { rows }) => all + rows, 0),
    patients: sums.get('"patients"')?.rows ?? 0,
    checksum: BigInt.asUintN(
      64,
      own.reduce((all, { hash }) => all + hash, 0n),
    )
      .toString(16)
      .padStart(16, '0'),
  };
}
