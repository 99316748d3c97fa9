import type { PatientWindow } from '../../../contract/surveys.ts';
import type { ConsentState } from '../../../domain/consent.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { surveyStatus, timeWindowStatus, type TimeWindowStatus } from '../../../domain/statuses.ts';
import { patientHomeText as text } from '../../../text/patient.ts';
import { today } from '../../api/clinic-time.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import type { Elements } from '../../ui/elements.ts';
import { useFewRows } from '../../ui/few-rows.tsx';
import { type PatientWindows, SurveyLink } from './CurrentSurvey.tsx';
import { StatusTag } from './StatusTag.tsx';
import css from './windows.module.css';

/** All windows of the patient in the tabs current, expired and planned (product 2). */
export function WindowTabs({ windows, consent }: PatientWindows) {
  const day = today();
  const action = consent === 'withdrawn' ? () => null : surveyLink;
  const within = (status: TimeWindowStatus) =>
    windows.filter((window) => timeWindowStatus(window, day) === status);
  const tabs = [
    {
      id: 'current',
      title: text.tabs.current,
      content: (
        <WindowList windows={within('current')} empty={text.noCurrent} consent={consent} action={action} />
      ),
    },
    {
      id: 'expired',
      title: text.tabs.expired,
      content: <WindowList windows={within('completed')} empty={text.noExpired} consent={consent} />,
    },
    {
      id: 'planned',
      title: text.tabs.planned,
      content: <WindowList windows={within('planned')} empty={text.noPlanned} consent={consent} />,
    },
  ];
  return <Tabs label={text.tabs.label} tabs={tabs} />;
}

function surveyLink(window: PatientWindow) {
  return window.finished ? null : <SurveyLink isStarted={window.survey_session_id !== null} />;
}

type WindowListProps = {
  windows: readonly PatientWindow[];
  empty: string;
  consent?: ConsentState | undefined;
  action?: (window: PatientWindow) => Elements;
};

/** Of many windows, those next to today are shown first. */
const FEW = 8;

/** Windows with label, dates and status. */
function WindowList({ windows, empty, consent, action }: WindowListProps) {
  const day = today();
  const isNear = (window: PatientWindow, place: number) =>
    timeWindowStatus(window, day) === 'completed' ? place >= windows.length - FEW : place < FEW;
  const { shown, button } = useFewRows(windows, isNear);
  if (windows.length === 0) return <p className="muted">{empty}</p>;
  return (
    <>
      {button}
      <ul className="stack plain">
        {shown.map((window) => (
          <li key={`${window.type}-${window.ordinal}`} className={`framed line between ${css.window}`}>
            <div>
              <strong>{window.label}</strong>
              <p className="muted">{text.period(formatIsoDate(window.start), formatIsoDate(window.end))}</p>
            </div>
            <span className="row gap-2">
              <StatusTag status={statusOf(window, consent)} />
              {timeWindowStatus(window, day) === 'planned' && (
                <span className={css.from}>{text.plannedFrom(formatIsoDate(window.start))}</span>
              )}
            </span>
            {action?.(window)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The status of a patient's own window today. */
function statusOf(window: PatientWindow, consent?: ConsentState) {
  const hasSession = window.survey_session_id !== null;
  return surveyStatus(window, hasSession ? window : undefined, today(), consent);
}
