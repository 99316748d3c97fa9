import type { UserType } from '../../contract/accounts.ts';
import type { Services } from '../services.ts';

/** The length of the sessions of a role, in minutes (R31, R32). */
export function sessionLengths({ config: { sessions } }: Services, role: UserType) {
  const patient = role === 'patient';
  return {
    accessMinutes: sessions.access_minutes,
    idleMinutes: patient ? sessions.patient_idle_minutes : sessions.staff_idle_minutes,
    absoluteMinutes: patient ? sessions.patient_absolute_minutes : sessions.staff_absolute_minutes,
  };
}
