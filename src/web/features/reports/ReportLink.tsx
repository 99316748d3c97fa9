import type { Answer } from '../../../contract/routes.ts';
import { patientHomeText as text } from '../../../text/patient.ts';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';

export type ReportEntry = Answer<'listPatientReports'>['report_entries'][number];

/** Opens a report of the signed-in patient. The navigation state names the report; the address never does. */
export function ReportLink({ entry }: { entry: ReportEntry }) {
  return (
    <GuardedLink
      className={buttonClass('secondary')}
      to={paths.patientReport}
      state={{ survey_session_id: entry.survey_session_id }}
      aria-label={text.openReport(entry.label)}
    >
      {text.toReports}
    </GuardedLink>
  );
}
