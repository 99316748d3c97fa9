/** A patient of a clinic. */
export type PatientKey = { clinicId: string; patientId: string };

/** A survey session of a clinic. */
export type SessionKey = { clinicId: string; sessionId: string };
