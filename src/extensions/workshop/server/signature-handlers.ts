import { moment } from '../../../domain/today.ts';
import type { Handler } from '../../../server/http/context.ts';
import { refuseField } from '../../../server/http/parse.ts';
import type { WorkshopRoutes } from '../contract/routes.ts';
import { keyOf, noteAct, requireRevision, sightedDraft } from './access.ts';
import { publishDraftOf, signDraftOf } from './publication.ts';
import * as queries from './queries.ts';

/** Asks clinicians for a signature. They see this draft until they are asked no more. */
export const askSigner: Handler<WorkshopRoutes['askSigner']> = async ({ params, body }, context) => {
  await sightedDraft(context, params.id, 'lock');
  const isKnown = await queries.setSigners(context.db, keyOf(context, params.id), body.clinician_ids);
  if (!isKnown) refuseField('clinician_ids', 'clinician_unknown');
  await noteAct(context, 'draft_signers_set', params.id);
  return {};
};

export const signDraft: Handler<WorkshopRoutes['signDraft']> = async ({ params, body }, context) => {
  const { db, user, services } = context;
  const row = await sightedDraft(context, params.id, 'lock');
  requireRevision(row, body.revision);
  const signing = { accountId: user.userId, name: user.username, at: moment(services.now()) };
  await signDraftOf(db, keyOf(context, params.id), row, { ...signing, role: body.role });
  await noteAct(context, 'draft_signed', params.id);
  return {};
};

export const publishDraft: Handler<WorkshopRoutes['publishDraft']> = async ({ params, body }, context) => {
  const row = await sightedDraft(context, params.id, 'lock');
  requireRevision(row, body.revision);
  const version = await publishDraftOf(context.db, keyOf(context, params.id), row);
  await noteAct(context, 'instrument_published', `${version.id} ${version.version}`);
  return version;
};
