import type { ClientBase, Pool } from 'pg';
import { terminal } from '../audit/operator.ts';
import { findingLines, verifyTrail } from '../audit/verify.ts';
import { asOwner, enterClinicForCopy, type LineWriter, readLines, writeLines } from '../database/copy.ts';
import { refuseTrial } from '../database/migrate.ts';
import { queriesOn } from '../database/transaction.ts';
import type { Keys } from '../keys/keys.ts';
import { StartError } from '../settings/start-error.ts';
import { readEncrypted } from './backup-file.ts';
import { CLINIC_FORMAT, damaged, FORMAT, type Header, readFrames } from './backup-frames.ts';
import { describeSnapshot } from './backup-queries.ts';
import { addLines, noRows, openRows, type Sum } from './backup-rows.ts';
import { clinicOf, sumOfClinic, type ClinicSum } from './clinic-export.ts';
import { translation } from './clinic-lines.ts';
import * as queries from './clinic-load-queries.ts';
import { planClinicTables, type MovedTable } from './clinic-table-queries.ts';

/** `url` names the login that migrates. */
type Target = { url: string; pool: Pool; keys: Keys };
export type ClinicFile = {
  from: string;
  identity: string;
  /** Keeps the secret of the clinic's study ids, before its rows are there. */
  keepStudySecret(clinicId: string, secret: Buffer): void;
  note(line: string): void;
};

/**
 * Takes over a clinic from the file of another installation. It reads the file to its end. In one transaction, beside running
 * servers, it loads the file, compares the tables with it and verifies the trail: anybody who knows the recipient can make a
 * file. The clinic stays suspended.
 */
export async function importClinic(
  { url, pool, keys }: Target,
  file: ClinicFile,
): Promise<ClinicSum & { id: string; clinic: string }> {
  const header = await readToEnd(file);
  const id = clinicOf(header);
  const plans = await planClinicTables(pool);
  return asOwner(url, async (client) => {
    await refuseUnfitting(client, header, plans);
    const { name: clinic, study_secret } = header.clinic ?? { name: '', study_secret: null };
    await queries.refuseTakenPlace(client, { id, name: clinic });
    await enterClinicForCopy(client, id);
    const loaded = await loadTables(client, { header, plans, keys, file });
    await refuseOtherRows(client, { id, plans, keys, loaded });
    await queries.refuseStrangeNumbers(client);
    await refuseTampered(client, id, file.note);
    if (study_secret !== null) file.keepStudySecret(id, Buffer.from(study_secret, 'base64'));
    await queries.continueTrail(client, header.at, terminal.id);
    return { id, clinic, ...sumOfClinic(plans, loaded) };
  });
}

async function refuseTampered(client: ClientBase, id: string, note: ClinicFile['note']): Promise<void> {
  const verified = await verifyTrail(queriesOn(client), id, new Map());
  if (verified.found === 0) return;
  for (const line of findingLines(verified)) note(`audit trail ${line}`);
  throw new StartError(
    `the audit trail in the file was tampered with: ${verified.found} finding(s). Nothing was loaded`,
  );
}

async function readToEnd({ from, identity }: ClinicFile): Promise<Header> {
  let header: Header | undefined;
  for await (const { head } of readFrames(readEncrypted(from, identity)))
    if (head.kind === 'header') header = refuseOtherFormat(head);
  if (!header) throw damaged('it has no header');
  return header;
}

function refuseOtherFormat(header: Header): Header {
  if (header.format === CLINIC_FORMAT) return header;
  throw new StartError(
    header.format === FORMAT
      ? 'this is a backup of a whole installation; "restore" loads it'
      : `the archive has format ${header.format}; this program reads format ${CLINIC_FORMAT}`,
  );
}

async function refuseUnfitting(
  client: ClientBase,
  header: Header,
  plans: readonly MovedTable[],
): Promise<void> {
  refuseTrial(header.migrations);
  const { migrations } = await describeSnapshot(client);
  const missing = header.migrations.filter((name) => !migrations.includes(name));
  const more = migrations.filter((name) => !header.migrations.includes(name));
  if (missing.length > 0) throw lacking('this', missing);
  if (more.length > 0) throw lacking('the other', more);
  const same = plans.every(({ name, columns }, place) => {
    const other = header.tables[place];
    return other?.name === name && other.columns.join() === columns.join();
  });
  if (!same || header.tables.length !== plans.length)
    throw new StartError('the archive has other tables than this version of the program');
}

function lacking(which: string, migrations: readonly string[]): StartError {
  return new StartError(
    `${which} installation lacks ${migrations.join(', ')}: update it, and export the clinic again`,
  );
}

type Loading = { header: Header; plans: readonly MovedTable[]; keys: Keys; file: ClinicFile };

/** Loads each table over a temporary one, because COPY does not work under row-level security. */
async function loadTables(client: ClientBase, { plans, keys, file }: Loading): Promise<Map<string, Sum>> {
  const sums = new Map<string, Sum>();
  let open: { plan: MovedTable; writer: LineWriter; unpack: (lines: Buffer) => Buffer } | undefined;
  const close = async () => {
    if (!open) return;
    await open.writer.end();
    await queries.takeOver(client, open.plan);
    file.note(`${open.plan.name.slice(1, -1)}: ${sums.get(open.plan.name)?.rows ?? 0} rows`);
  };
  for await (const { head, body } of readFrames(readEncrypted(file.from, file.identity))) {
    if (head.kind !== 'rows') continue;
    if (open?.plan.name !== head.table) {
      await close();
      const plan = plans.find(({ name }) => name === head.table);
      if (!plan || sums.has(plan.name)) throw damaged(`rows of ${head.table} stand at a wrong place`);
      const { unpack } = translation(plan.name, plan.columns, keys);
      open = { plan, unpack, writer: writeLines(client, await queries.makeRoom(client, plan), plan.columns) };
    }
    const lines = openRows(body, undefined, '');
    sums.set(head.table, addLines(sums.get(head.table) ?? noRows, lines));
    await open.writer.write(open.unpack(lines));
  }
  await close();
  return sums;
}

type Comparison = { id: string; plans: readonly MovedTable[]; keys: Keys; loaded: Map<string, Sum> };

/** Reads the clinic's rows back as an export would, and compares them with the file. */
async function refuseOtherRows(client: ClientBase, { id, plans, keys, loaded }: Comparison): Promise<void> {
  for (const { name, columns, shared, select } of plans) {
    if (shared) continue;
    const { pack } = translation(name, columns, keys);
    let found = noRows;
    for await (const lines of readLines(client, select(id))) found = addLines(found, pack(lines));
    const expected = loaded.get(name) ?? noRows;
    if (found.rows !== expected.rows || found.hash !== expected.hash)
      throw new StartError(`the table ${name} does not hold what was loaded into it`);
  }
}
