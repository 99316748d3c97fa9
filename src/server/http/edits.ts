import { isDeepStrictEqual } from 'node:util';
import type { Conflict } from '../../contract/edits.ts';
import { AppError } from '../settings/app-error.ts';
import type { UserContext } from './context.ts';
import { accountNames } from './edit-queries.ts';

type Change = { revision: number; by: string; at: string };

/** The last change of each field of a row, as the column `edits` keeps it. A field that nobody changed is missing. */
export type Edits = { readonly [field: string]: Change };

/** How long a change of a colleague is kept from a write that does not say what it was made from. */
const WITHOUT_REVISION_MS = 3_600_000;

/** The revision of these fields. It counts their changes, so it needs no clock. */
export function revisionOf(edits: Edits, fields: readonly string[] = Object.keys(edits)): string {
  return String(Math.max(0, ...fields.map((field) => edits[field]?.revision ?? 0)));
}

type Write<Row> = {
  /** What the row holds, locked by this transaction. Its keys are the fields of the form. */
  stored: Row;
  edits: Edits;
  /** What is to be written. A field that is missing or undefined stays as it is. */
  wanted: { readonly [Field in keyof Row]?: Row[Field] | undefined };
  revision: string | undefined;
  /** The stored values as the row shows them, where that is more than what is written. */
  shown?: () => Promise<{ readonly [Field in keyof Row]?: unknown }>;
};

type Admitted<Row> = { row: Row; changed: ReadonlySet<keyof Row>; edits: Edits };

/**
 * Puts a write over the stored row, and notes who changed which field. It refuses a write that was made from an older
 * revision, and names what was changed since (record 270).
 */
export async function admitEdit<Row extends object>(
  context: Pick<UserContext, 'db' | 'user' | 'services'>,
  write: Write<Row>,
): Promise<Admitted<Row>> {
  const { stored, edits, wanted } = write;
  const { user, services } = context;
  // The keys of `stored` are all fields of the form, by its type.
  const fields = Object.keys(stored) as (keyof Row & string)[];
  const given = Object.fromEntries(
    fields.flatMap((field) => (wanted[field] === undefined ? [] : [[field, wanted[field]]])),
  );
  const row = { ...stored, ...given };
  const changed = fields.filter((field) => !isDeepStrictEqual(row[field], stored[field]));
  await refuseOlder(context, write, { fields, changed });
  const revision = Number(revisionOf(edits, fields)) + 1;
  const change = { revision, by: user.userId, at: new Date(services.now()).toISOString() };
  const made = Object.fromEntries(changed.map((field) => [field, change]));
  return { row, changed: new Set(changed), edits: { ...edits, ...made } };
}

type Fields<Row> = { fields: readonly (keyof Row & string)[]; changed: readonly (keyof Row & string)[] };

async function refuseOlder<Row extends object>(
  { db, user, services }: Pick<UserContext, 'db' | 'user' | 'services'>,
  { stored, edits, revision, shown = () => Promise.resolve(stored) }: Write<Row>,
  { fields, changed }: Fields<Row>,
): Promise<void> {
  const present = revisionOf(edits, fields);
  const isNewer = ({ revision: made }: Change) => made > Number(revision);
  const isForeign = ({ by, at }: Change) =>
    by !== user.userId && Date.parse(at) > services.now() - WITHOUT_REVISION_MS;
  const [among, counts] = revision === undefined ? [changed, isForeign] : [fields, isNewer];
  const met = among.flatMap((field) => {
    const change = edits[field];
    return change && counts(change) ? [{ field, change }] : [];
  });
  if (revision === undefined ? met.length === 0 : revision === present) return;
  const names = await accountNames(
    db,
    user.clinicId,
    met.map(({ change }) => change.by),
  );
  const values = await shown();
  const conflicts = met.map(({ field, change: { by, at } }): Conflict => {
    return { field, theirs: values[field], by: names.get(by) ?? null, at };
  });
  throw new AppError('changed_meanwhile', { conflicts, revision: present });
}
