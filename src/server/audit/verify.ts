import type { Pool } from 'pg';
import { type Db, withTenantSnapshot } from '../db/transaction.ts';
import { contentHash, erasureDigest, linkHash, NOTHING } from './chain.ts';
import { lastPlace, type WrittenHeads } from './heads-file.ts';
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

export type Verification = { sealed: number; waiting: number; head: string; findings: Finding[] };

const PAGE = 5000;
// No transaction lasts longer (db/pool), so the order of the seals differs no more from the order of the rows.
const LONGEST_TRANSACTION_MS = 10 * 60_000;

/**
 * Checks the whole trail of a clinic against its chain, and the chain against the heads that were written outside the
 * database. It sees one state of the database, so a running server does not disturb it.
 */
export function verifyAudit(pool: Pool, clinicId: string, writtenHeads: WrittenHeads): Promise<Verification> {
  return withTenantSnapshot(pool, clinicId, async (db) => {
    const erasures = await trueErasures(db, clinicId);
    const chain = await verifyChain(db, clinicId, writtenHeads, erasures);
    const rows = await verifyRows(db, clinicId);
    return { ...chain, waiting: rows.waiting, findings: [...chain.findings, ...rows.findings] };
  });
}

async function verifyChain(
  db: Db,
  clinicId: string,
  writtenHeads: WrittenHeads,
  erasures: ReadonlySet<number>,
): Promise<Omit<Verification, 'waiting'>> {
  let link: Link = { seq: 0, hash: NOTHING, latest: 0 };
  let sealed = 0;
  const findings: Finding[] = [];
  for (;;) {
    const page = await queries.sealsAfter(db, clinicId, link.seq, PAGE);
    for (const row of page) {
      findings.push(...findingsOf(row, link, writtenHeads.get(row.seq), erasures));
      // Goes on from the stored hash, so that one change is reported once and not at every later link.
      link = { seq: row.seq, hash: row.hash, latest: Math.max(link.latest, momentOf(row)) };
    }
    sealed += page.length;
    if (page.length < PAGE) break;
  }
  findings.push(...findingsAtEnd(link, await queries.findHead(db, clinicId), writtenHeads));
  return { sealed, head: link.hash.toString('hex'), findings };
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

/** The audit rows of erasures whose digest fits what is left of the emptied rows. */
async function trueErasures(db: Db, clinicId: string): Promise<Set<number>> {
  const emptied = new Map<number, Buffer[]>();
  let last = { erased_by: 0, number: 0 };
  for (;;) {
    const page = await queries.emptiedAfter(db, clinicId, last, PAGE);
    for (const row of page) {
      const hashes = emptied.get(row.erased_by) ?? [];
      hashes.push(contentHash(row));
      emptied.set(row.erased_by, hashes);
      last = row;
    }
    if (page.length < PAGE) break;
  }
  const erasures = await queries.listErasures(db, clinicId);
  return new Set(
    erasures.flatMap(({ id, told }) => (told === erasureDigest(emptied.get(id) ?? []) ? [id] : [])),
  );
}

function findingsAtEnd(last: Link, head: queries.Head | undefined, writtenHeads: WrittenHeads): Finding[] {
  const promised = Math.max(head?.seq ?? 0, lastPlace(writtenHeads));
  if (promised > last.seq) return [{ kind: 'cut', seq: promised }];
  const isSame = head === undefined ? last.seq === 0 : head.hash === last.hash.toString('hex');
  return isSame ? [] : [{ kind: 'broken', seq: last.seq }];
}

async function verifyRows(db: Db, clinicId: string): Promise<{ waiting: number; findings: Finding[] }> {
  const findings: Finding[] = [];
  let waiting = 0;
  let last = 0;
  for (;;) {
    const page = await queries.rowsAfter(db, clinicId, last, PAGE);
    for (const { id, state } of page) {
      if (state === 'waiting') waiting += 1;
      if (state === 'unknown') findings.push({ kind: 'inserted', row: id });
      last = id;
    }
    if (page.length < PAGE) return { waiting, findings };
  }
}
