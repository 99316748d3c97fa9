import type { PatientWindow } from '../../../contract/surveys.ts';
import { patientHomeText as text } from '../../../text/patient.ts';
import { useAnswer } from '../../api/queries.ts';
import css from '../windows/windows.module.css';
import { ReportLink } from './ReportLink.tsx';
import { WaitingReports } from './WaitingReports.tsx';

/** A link to the newest report of the patient, if there is one, and a sentence for each that a clinician reads first. */
export function NewestReport({ windows }: { windows: readonly PatientWindow[] }) {
  // Only the server knows which measurement points have a report for patients. Without a finished survey there is none.
  const enabled = windows.some((window) => window.finished);
  const { data } = useAnswer('listPatientReports', null, { enabled });
  const entry = data?.report_entries.at(-1);
  return (
    <>
      <WaitingReports labels={data?.waiting} />
      {entry && (
        <div className={`stack start ${css.now}`}>
          <h3>{text.newReport(entry.label)}</h3>
          <ReportLink entry={entry} />
        </div>
      )}
    </>
  );
}
