import type { ClinicianPatient } from '../../../contract/patients.ts';
import { hasResultLink, isUnread, type ReportReadSummary } from '../../../domain/statuses.ts';
import { newestFinished } from '../../../domain/worklist.ts';
import { patientText as text } from '../../../text/patients.ts';
import { reportReadText } from '../../../text/statuses.ts';
import { config } from '../../api/config.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/use-store.ts';
import { paths } from '../../paths.ts';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import type { Column } from '../../ui/table-rows.ts';
import { openMark } from '../crisis/open-events.ts';
import { reportState } from '../reports/report-state.ts';
import type { Sign } from './clinician-part.ts';
import { keepInTable } from './table-memory.ts';
import css from './patient-cells.module.css';
import {
  admissionColumn,
  birthDateColumn,
  codeColumn,
  dischargeColumn,
  genderColumn,
  menuColumn,
  type OpenModal,
  statusColumn,
  systemIdColumn,
} from './patient-columns.tsx';
import { reportsViewed } from './patient-surveys.ts';
import { OwnCodeCell } from './PatientCells.tsx';
import { resultColumn } from './result-column.tsx';

/** What the columns of a clinician depend on. */
export type ClinicianListFacts = { readonly asksConsent: boolean; readonly signs: readonly Sign[] };

/** The columns of a clinician's patient table, in the order of product 2. */
export function clinicianColumns(
  open: OpenModal,
  { asksConsent, signs }: ClinicianListFacts,
): readonly Column<ClinicianPatient>[] {
  return [
    ownMenuColumn(open),
    ownCodeColumn(open),
    birthDateColumn,
    genderColumn,
    admissionColumn,
    dischargeColumn,
    systemIdColumn,
    statusColumn(open, asksConsent),
    resultColumn((patientId) => open({ kind: 'result', patientId }), signs),
    reportsViewedColumn,
  ];
}

/** The patient of a colleague can be seen, but neither edited nor assigned (product 19.4). */
function ownMenuColumn(open: OpenModal): Column<ClinicianPatient> {
  const column = menuColumn(open);
  return { ...column, cell: (patient) => (patient.as_deputy ? null : column.cell(patient)) };
}

function ownCodeColumn(open: OpenModal): Column<ClinicianPatient> {
  return {
    ...codeColumn(open),
    cell: (patient) => (
      <OwnCodeCell
        patient={patient}
        level={openMark(patient)?.level}
        onShowLock={() => open({ kind: 'status', patientId: patient.id })}
      />
    ),
  };
}

const summaryOf = (patient: ClinicianPatient) => reportsViewed(patient, config().time_zone);

const reportsViewedColumn: Column<ClinicianPatient> = {
  id: 'reports_viewed',
  title: text.column.reports_viewed,
  leads: 2,
  shortcut: 'u',
  width: 7.25,
  value: (patient) => reportReadText[summaryOf(patient)],
  filter: { kind: 'choice', options: Object.values(reportReadText) },
  cell: (patient) => <ReportsViewed patient={patient} summary={summaryOf(patient)} />,
};

const tones = {
  not_available: css.remark,
  all_read: css.remark,
  unread: css.unread,
} as const satisfies Record<ReportReadSummary, string | undefined>;

type ReportsViewedProps = { patient: ClinicianPatient; summary: ReportReadSummary };

/** "Alle Reports gelesen" is also true of none. */
const isOfNone = ({ survey_statuses: surveys }: ClinicianPatient, summary: ReportReadSummary) =>
  summary === 'all_read' && !surveys.some(({ finished }) => finished);

/** The summary of a patient's reports. It leads to the newest unread report. */
function ReportsViewed({ patient, summary }: ReportsViewedProps) {
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
