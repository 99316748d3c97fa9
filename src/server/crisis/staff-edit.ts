import type { IsoDate } from '../../domain/iso-date.ts';
import { AppError } from '../settings/app-error.ts';
import { admitEdit, type Edits } from '../http/edits.ts';
import type { UserContext } from '../http/context.ts';
import { deputiesByClinician } from './deputy-queries.ts';
import { lockAccounts, storeEdits } from '../login/account-queries.ts';

/** What the forms about a clinician edit: the user name, and the deputyship. They share one revision, that of the account. */
export type StaffFields = {
  username: string;
  deputy_id: string | null;
  from: IsoDate | null;
  until: IsoDate | null;
};

/** What is written where a clinician has no deputy any more. */
export const NO_DEPUTY = { deputy_id: null, from: null, until: null } as const;

type StaffWrite = {
  id: string;
  wanted: { readonly [Field in keyof StaffFields]?: StaffFields[Field] | undefined };
  revision: string | undefined;
};

/** Locks a clinician with the present and the wanted deputy, and admits a write over the account (record 270). */
export async function admitStaffEdit(
  context: UserContext,
  { id, wanted, revision }: StaffWrite,
): Promise<StaffFields & { before: StaffFields }> {
  const { db, user } = context;
  const presentDeputy = async () => (await deputiesByClinician(db, user.clinicId)).get(id);
  const concerned = [id, wanted.deputy_id, (await presentDeputy())?.deputy_id].filter(
    (one) => typeof one === 'string',
  );
  const account = (await lockAccounts(db, user.clinicId, concerned)).find((one) => one.id === id);
  if (!account) throw new AppError('not_found');
  const { deputy_id = null, from = null, until = null } = (await presentDeputy()) ?? {};
  const stored: StaffFields = { username: account.username, deputy_id, from, until };
  const { row, changed, edits } = await admitEdit(context, {
    stored,
    // Only `storeEdits` writes the column.
    edits: account.edits as Edits,
    wanted,
    revision,
  });
  if (changed.size > 0) await storeEdits(db, user.clinicId, id, edits);
  return { ...row, before: stored };
}
