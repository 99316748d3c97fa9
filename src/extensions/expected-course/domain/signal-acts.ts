/** What a clinician did about a signal: talked with the patient, took it to supervision, or found that it does not apply. */
export const SIGNAL_ACTS = ['discussed', 'supervision', 'not_applicable'] as const;
export type SignalAct = (typeof SIGNAL_ACTS)[number];
