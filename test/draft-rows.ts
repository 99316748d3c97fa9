import { randomUUID } from 'node:crypto';
import type { Db } from '../src/server/database/transaction.ts';
import type { TestUser } from './builders.ts';

/** A row of a clinic in every table of drafts: one that staff was asked to sign and signed, and examples of a version. */
export async function aStoredDraft(
  db: Db,
  { clinicId: clinic_id, id: account_id, name }: TestUser,
): Promise<void> {
  const [draft_id, at] = [randomUUID(), '2026-01-01T10:00:00Z'];
  const draft = {
    clinic_id,
    id: draft_id,
    content: '{}',
    not_kept: '[]',
    changed_by: account_id,
    changed_at: at,
  };
  await db.insertInto('instrument_drafts').values(draft).execute();
  await db.insertInto('instrument_signers').values({ clinic_id, draft_id, account_id }).execute();
  const signature = {
    clinic_id,
    draft_id,
    role: 'clinical',
    account_id,
    name,
    hash: 'x',
    signed_at: at,
  } as const;
  await db.insertInto('instrument_signatures').values(signature).execute();
  await db
    .insertInto('instrument_examples')
    .values({ clinic_id, id: 'made', version: '1.0.0', examples: '[]' })
    .execute();
}
