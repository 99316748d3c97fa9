import type { SurveyStatus } from '../../../domain/statuses.ts';
import { surveyStatusText } from '../../../text/statuses.ts';
import css from './windows.module.css';

const tones = {
  expired: 'muted',
  finished: css.good,
  pending_started: css.open,
  pending_not_started: css.open,
  not_available: 'muted',
  withdrawn: 'muted',
  error: css.bad,
} as const satisfies Record<SurveyStatus, string | undefined>;

/** The status of a window as a word. The colour only repeats it. */
export function StatusTag({ status }: { status: SurveyStatus }) {
  return <span className={`${css.tag} ${tones[status]}`}>{surveyStatusText[status]}</span>;
}
