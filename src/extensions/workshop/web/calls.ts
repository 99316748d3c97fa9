import type { FurtherCall } from '../../../contract/route.ts';
import { workshopEndpoints } from '../contract/endpoints.ts';
import type { WorkshopRoutes } from '../contract/routes.ts';

// A request has a body or a file, and the two ways to begin a draft have a call each. The others are as the table says.
type Told<Name extends keyof WorkshopRoutes> = Omit<WorkshopRoutes[Name], 'upload'>;
type FromFile = Omit<WorkshopRoutes['createDraft'], 'upload' | 'body'> & { upload: true };

const callOf = <Name extends keyof WorkshopRoutes>(name: Name): FurtherCall<Told<Name>> => ({
  ...workshopEndpoints[name],
  name,
  ofRoute: null,
});

export const listInstruments = callOf('listInstruments');
export const createDraft = callOf('createDraft');
export const createDraftFromFile: FurtherCall<FromFile> = {
  ...workshopEndpoints.createDraft,
  name: 'createDraftFromFile',
  ofRoute: null,
};
export const getDraft = callOf('getDraft');
export const saveDraft = callOf('saveDraft');
export const deleteDraft = callOf('deleteDraft');
export const previewDraft = callOf('previewDraft');
export const askSigner = callOf('askSigner');
export const signDraft = callOf('signDraft');
export const publishDraft = callOf('publishDraft');
export const getProtocol = callOf('getProtocol');
export const setProtocol = callOf('setProtocol');
export const tryProtocol = callOf('tryProtocol');
