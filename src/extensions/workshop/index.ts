import type { Extension } from '../extension.ts';
import { servedCalls } from '../../server/http/context.ts';
import { workshopRoutes } from './contract/routes.ts';
import { workshopCommands } from './server/commands.ts';
import * as drafts from './server/draft-handlers.ts';
import { listInstruments } from './server/list-handler.ts';
import { previewDraft } from './server/preview-handler.ts';
import * as protocols from './server/protocol-handlers.ts';
import * as signatures from './server/signature-handlers.ts';
import { workshopSettings } from './server/settings.ts';

export const workshop: Extension = {
  settings: workshopSettings,
  commands: workshopCommands,
  calls: servedCalls(workshopRoutes, {
    listInstruments,
    createDraft: drafts.createDraft,
    getDraft: drafts.getDraft,
    saveDraft: drafts.saveDraft,
    deleteDraft: drafts.deleteDraft,
    ...signatures,
    previewDraft,
    ...protocols,
  }),
};
