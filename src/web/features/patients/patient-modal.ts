/** Which modal of a patient list is open; there is never more than one (product 2: opening one closes the other). */
export type PatientModal =
  | { kind: 'register' }
  | { kind: 'edit' | 'assign' | 'status' | 'result'; patientId: string };

export type OpenModal = (modal: PatientModal) => void;
