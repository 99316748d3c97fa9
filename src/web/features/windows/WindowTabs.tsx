import type { PatientWindow } from '../../../contract/surveys.ts';
import { timeWindowStatus, type TimeWindowStatus } from '../../../domain/statuses.ts';
import { patientHomeText as text } from '../../../text/patient.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { type PatientWindows, SurveyLink } from './CurrentSurvey.tsx';
import { today } from '../../api/clinic-time.ts';
import { WindowList } from './WindowList.tsx';

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
