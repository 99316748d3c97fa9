import type { Pool } from 'pg';
import { type Db, withoutTenant, withTenantSnapshot } from '../database/transaction.ts';
import { contentHash, erasureDigest, linkHash, NOTHING } from './chain.ts';
import { headsUpTo, lastPlace, readHeads, type WrittenHeads } from './heads-file.ts';
import * as queries from './seal-queries.ts';

/**
 * One fault in the audit trail of a clinic. `seq` is its place in the chain, `row` the id of the audit row.
 * - edited: the row differs from its seal, and no erasure explains it.
 * - deleted: a sealed row is missing.
 * - inserted: a row has no seal and does not wait for one.
 * - broken: a link does not follow from the link before it, because seals were changed, moved or removed.
 * - backdated: a row is much older than the rows that were sealed before it.
 * - cut: the chain ends before a head that was written down outside the database.
 * - rewritten: the chain differs from a head that was written down.
 */
export type Finding = {
  kind: 'edited' | 'deleted' | 'inserted' | 'broken' | 'backdated' | 'cut' | 'rewritten';
  seq?: number;
  row?: number;
};

/** `findings` holds the first faults, `found` counts all of them. */
export type Verification = {
  sealed: number;
  waiting: number;
  head: string;
  findings: Finding[];
  found: number;
};

const PAGE = 5000;
const MOST_KEPT = 20;
// No transaction lasts longer (db/pool), so the order of the seals differs no more from the order of the rows.
const LONGEST_TRANSACTION_MS = 10 * 60_000;

/**
 * Checks the whole trail of a clinic against its chain, and the chain against the heads that were written outside the
 * database. It sees one state of the database, so a running server does not disturb it.
 */
export function verifyAudit(pool: Pool, clinicId: string, writtenHeads: WrittenHeads): Promise<Verification> {
  return withTenantSnapshot(pool, clinicId, (db) => verifyTrail(db, clinicId, writtenHeads));
}

/**
 * Checks every trail of a database that lost its youngest rows: against the written heads of the rows that it has. `lost`
 * counts the places behind its end.
 */
export async function* verifyUpToEnds(
  pool: Pool,
  dataDir: string,
): AsyncGenerator<{ name: string; rows: number; lost: number; verified: Verification }> {
  const headsOf = await readHeads(dataDir);
  for (const { id, name, seq } of await withoutTenant(pool, queries.listTrails)) {
    const written = headsOf(id);
    const verified = await verifyAudit(pool, id, headsUpTo(written, seq));
    yield { name, rows: seq, lost: Math.max(0, lastPlace(written) - seq), verified };
  }
}

/** Checks a trail with the rows that the transaction of `db` has written and not committed. */
export async function verifyTrail(
  db: Db,
  clinicId: string,
  writtenHeads: WrittenHeads,
): Promise<Verification> {
  // All of them begin before the first answer, so a short trail takes one round trip.
  const emptied = pagesOf<queries.EmptiedRow>((last) => queries.emptiedAfter(db, clinicId, last, PAGE));
  const seals = pagesOf<queries.SealedRow>((last) => queries.sealsAfter(db, clinicId, last?.seq ?? 0, PAGE));
  const rows = pagesOf<queries.StoredRow>((last) => queries.rowsAfter(db, clinicId, last?.id ?? 0, PAGE));
  const [erasures, head] = await Promise.all([
    queries.listErasures(db, clinicId),
    queries.findHead(db, clinicId),
  ]);
  const found = new Found();
  const trueErasures = await provenErasures(emptied, erasures);
  const chain = await verifyChain(seals, { head, writtenHeads, trueErasures }, found);
  const waiting = await verifyRows(rows, found);
  return { ...chain, waiting, findings: found.first, found: found.count };
}

/** One line for each finding that is kept, and one for the number of the others. */
export function findingLines({ findings, found }: Verification): string[] {
  const lines = findings.map(({ kind, seq, row }) => `${kind}${at('place', seq)}${at('row', row)}`);
  return found > lines.length ? [...lines, `and ${found - lines.length} findings more`] : lines;
}

const at = (what: string, number?: number) => (number === undefined ? '' : ` at ${what} ${number}`);

/** Counts all findings and keeps the first, so that the faults of a long trail need no memory. */
class Found {
  readonly first: Finding[] = [];
  count = 0;

  add(finding: Finding): void {
    this.count += 1;
    if (this.first.length < MOST_KEPT) this.first.push(finding);
  }
}

