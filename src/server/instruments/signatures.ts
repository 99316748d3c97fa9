import * as v from 'valibot';
import type { Db } from '../database/transaction.ts';
import { storedSignatures } from './clinic-queries.ts';
import type { Version } from './registry-queries.ts';

const SignaturesSchema = v.array(
  v.object({ by: v.string(), role: v.picklist(['clinical', 'psychometric']), at: v.string() }),
);
export type Signature = v.InferOutput<typeof SignaturesSchema>[number];

/** A version that a clinic published, its hash, and who signed for it. */
export type SignedVersion = Version & { readonly hash: string; readonly signatures: readonly Signature[] };

/** Those of the versions that the clinic published itself. */
export async function signedVersions(
  db: Db,
  clinicId: string,
  versions: readonly Version[],
): Promise<readonly SignedVersion[]> {
  if (versions.length === 0) return [];
  const rows = await storedSignatures(
    db,
    clinicId,
    versions.map(({ id }) => id),
  );
  return rows
    .filter((row) => versions.some(({ id, version }) => id === row.id && version === row.version))
    .map((row) => ({ ...row, signatures: v.parse(SignaturesSchema, row.signatures) }));
}
