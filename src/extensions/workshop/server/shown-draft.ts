import { instrumentItems } from '../../../domain/instrument-items.ts';
import { USUAL_PAGE_SECONDS } from '../../../domain/protocol.ts';
import { readablePages } from '../../../domain/survey-flow-blocks.ts';
import { isUndecided } from '../../../domain/undecided.ts';
import type { UserContext } from '../../../server/http/context.ts';
import type { Draft, ListedDraft, Task } from '../contract/routes.ts';
import { draftHints, draftItems, repeatedItems, textOf, type DraftItem } from '../domain/draft-items.ts';
import { readDraft } from '../domain/instrument-file.ts';
import { isOpenDecision, type Reason } from '../domain/reasons.ts';
import { planOf } from '../domain/trial.ts';
import { placeText, reasonText, repeatedText } from '../text/reasons.ts';
import { surveyMinutes } from './minutes.ts';
import { reasonsOf } from './publication.ts';
import * as queries from './queries.ts';
import type { DraftRow, SignatureRow } from './queries.ts';

/** A reason as a clinic reads it. */
export const taskOf = (reason: Reason): Task => ({
  where: placeText(reason.place),
  what: reasonText(reason),
  step: reason.step,
  ...('path' in reason && { path: reason.path }),
});

const shownSignature = ({ name, role, signed_at }: SignatureRow) => ({
  by: name,
  role,
  at: signed_at,
});

/** The reasons not to publish a draft now. */
export async function draftReasons({ db, user }: UserContext, row: DraftRow): Promise<readonly Reason[]> {
  const signatures = await queries.listSignatures(db, user.clinicId, [row.id]);
  return reasonsOf(row, signatures, await queries.takenNames(db, user.clinicId));
}

/** A draft as it travels. */
export async function shownDraft(context: UserContext, row: DraftRow): Promise<Draft> {
  const { db, user } = context;
  const key = { clinicId: user.clinicId, draftId: row.id };
  const signatures = await queries.listSignatures(db, user.clinicId, [row.id]);
  const reasons = await draftReasons(context, row);
  const items = draftItems(row.content.instrument);
  return {
    ...row.content,
    draft_id: row.id,
    revision: String(row.revision),
    hints: draftHints(items),
    not_kept: row.not_kept,
    to_decide: [...reasons.filter(isOpenDecision).map(taskOf), ...repeatedTasks(items)],
    reasons: reasons.map(taskOf),
    signatures: signatures.map(shownSignature),
    signers: await queries.listSigners(db, key),
    minutes: minutesOf(row),
    changed: changeOf(row),
  };
}

/** Some questionnaires ask twice, so this is never a reason. */
const repeatedTasks = (items: readonly DraftItem[]): readonly Task[] =>
  repeatedItems(items).map(({ item: { number, content }, earlier }) => ({
    where: placeText({ kind: 'item', number, content }),
    what: repeatedText(earlier),
    step: 'questions',
  }));

const changeOf = ({ changed_name, changed_at }: DraftRow) => ({ by: changed_name ?? '', at: changed_at });

/** The drafts of the list. */
export async function listedDrafts(context: UserContext): Promise<ListedDraft[]> {
  const { db, user } = context;
  const rows = await queries.listDrafts(db, user.clinicId, user.role === 'admin' ? null : user.userId);
  const all = await queries.listSignatures(
    db,
    user.clinicId,
    rows.map(({ id }) => id),
  );
  const taken = await queries.takenNames(db, user.clinicId);
  return rows.map((row) => {
    const signatures = all.filter(({ draft_id: id }) => id === row.id);
    const { id, version, title } = row.content.instrument;
    return {
      draft_id: row.id,
      id: textOf(id),
      version: textOf(version),
      title: isUndecided(title) ? '' : textOf(title),
      open: reasonsOf(row, signatures, taken).length,
      signed: signatures.map(shownSignature),
      changed: changeOf(row),
    };
  });
}

/** The usual minutes: nobody has answered a draft, so nothing is measured. */
function minutesOf({ content }: DraftRow): number {
  const { instrument } = readDraft(content);
  if (instrument && instrumentItems(instrument).length > 0)
    return surveyMinutes(planOf(instrument), new Map());
  const pages = readablePages(draftItems(content.instrument)).length;
  return Math.ceil((pages * USUAL_PAGE_SECONDS) / 60);
}
