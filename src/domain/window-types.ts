/** The kinds of survey windows of product 3.6, in the order of a therapy. */
export const WINDOW_TYPES = [
  'PRE',
  'INTERMEDIATE',
  'POST',
  'FOLLOW_UP_1',
  'FOLLOW_UP_2',
  'FOLLOW_UP_3',
] as const;
export type WindowType = (typeof WINDOW_TYPES)[number];

/** The severity of a patient's condition over the symptom scales (product 14.4); UNKNOWN if no scale has a score. */
export const CONDITION_SEVERITIES = ['LOW', 'MEDIUM', 'HIGH'] as const;
export type ConditionSeverity = (typeof CONDITION_SEVERITIES)[number] | 'UNKNOWN';

/** Whether a symptom scale changed reliably since the measurement before; a worsening counts before an improvement. */
export const SYMPTOM_CHANGES = ['worse', 'better', 'none'] as const;
export type SymptomChange = (typeof SYMPTOM_CHANGES)[number];
