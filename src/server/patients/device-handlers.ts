import { appendAudit } from '../audit/queries.ts';
import { allowDevice as allow } from '../login/limit-queries.ts';
import { forgetRefusals } from '../login/login-door.ts';
import { AppError } from '../settings/app-error.ts';
import type { Handler } from '../http/context.ts';
import { ownScope } from './checks.ts';
import { lockPatient } from './queries.ts';

/** Lets an unknown device in with a code that waits, because its patient asks the staff for help (R46). */
export const allowDevice: Handler<'allowDevice'> = async ({ params }, { db, user, request }) => {
  const patient = await lockPatient(db, user.clinicId, params.id, ownScope(user));
  if (!patient) throw new AppError('not_found');
  const allowed_until = await allow(db, user.clinicId, patient.id);
  await appendAudit(db, user, request, { action: 'device_allowed', patientId: patient.id });
  forgetRefusals(user.clinicId);
  return { allowed_until };
};
