import type { Extension } from '../extension.ts';
import { servedCalls } from '../../server/http/context.ts';
import { workshopRoutes } from './contract/routes.ts';
import * as drafts from './server/draft-handlers.ts';
import { listInstruments } from './server/list-handler.ts';
import { workshopSettings } from './server/settings.ts';

const { getProtocol: _get, setProtocol: _set, tryProtocol: _try, askSigner: _ask, signDraft: _sign, publishDraft: _publish, previewDraft: _preview, ...served } = workshopRoutes;

export const workshop: Extension = {
  settings: workshopSettings,
  calls: servedCalls(served, {
    listInstruments,
    createDraft: drafts.createDraft,
    getDraft: drafts.getDraft,
    saveDraft: drafts.saveDraft,
    deleteDraft: drafts.deleteDraft,
  }),
};
