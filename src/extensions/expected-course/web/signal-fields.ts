import type { ClinicianPatient } from '../../../contract/patients.ts';
import type { SignalFields } from '../contract/routes.ts';

const none: SignalFields = { deviates: false, has_course_signals: false };

/** The fields that this extension adds to the list. A server without it sends none. */
export const fieldsOf = (patient: ClinicianPatient & Partial<SignalFields>): SignalFields => ({
  ...none,
  ...patient,
});
