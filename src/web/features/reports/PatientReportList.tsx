import { formatIsoDate } from '../../../domain/iso-date.ts';
import { patientHomeText as text } from '../../../text/patient.ts';
import { useAnswer } from '../../api/queries.ts';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { dayOf } from '../../api/clinic-time.ts';
import css from '../windows/windows.module.css';
import { ReportLink } from './ReportLink.tsx';
import { WaitingReports } from './WaitingReports.tsx';

/** The reports that the patient may open, by measurement point. */
export function PatientReportList() {
  const { data, error, refetch } = useAnswer('listPatientReports');
  if (error) return <LoadFailed what="loadReports" error={error} retry={refetch} />;
  if (!data) return <Spinner />;
  const { report_entries: entries, waiting = [] } = data;
  if (entries.length + waiting.length === 0) return <p className="muted">{text.noReports}</p>;
  return (
    <>
      <WaitingReports labels={waiting} />
      <ul className="stack plain">
        {entries.map((entry) => (
          <li key={entry.survey_session_id} className={`framed line between ${css.window}`}>
            <div>
              <strong>{entry.label}</strong>
              <p className="muted">{formatIsoDate(dayOf(entry.update_time))}</p>
            </div>
            <ReportLink entry={entry} />
          </li>
        ))}
      </ul>
    </>
  );
}
