import type { PatientWindow } from '../../../contract/surveys.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { timeWindowStatus } from '../../../domain/statuses.ts';
import { patientHomeText as text } from '../../../text/patient.ts';
import { GuardedLink } from '../../frame/GuardedLink.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { today } from './today.ts';
import css from './windows.module.css';

/** What a patient can do now: fill in the open survey, or read when the next one opens. */
export function CurrentSurvey({ windows }: { windows: readonly PatientWindow[] }) {
  const day = today();
  const open = windows.find((window) => timeWindowStatus(window, day) === 'current');
  const next = windows.find((window) => timeWindowStatus(window, day) === 'planned');
  if (open && !open.finished) return <OpenSurvey window={open} />;
  return (
    <div className={css.now}>
      <h3>{open ? text.doneTitle : text.nothingTitle}</h3>
      {open && <p>{text.done}</p>}
      <p className={css.period}>
        {next ? text.next(next.label, formatIsoDate(next.start)) : text.nothingNext}
      </p>
    </div>
  );
}

function OpenSurvey({ window }: { window: PatientWindow }) {
  const isStarted = window.survey_session_id !== null;
  return (
    <div className={css.now}>
      <h3>{text.openTitle(window.label)}</h3>
      <p>{text.openUntil(formatIsoDate(window.end))}</p>
      {isStarted && <p>{text.openStarted}</p>}
      <SurveyLink isStarted={isStarted} />
    </div>
  );
}

export function SurveyLink({ isStarted }: { isStarted: boolean }) {
  return (
    <GuardedLink className={buttonClass('primary')} to={paths.survey} state={{ entered: true }}>
      {isStarted ? text.resume : text.start}
    </GuardedLink>
  );
}
