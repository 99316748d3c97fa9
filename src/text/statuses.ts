import type { SymptomChange } from '../domain/window-types.ts';
import type { ReportReadSummary, ResultStatus, SurveyStatus } from '../domain/statuses.ts';

/** Product 4.4: survey status per window. */
export const surveyStatusText = {
  expired: 'Abgelaufen',
  finished: 'Erledigt',
  pending_started: 'Ausstehend (begonnen)',
  pending_not_started: 'Ausstehend (Nicht begonnen)',
  not_available: 'Nicht Verfügbar',
  withdrawn: 'Einwilligung widerrufen',
  error: 'Fehler',
} as const satisfies Record<SurveyStatus, string>;

/** Product 4.5: result status per window. */
export const resultStatusText = {
  expired: 'Abgelaufen',
  not_available: 'Nicht Verfügbar',
  UNKNOWN: 'Unbekannt',
  LOW: 'Unauffällig',
  MEDIUM: 'Auffällig',
  HIGH: 'Kritisch',
  error: 'Fehler',
} as const satisfies Record<ResultStatus, string>;

/** The changes that a patient list names. */
export const symptomChangeText = {
  worse: 'schlechter',
  better: 'besser',
} as const satisfies Partial<Record<SymptomChange, string>>;

/** Product 4.6: report-read summary per patient. */
export const reportReadText = {
  not_available: 'Nicht verfügbar',
  all_read: 'Alle Reports gelesen',
  unread: 'Ungelesener Report',
} as const satisfies Record<ReportReadSummary, string>;
