import { formatIsoDate } from '../../../domain/iso-date.ts';
import { patientReportText as text } from '../../../text/patient.ts';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { paths } from '../../paths.ts';
import { dayOf } from '../../api/clinic-time.ts';
import type { ReportEntry } from './ReportLink.tsx';
import css from './reports.module.css';

/** The measurement points that have a report. The one on the page is marked. */
export function ReportPoints({ entries, chosen }: { entries: readonly ReportEntry[]; chosen: ReportEntry }) {
  return (
    <nav aria-label={text.points}>
      <ul className="row plain off-paper">
        {entries.map((entry) => (
          <li key={entry.survey_session_id}>
            <GuardedLink
              className={`box hovers ${css.point}`}
              to={paths.patientReport}
              state={{ survey_session_id: entry.survey_session_id }}
              aria-current={entry === chosen ? 'page' : undefined}
            >
              <strong>{entry.label}</strong>
              <span>{formatIsoDate(dayOf(entry.update_time))}</span>
            </GuardedLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
