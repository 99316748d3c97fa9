import { randomUUID } from 'node:crypto';
import { canonicalJson, contentHash } from '../../../domain/canonical-json.ts';
import { moment } from '../../../domain/today.ts';
import { AppError } from '../../../server/settings/app-error.ts';
import type { Handler, UserContext } from '../../../server/http/context.ts';
import type { DraftContent, WorkshopRoutes } from '../contract/routes.ts';
import { keyOf, noteAct, requireWorkshop, sightedDraft } from './access.ts';
import { bringIn } from './bring-in.ts';
import * as queries from './queries.ts';
import type { DraftRow } from './queries.ts';
import { shownDraft } from './shown-draft.ts';

const actOf = ({ user, services }: UserContext) => ({ by: user.userId, at: moment(services.now()) });

/** Begins a draft. What it is made from is not kept. */
export const createDraft: Handler<WorkshopRoutes['createDraft']> = async (input, context) => {
  requireWorkshop(context);
  const { content, kept, notKept } = await bringIn(input, context);
  const draftId = randomUUID();
  const key = keyOf(context, draftId);
  await queries.insertDraft(context.db, key, { content, notKept }, actOf(context));
  await noteAct(context, 'draft_created', draftId);
  const { to_decide } = await shownDraft(context, await sightedDraft(context, draftId, 'look'));
  return { draft_id: draftId, kept, not_kept: [...notKept], to_decide };
};

export const getDraft: Handler<WorkshopRoutes['getDraft']> = async ({ params }, context) =>
  shownDraft(context, await sightedDraft(context, params.id, 'look'));

/** Saves a draft as it is, finished or not. What is not right yet stands among its reasons. Signatures outlast a save without a change. */
export const saveDraft: Handler<WorkshopRoutes['saveDraft']> = async ({ params, body }, context) => {
  const { revision, ...content } = body;
  const row = await sightedDraft(context, params.id, 'lock');
  if (revision !== String(row.revision)) throw changedMeanwhile(row, content);
  if (contentHash(content) !== contentHash(row.content))
    await queries.updateDraft(context.db, keyOf(context, params.id), content, actOf(context));
  await noteAct(context, 'draft_saved', params.id);
  return shownDraft(context, await sightedDraft(context, params.id, 'look'));
};

/** Names the parts of a draft that differ from those that were sent. */
function changedMeanwhile(
  { content, revision, changed_name: by, changed_at: at }: DraftRow,
  sent: DraftContent,
) {
  const fields = ['instrument', 'licence', 'danger', 'examples'] as const;
  const differing = fields.filter((field) => canonicalJson(content[field]) !== canonicalJson(sent[field]));
  const conflicts = differing.map((field) => ({ field, theirs: content[field], by, at }));
  return new AppError('changed_meanwhile', { conflicts, revision: String(revision) });
}

export const deleteDraft: Handler<WorkshopRoutes['deleteDraft']> = async ({ params }, context) => {
  await sightedDraft(context, params.id, 'lock');
  await queries.deleteDraft(context.db, keyOf(context, params.id));
  await noteAct(context, 'draft_deleted', params.id);
  return {};
};
