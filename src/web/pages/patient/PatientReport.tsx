import { patientReportText as text } from '../../../text/patient.ts';
import { useAnswer } from '../../api/queries.ts';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { chosenReport } from '../../features/reports/chosen-report.ts';
import { ReportPoints } from '../../features/reports/ReportPoints.tsx';
import { WaitingReports } from '../../features/reports/WaitingReports.tsx';
import { ReportView } from '../../features/reports/ReportView.tsx';
import css from '../../features/reports/reports.module.css';
import { sectionAddress } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { usePlace } from '../../ui/navigation.tsx';

/** The patient's own report, by measurement point (product 2.11). The navigation state says which report, never the address. */
export default function PatientReport() {
  const { state } = usePlace();
  const { data, error, refetch } = useAnswer('listPatientReports');
  if (error) return <LoadFailed what="loadReports" error={error} retry={refetch} />;
  if (!data) return <Spinner label={text.loading} />;
  const entries = data.report_entries;
  const chosen = chosenReport(entries, state);
  return (
    <div className={`stack gap-5 ${css.page}`}>
      <div className={`row off-paper ${css.ways}`}>
        {/* A report shows its own title, with the measurement point. */}
        <h1 className={chosen && 'visually-hidden'}>{text.title}</h1>
        <GuardedLink className={buttonClass('secondary')} to={sectionAddress.patient('report')}>
          {text.back}
        </GuardedLink>
      </div>
      {chosen && entries.length > 1 && <ReportPoints entries={entries} chosen={chosen} />}
      <WaitingReports labels={data.waiting} />
      {chosen ? (
        <Report id={chosen.survey_session_id} />
      ) : (
        !data.waiting?.length && <Notice tone="info">{text.none}</Notice>
      )}
    </div>
  );
}

function Report({ id }: { id: string }) {
  const { data, error, refetch } = useAnswer('getPatientReport', { params: { id } });
  if (error) return <LoadFailed what="loadReports" error={error} retry={refetch} />;
  if (!data) return <Spinner label={text.loading} />;
  return <ReportView html={data} label={text.title} />;
}
