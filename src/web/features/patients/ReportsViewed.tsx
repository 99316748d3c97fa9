import type { ClinicianPatient } from '../../../contract/patients.ts';
import { hasResultLink, isUnread, type ReportReadSummary } from '../../../domain/statuses.ts';
import { newestFinished } from '../../../domain/worklist.ts';
import { patientText as text } from '../../../text/patients.ts';
import { reportReadText } from '../../../text/statuses.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/use-store.ts';
import { paths } from '../../paths.ts';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { reportState } from '../reports/report-state.ts';
import { keepInTable } from './patient-table-view.ts';
import css from './patient-cells.module.css';

const tones = {
  not_available: css.plain,
  all_read: css.plain,
  unread: css.unread,
} as const satisfies Record<ReportReadSummary, string | undefined>;

type ReportsViewedProps = { patient: ClinicianPatient; summary: ReportReadSummary };

/** "Alle Reports gelesen" is also true of none. */
const isOfNone = ({ survey_statuses: surveys }: ClinicianPatient, summary: ReportReadSummary) =>
  summary === 'all_read' && !surveys.some(({ finished }) => finished);

/** The summary of a patient's reports. It leads to the newest unread report. */
export function ReportsViewed({ patient, summary }: ReportsViewedProps) {
  const user = useStore(session);
  const { survey_statuses: surveys, as_deputy: asDeputy, code } = patient;
  const words = reportReadText[summary];
  const unread = newestFinished(surveys.filter((survey) => isUnread(survey) && hasResultLink(survey)));
  if (summary === 'unread' && unread && user && !asDeputy)
    return (
      <GuardedLink
        className={css.unread}
        to={paths.clinicianReport}
        state={reportState(user, patient, unread)}
        aria-label={text.openUnreadOf(code)}
        onClick={() => keepInTable(patient.id)}
      >
        {words}
      </GuardedLink>
    );
  if (isOfNone(patient, summary))
    return (
      <span className={css.remark} title={text.noReports}>
        {text.ofNoReports(words)}
      </span>
    );
  return <span className={tones[summary]}>{words}</span>;
}
