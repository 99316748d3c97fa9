import type { AdminPatient } from '../../../contract/patients.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { accessSheetText } from '../../../text/access-sheet.ts';
import { patientText as text } from '../../../text/patients.ts';
import { genderText } from '../../../text/reports.ts';
import { surveyStatusText } from '../../../text/statuses.ts';
import { floatMenu } from '../../ui/float-menu.ts';
import { MenuButton, MenuItem } from '../../ui/MenuButton.tsx';
import type { Column } from '../../ui/table-rows.ts';
import { saveAccessSheets } from './access-sheets.tsx';
import { calendar, daysLeft, presentStatus, systemIds } from './patient-surveys.ts';
import css from './patient-cells.module.css';
import { CodeCell, ShowLink, SystemIdTags } from './PatientCells.tsx';
import { moreIcons } from '../../ui/more-icons.ts';

/** The modal over a patient list. Opening one closes the other (product 2). */
export type PatientModal =
  | { kind: 'register' }
  | { kind: 'edit' | 'assign' | 'status' | 'result'; patientId: string };

export type OpenModal = (modal: PatientModal) => void;

type PatientColumn = Column<AdminPatient>;

/** The columns of an admin's patient table, with the clinician after the code and without results. */
export function adminColumns(open: OpenModal, asksConsent: boolean): readonly PatientColumn[] {
  return [
    menuColumn(open),
    codeColumn(open),
    clinicianColumn,
    birthDateColumn,
    genderColumn,
    admissionColumn,
    dischargeColumn,
    systemIdColumn,
    statusColumn(open, asksConsent),
  ];
}

export function menuColumn(open: OpenModal): PatientColumn {
  return {
    id: 'menu',
    title: text.column.menu,
    width: 2.75,
    isControl: true,
    shortcut: 'b',
    cell: ({ id, code }) => (
      <MenuButton label={text.menuOf(code)} icon={moreIcons.edit} float={floatMenu}>
        <MenuItem icon={moreIcons.edit} onChoose={() => open({ kind: 'edit', patientId: id })}>
          {text.edit}
        </MenuItem>
        <MenuItem icon={moreIcons.transfer} onChoose={() => open({ kind: 'assign', patientId: id })}>
          {text.assign}
        </MenuItem>
        <MenuItem icon={moreIcons.download} onChoose={() => void saveAccessSheets([id])}>
          {accessSheetText.menu}
        </MenuItem>
      </MenuButton>
    ),
  };
}

export function codeColumn(open: OpenModal): PatientColumn {
  return {
    id: 'code',
    title: text.column.code,
    width: 7,
    isRowHeader: true,
    value: ({ code }) => code,
    filter: { kind: 'text' },
    cell: (patient) => (
      <CodeCell patient={patient} onShowLock={() => open({ kind: 'status', patientId: patient.id })} />
    ),
  };
}

const clinicianColumn: PatientColumn = {
  id: 'clinician_username',
  title: text.column.clinician,
  width: 8,
  value: ({ clinician_username }) => clinician_username,
  filter: { kind: 'text' },
  cell: ({ clinician_username }) => clinician_username,
};

function dateColumn(id: 'date_of_birth' | 'admission'): PatientColumn {
  return {
    id,
    title: text.column[id],
    width: 6.5,
    value: (patient) => patient[id],
    filter: { kind: 'date' },
    cell: (patient) => formatIsoDate(patient[id]),
  };
}

export const birthDateColumn = dateColumn('date_of_birth');
export const admissionColumn = dateColumn('admission');
const dischargeWords = ({ discharge }: AdminPatient) =>
  discharge === null ? text.openEnd : formatIsoDate(discharge);

export const dischargeColumn: PatientColumn = {
  id: 'discharge',
  title: text.column.discharge,
  width: 6.5,
  // As text an open end is later than every date, for the order and for the filter.
  value: ({ discharge }) => discharge ?? text.openEnd,
  filter: { kind: 'date' },
  cell: dischargeWords,
};

export const genderColumn: PatientColumn = {
  id: 'gender',
  title: text.column.gender,
  width: 5,
  value: ({ gender }) => genderText[gender],
  filter: { kind: 'choice', options: Object.values(genderText) },
  cell: ({ gender }) => genderText[gender],
};

export const systemIdColumn: PatientColumn = {
  id: 'system_ids',
  title: text.column.system_ids,
  width: 5,
  value: systemIds,
  filter: { kind: 'text' },
  cell: (patient) => <SystemIdTags ids={systemIds(patient)} />,
};

const statusOf = (patient: AdminPatient) => surveyStatusText[presentStatus(patient, calendar())];

/** True if the clinic of these patients asks for the study consent. Other tables do not mention it. */
export function isConsentAsked(patients: readonly AdminPatient[]): boolean {
  return patients.some(({ consent }) => consent !== undefined);
}

function statusOptions(asksConsent: boolean): readonly string[] {
  const { withdrawn, ...statuses } = surveyStatusText;
  return [...Object.values(statuses), ...(asksConsent ? [withdrawn] : [])];
}

/** How long the open survey can still be answered; null if there is none. */
function daysLeftWords(patient: AdminPatient): string | null {
  const days = daysLeft(patient, calendar());
  return days === null ? null : text.daysLeft(days);
}

function DaysLeft({ patient }: { patient: AdminPatient }) {
  const words = daysLeftWords(patient);
  return words && <span className={css.days}>{words}</span>;
}

export function statusColumn(open: OpenModal, asksConsent: boolean): PatientColumn {
  return {
    id: 'survey_status',
    title: text.column.survey_status,
    leads: 3,
    shortcut: 's',
    width: 11,
    value: statusOf,
    filter: { kind: 'choice', options: statusOptions(asksConsent) },
    cell: (patient) => (
      <ShowLink
        name={text.showStatusOf(patient.code)}
        beside={<DaysLeft patient={patient} />}
        remark={statusOf(patient)}
        onOpen={() => open({ kind: 'status', patientId: patient.id })}
      />
    ),
  };
}
