import type { ReactNode } from 'react';
import type { PatientWindow } from '../../../contract/surveys.ts';
import type { ConsentState } from '../../../domain/consent.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { surveyStatus } from '../../../domain/statuses.ts';
import { patientHomeText } from '../../../text/patient.ts';
import { StatusTag } from './StatusTag.tsx';
import { today } from '../../api/clinic-time.ts';
import css from './windows.module.css';

type WindowListProps = {
  windows: readonly PatientWindow[];
  empty: string;
  consent?: ConsentState | undefined;
  action?: (window: PatientWindow) => ReactNode;
};

/** Windows with label, dates and status. */
export function WindowList({ windows, empty, consent, action }: WindowListProps) {
  if (windows.length === 0) return <p className={css.empty}>{empty}</p>;
  return (
    <ul className={css.list}>
      {windows.map((window) => (
        <li key={`${window.type}-${window.ordinal}`} className={css.window}>
          <div>
            <strong>{window.label}</strong>
            <p className={css.period}>
              {patientHomeText.period(formatIsoDate(window.start), formatIsoDate(window.end))}
            </p>
          </div>
          <StatusTag status={statusOf(window, consent)} />
          {action?.(window)}
        </li>
      ))}
    </ul>
  );
}

/** The status of a patient's own window today. */
export function statusOf(window: PatientWindow, consent?: ConsentState) {
  const hasSession = window.survey_session_id !== null;
  return surveyStatus(window, hasSession ? window : undefined, today(), consent);
}
