import { appendAudit } from '../../../server/audit/queries.ts';
import { AppError } from '../../../server/settings/app-error.ts';
import type { UserContext } from '../../../server/http/context.ts';
import type { WorkshopRoutes } from '../contract/routes.ts';
import * as queries from './queries.ts';
import type { DraftKey, DraftRow } from './queries.ts';
import { isWorkshopOff } from './settings.ts';

/** Throws not_found where the operator switched the workshop off. */
export function requireWorkshop({ services }: UserContext): void {
  if (isWorkshopOff(services.config)) throw new AppError('not_found');
}

export const keyOf = ({ user }: Pick<UserContext, 'user'>, draftId: string): DraftKey => {
  return { clinicId: user.clinicId, draftId };
};

/** A draft that the user may see: an admin, or a clinician whom an admin asked for a signature. */
export async function sightedDraft(
  context: UserContext,
  draftId: string,
  lock: 'lock' | 'look',
): Promise<DraftRow> {
  requireWorkshop(context);
  const { db, user } = context;
  const key = keyOf(context, draftId);
  const row = await queries.findDraft(db, key, lock);
  if (!row) throw new AppError('not_found');
  if (user.role === 'admin') return row;
  const signers = await queries.listSigners(db, key);
  if (!signers.some(({ id }) => id === user.userId)) throw new AppError('not_found');
  return row;
}

/** Refuses an act on a draft that was changed since its reader saw it. */
export function requireRevision(row: DraftRow, revision: string): void {
  if (revision !== String(row.revision))
    throw new AppError('changed_meanwhile', { conflicts: [], revision: String(row.revision) });
}

/** What the trail says of drafts. */
export type WorkshopAction = Exclude<WorkshopRoutes[keyof WorkshopRoutes]['audit'], null>;

/** Writes the row of an act on a draft. */
export function noteAct({ db, user, request }: UserContext, action: WorkshopAction, objectId: string) {
  return appendAudit<WorkshopAction>(db, user, request, { action, objectId });
}
