import type { Endpoint } from '../../../contract/endpoints.ts';

const instruments = '/api/auth/clinic-admins/instruments';
const draft = `${instruments}/drafts/{id}` as const;
const protocol = '/api/auth/clinic-admins/protocol';
const admin = ['admin'] as const;
// A clinician reaches the drafts for which an admin asked for a signature, and no others.
const signers = ['clinician', 'admin'] as const;

/** Method, path and access of the calls of the workshop, where a clinic makes its own questionnaires. */
export const workshopEndpoints = {
  listInstruments: { method: 'GET', path: instruments, access: signers },
  createDraft: { method: 'POST', path: `${instruments}/drafts`, access: admin },
  getDraft: { method: 'GET', path: draft, access: signers },
  saveDraft: { method: 'PUT', path: draft, access: admin },
  deleteDraft: { method: 'DELETE', path: draft, access: admin },
  previewDraft: { method: 'POST', path: `${draft}/preview`, access: signers },
  askSigner: { method: 'PUT', path: `${draft}/signers`, access: admin },
  signDraft: { method: 'POST', path: `${draft}/signatures`, access: signers },
  publishDraft: { method: 'POST', path: `${draft}/publication`, access: admin },
  getProtocol: { method: 'GET', path: protocol, access: admin },
  setProtocol: { method: 'PUT', path: protocol, access: admin },
  tryProtocol: { method: 'POST', path: `${protocol}/dry-run`, access: admin },
} as const satisfies Record<string, Endpoint>;
