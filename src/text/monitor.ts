import type { StuckPatient, StuckReason } from '../domain/response-monitor.ts';
import { MISSED_IN_A_ROW, OVERDUE_DAYS, RESTING_DAYS } from '../domain/response-monitor.ts';

/** The response monitor of the clinic. */
export const monitorText = {
  title: 'Rücklauf der Befragungen',
  /** The button of a clinician. */
  open: 'Rücklauf',
  lead: `Gezählt werden alle Befragungen, deren Zeitraum begonnen hat. Überfällig ist eine offene Befragung, die nach ${OVERDUE_DAYS} Tagen nicht abgeschlossen ist. Der Rücklauf ist der Anteil der erledigten an den erledigten und abgelaufenen.`,
  tallies: 'Befragungen nach Messzeitpunkt',
  column: {
    type: 'Messzeitpunkt',
    open: 'Offen',
    overdue: 'Davon überfällig',
    done: 'Erledigt',
    expired: 'Abgelaufen',
    rate: 'Rücklauf',
  },
  total: 'Alle',
  /** Leads from the number of overdue surveys to their list. */
  showOverdue: (count: string, name: string) => `${count} überfällige zeigen: ${name}`,
  noRate: '–',
  /** A share above 0 is never written as none. */
  percent: (share: number) => (share > 0 && share < 0.01 ? '< 1 %' : `${Math.round(share * 100)} %`),
  stuckTitle: 'Wo eine Erinnerung helfen kann',
  stuckLead: `Überfällige Befragungen mit den wenigsten verbleibenden Tagen zuerst, begonnene ohne Antwort seit ${RESTING_DAYS} Tagen, und Patient*innen, die mindestens ${MISSED_IN_A_ROW} Befragungen in Folge nicht abgeschlossen haben.`,
  stuckTable: 'Patient*innen mit stockender Befragung',
  nobodyStuck: 'Zurzeit stockt keine Befragung.',
  stuckColumn: {
    code: 'Code',
    clinician: 'Therapeut*in',
    survey: 'Befragung',
    reason: 'Grund',
    detail: 'Einzelheit',
    status: 'Befragungsstatus',
  },
  reason: {
    overdue: 'Überfällig',
    resting: 'Begonnen, ruht',
    missed: 'Mehrfach verpasst',
  } satisfies Record<StuckReason, string>,
} as const;

/** The detail for a patient with a stuck survey. */
export function stuckDetail(patient: StuckPatient): string {
  if (patient.reason === 'missed') return `${patient.missed} Befragungen in Folge`;
  const { days } = patient;
  if (patient.reason === 'resting') return `keine Antwort seit ${days} Tagen`;
  return days === 1 ? 'heute letzter Tag' : `noch ${days} Tage`;
}
