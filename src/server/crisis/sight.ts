import { AppError } from '../settings/app-error.ts';
import { appendAudit } from '../audit/queries.ts';
import type { UserContext } from '../http/context.ts';
import { patientAccess } from './queries.ts';

/** Refuses a clinician who may not see the patient, like one who does not exist (R10, R17). */
export async function checkSight(context: UserContext, patientId: string): Promise<'treating' | 'deputy'> {
  const { db, user, services } = context;
  const patient = { clinicId: user.clinicId, patientId };
  const access = await patientAccess(db, patient, user.userId, services.today());
  if (access === 'none') throw new AppError('not_found');
  return access;
}

/** The same for a call that shows the patient's data: what a deputy sees is written into the trail. */
export async function requireSight(context: UserContext, patientId: string): Promise<void> {
  const { db, user, request } = context;
  const access = await checkSight(context, patientId);
  if (access === 'deputy') await appendAudit(db, user, request, { action: 'seen_as_deputy', patientId });
}
