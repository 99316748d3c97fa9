import { appendAudit } from '../audit/queries.ts';
import type { PatientKey } from '../database/row-keys.ts';
import type { Handler, UserContext } from '../http/context.ts';
import { systemIdsOf } from './ids.ts';
import { findSharingAnswer, storeSharingAnswer } from './choice-queries.ts';

const patientOf = ({ user }: UserContext): PatientKey => ({
  clinicId: user.clinicId,
  patientId: user.userId,
});

/** The question is asked only where it can matter: of patients with a System-ID. */
export const getSharing: Handler<'getSharing'> = async (_input, context) => {
  const patient = patientOf(context);
  const answer = await findSharingAnswer(context.db, patient);
  const systemIds = await systemIdsOf(context.db, context.services.keys, patient);
  return {
    asked: systemIds.length > 0,
    allowed: answer?.allowed ?? null,
    answered_at: answer?.answered_at ?? null,
  };
};

/** Stores the patient's answer. A refusal takes effect with its commit: every view asks for the answers anew (record 140). */
export const setSharing: Handler<'setSharing'> = async ({ body: { allowed } }, context) => {
  const { db, user, request, services } = context;
  const at = new Date(services.now()).toISOString();
  await storeSharingAnswer(db, patientOf(context), { allowed, answered_at: at });
  const objectId = allowed ? 'allowed' : 'refused';
  await appendAudit(db, user, request, { action: 'sharing_answered', patientId: user.userId, objectId });
  return {};
};