/** Reads page after page. The first is asked for at once, and each later one while the page before is worked on. */
function pagesOf<Row>(read: (last?: Row) => Promise<Row[]>): AsyncIterable<Row[]> {
  const ask = (last?: Row) => {
    const page = read(last);
    // If the work on another page fails, this one is not awaited any more.
    page.catch(() => {});
    return page;
  };
  let next = ask();
  const pages = async function* () {
    for (;;) {
      const page = await next;
      const isLast = page.length < PAGE;
      if (!isLast) next = ask(page.at(-1));
      yield page;
      if (isLast) return;
    }
  };
  return pages();
}

type Expected = {
  head: queries.Head | undefined;
  writtenHeads: WrittenHeads;
  trueErasures: ReadonlySet<number>;
};

async function verifyChain(
  pages: AsyncIterable<queries.SealedRow[]>,
  { head, writtenHeads, trueErasures }: Expected,
  found: Found,
): Promise<{ sealed: number; head: string }> {
  let link: Link = { seq: 0, hash: NOTHING, latest: 0 };
  let sealed = 0;
  for await (const page of pages) {
    for (const row of page) {
      for (const finding of findingsOf(row, link, writtenHeads.get(row.seq), trueErasures))
        found.add(finding);
      // Goes on from the stored hash, so that one change is reported once and not at every later link.
      link = { seq: row.seq, hash: row.hash, latest: Math.max(link.latest, momentOf(row)) };
    }
    sealed += page.length;
  }
  for (const finding of findingsAtEnd(link, head, writtenHeads)) found.add(finding);
  return { sealed, head: link.hash.toString('hex') };
}

type Link = { seq: number; hash: Buffer; latest: number };

const momentOf = (row: queries.SealedRow) => (row.at === null ? 0 : Date.parse(row.at));

function findingsOf(
  row: queries.SealedRow,
  before: Link,
  written: string | undefined,
  erasures: ReadonlySet<number>,
): Finding[] {
  const place = { seq: row.seq, row: row.audit_id };
  const findings: Finding[] = [];
  const follows =
    row.seq === before.seq + 1 && linkHash(before.hash, row.seq, row.content_hash).equals(row.hash);
  if (!follows) findings.push({ kind: 'broken', ...place });
  if (row.id === null) findings.push({ kind: 'deleted', ...place });
  else if (!isAsSealed(row, erasures)) findings.push({ kind: 'edited', ...place });
  else if (momentOf(row) < before.latest - LONGEST_TRANSACTION_MS)
    findings.push({ kind: 'backdated', ...place });
  if (written !== undefined && written !== row.hash.toString('hex'))
    findings.push({ kind: 'rewritten', ...place });
  return findings;
}

// A row that an erasure emptied differs from its seal, and the trail itself says so.
function isAsSealed(row: queries.SealedRow, erasures: ReadonlySet<number>): boolean {
  if (row.erased_by === null) return contentHash(row).equals(row.content_hash);
  const isEmpty = row.patient_id === null && row.object_id === null && row.request_id === '';
  // An erasure leaves the member of staff who acted.
  const lostStaff = row.actor_id === null && (row.role === 'clinician' || row.role === 'admin');
  return isEmpty && !lostStaff && erasures.has(row.erased_by);
}

/** The audit rows of erasures whose digest fits what is left of the emptied rows, which come in the order of the erasures. */
async function provenErasures(
  pages: AsyncIterable<queries.EmptiedRow[]>,
  erasures: readonly { id: number; told: string | null }[],
): Promise<Set<number>> {
  const digests = new Map<number, string>();
  let one: { id: number; hashes: Buffer[] } | undefined;
  const close = () => one && digests.set(one.id, erasureDigest(one.hashes));
  for await (const page of pages)
    for (const row of page) {
      if (one?.id !== row.erased_by) {
        close();
        one = { id: row.erased_by, hashes: [] };
      }
      one.hashes.push(contentHash(row));
    }
  close();
  const nothing = erasureDigest([]);
  return new Set(
    erasures.filter(({ id, told }) => told === (digests.get(id) ?? nothing)).map(({ id }) => id),
  );
}

function findingsAtEnd(last: Link, head: queries.Head | undefined, writtenHeads: WrittenHeads): Finding[] {
  const promised = Math.max(head?.seq ?? 0, lastPlace(writtenHeads));
  if (promised > last.seq) return [{ kind: 'cut', seq: promised }];
  const isSame = head === undefined ? last.seq === 0 : head.hash === last.hash.toString('hex');
  return isSame ? [] : [{ kind: 'broken', seq: last.seq }];
}

/** The number of rows that wait for their seal. */
async function verifyRows(pages: AsyncIterable<queries.StoredRow[]>, found: Found): Promise<number> {
  let waiting = 0;
  for await (const page of pages)
    for (const { id, state } of page) {
      if (state === 'waiting') waiting += 1;
      if (state === 'unknown') found.add({ kind: 'inserted', row: id });
    }
  return waiting;
}
