import { sql } from 'kysely';
import type { Db } from '../../../server/database/transaction.ts';
import type { Facts } from '../domain/reasons.ts';
import type { DraftContent, Example, Remark, SignatureRole } from '../contract/routes.ts';

/** A draft of a clinic. */
export type DraftKey = { readonly clinicId: string; readonly draftId: string };

/** Who changes something, and when. */
export type Act = { readonly by: string | null; readonly at: string };

export async function insertDraft(
  db: Db,
  { clinicId, draftId }: DraftKey,
  { content, notKept }: { content: DraftContent; notKept: readonly Remark[] },
  { by, at }: Act,
): Promise<void> {
  await db
    .insertInto('instrument_drafts')
    .values({
      clinic_id: clinicId,
      id: draftId,
      content: JSON.stringify(content),
      not_kept: JSON.stringify(notKept),
      changed_by: by,
      changed_at: at,
    })
    .execute();
}

export type DraftRow = {
  readonly id: string;
  readonly revision: number;
  readonly content: DraftContent;
  readonly not_kept: Remark[];
  readonly changed_by: string | null;
  /** The user name; null once the account is erased. */
  readonly changed_name: string | null;
  readonly changed_at: string;
};

const draftColumns = sql`d.id, d.revision, d.content, d.not_kept, d.changed_by, a.username AS changed_name, d.changed_at`;
const withName = sql`instrument_drafts d LEFT JOIN accounts a ON a.clinic_id = d.clinic_id AND a.id = d.changed_by`;

/** A draft; `lock` keeps it from others until the transaction ends. */
export async function findDraft(
  db: Db,
  { clinicId, draftId }: DraftKey,
  lock: 'lock' | 'look',
): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`SELECT ${draftColumns} FROM ${withName}
    WHERE d.clinic_id = ${clinicId} AND d.id = ${draftId} ${lock === 'lock' ? sql`FOR UPDATE OF d` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** The drafts of a clinic, the one changed last first; with a signer only those that this clinician was asked to sign. */
export async function listDrafts(db: Db, clinicId: string, signer: string | null): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`SELECT ${draftColumns} FROM ${withName}
    WHERE d.clinic_id = ${clinicId} AND (${signer}::uuid IS NULL OR EXISTS (SELECT FROM instrument_signers s
      WHERE s.clinic_id = d.clinic_id AND s.draft_id = d.id AND s.account_id = ${signer}::uuid))
    ORDER BY d.changed_at DESC, d.id`.execute(db);
  return rows;
}

/** Stores the next revision of a draft that the transaction has locked, and ends its signatures. */
export async function updateDraft(
  db: Db,
  { clinicId, draftId }: DraftKey,
  content: DraftContent,
  { by, at }: Act,
): Promise<void> {
  await sql`UPDATE instrument_drafts SET content = ${JSON.stringify(content)}::jsonb, revision = revision + 1,
    changed_by = ${by}, changed_at = ${at} WHERE clinic_id = ${clinicId} AND id = ${draftId}`.execute(db);
  await sql`DELETE FROM instrument_signatures WHERE clinic_id = ${clinicId} AND draft_id = ${draftId}`.execute(
    db,
  );
}

/** False if there is no such draft. */
export async function deleteDraft(db: Db, { clinicId, draftId }: DraftKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('instrument_drafts')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', draftId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export type Signer = { id: string; username: string };

/** The clinicians who were asked for a signature, by name. */
export async function listSigners(db: Db, { clinicId, draftId }: DraftKey): Promise<Signer[]> {
  const { rows } = await sql<Signer>`SELECT a.id, a.username FROM instrument_signers s
    JOIN accounts a ON a.clinic_id = s.clinic_id AND a.id = s.account_id
    WHERE s.clinic_id = ${clinicId} AND s.draft_id = ${draftId} ORDER BY a.username_key`.execute(db);
  return rows;
}

/** Asks these clinicians, and nobody else any more. False if one of them is no enabled clinician of the clinic. */
export async function setSigners(
  db: Db,
  { clinicId, draftId }: DraftKey,
  clinicianIds: readonly string[],
): Promise<boolean> {
  const wanted = [...new Set(clinicianIds)];
  await sql`DELETE FROM instrument_signers WHERE clinic_id = ${clinicId} AND draft_id = ${draftId}`.execute(
    db,
  );
  const { numAffectedRows } = await sql`INSERT INTO instrument_signers (clinic_id, draft_id, account_id)
    SELECT clinic_id, ${draftId}::uuid, id FROM accounts
    WHERE clinic_id = ${clinicId} AND id = ANY(${wanted}::uuid[]) AND role = 'clinician' AND enabled`.execute(
    db,
  );
  return Number(numAffectedRows) === wanted.length;
}

export type SignatureRow = {
  readonly draft_id: string;
  readonly role: SignatureRole;
  readonly account_id: string | null;
  readonly name: string;
  readonly hash: string;
  readonly signed_at: string;
};

/** The signatures of these drafts, the clinical one first. */
export async function listSignatures(
  db: Db,
  clinicId: string,
  draftIds: readonly string[],
): Promise<SignatureRow[]> {
  const { rows } =
    await sql<SignatureRow>`SELECT draft_id, role, account_id, name, hash, signed_at FROM instrument_signatures
    WHERE clinic_id = ${clinicId} AND draft_id = ANY(${[...draftIds]}::uuid[]) ORDER BY role`.execute(db);
  return rows;
}

/** Stores a signature in place of an earlier one in this role. */
export async function upsertSignature(
  db: Db,
  { clinicId, draftId }: DraftKey,
  { role, account_id, name, hash, signed_at }: Omit<SignatureRow, 'draft_id'>,
): Promise<void> {
  await sql`INSERT INTO instrument_signatures (clinic_id, draft_id, role, account_id, name, hash, signed_at)
    VALUES (${clinicId}, ${draftId}, ${role}, ${account_id}, ${name}, ${hash}, ${signed_at})
    ON CONFLICT (clinic_id, draft_id, role) DO UPDATE SET account_id = excluded.account_id, name = excluded.name,
      hash = excluded.hash, signed_at = excluded.signed_at`.execute(db);
}

type VersionKey = { readonly clinicId: string; readonly id: string; readonly version: string };

/** Keeps the examples that a version came out equal for. */
export async function insertExamples(
  db: Db,
  { clinicId, id, version }: VersionKey,
  examples: readonly Example[],
): Promise<void> {
  await db
    .insertInto('instrument_examples')
    .values({ clinic_id: clinicId, id, version, examples: JSON.stringify(examples) })
    .execute();
}

export async function findExamples(db: Db, { clinicId, id, version }: VersionKey): Promise<Example[]> {
  const { rows } = await sql<{ examples: Example[] }>`SELECT examples FROM instrument_examples
    WHERE clinic_id = ${clinicId} AND id = ${id} AND version = ${version}`.execute(db);
  return rows[0]?.examples ?? [];
}

export type TakenNames = Omit<Facts, 'signed'>;

/** The ids of the operator's files, and the versions that a clinic published. */
export async function takenNames(db: Db, clinicId: string): Promise<TakenNames> {
  const { rows } = await sql<{ id: string; version: string | null }>`
    SELECT DISTINCT id, NULL AS version FROM instrument_versions
    UNION ALL SELECT id, version FROM clinic_instruments WHERE clinic_id = ${clinicId}`.execute(db);
  return {
    takenIds: new Set(rows.flatMap(({ id, version }) => (version === null ? [id] : []))),
    taken: new Set(rows.flatMap(({ id, version }) => (version === null ? [] : [`${id} ${version}`]))),
  };
}
