import type { ClinicianPatient } from '../../../contract/patients.ts';
import type { IsoDate } from '../../../domain/iso-date.ts';
import { compareWork, type PatientWork, patientWork, type Waiting } from '../../../domain/worklist.ts';
import { calendar } from './patient-surveys.ts';

type Known = { day: IsoDate; work: PatientWork };

// Answers of the server keep the same objects while nothing changes.
const known = new WeakMap<ClinicianPatient, Known>();

/** Nothing waits about the patient of a colleague but an open event (product 19.4). */
const noWork: PatientWork = { waiting: new Set(), unreadSince: null, daysLeft: null };

function workOf(patient: ClinicianPatient): PatientWork {
  const { today, timeZone } = calendar();
  const before = known.get(patient);
  if (before?.day === today) return before.work;
  const work = patient.as_deputy ? noWork : patientWork(patient, today, timeZone);
  known.set(patient, { day: today, work });
  return work;
}

/** The patients in the order of what waits; the others keep their order. */
export function inWorkOrder(patients: readonly ClinicianPatient[]): readonly ClinicianPatient[] {
  return patients.toSorted((a, b) => compareWork(workOf(a), workOf(b)));
}

/** The filters of the table by what waits. */
export const waitingPresets = {
  unread: isWaiting('unread'),
  worse: isWaiting('worse'),
  deviates: isWaiting('deviates'),
  closing: isWaiting('closing'),
  overdue: isWaiting('overdue'),
} as const satisfies Record<Waiting, (patient: ClinicianPatient) => boolean>;

function isWaiting(reason: Waiting) {
  return (patient: ClinicianPatient) => workOf(patient).waiting.has(reason);
}
