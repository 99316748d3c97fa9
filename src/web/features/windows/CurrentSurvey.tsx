import { useState } from 'react';
import type { PatientWindow } from '../../../contract/surveys.ts';
import type { ConsentState } from '../../../domain/consent.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { timeWindowStatus } from '../../../domain/statuses.ts';
import { consentHomeText } from '../../../text/consent-home.ts';
import { helpText } from '../../../text/crisis.ts';
import { patientHomeText as text, readByClinician } from '../../../text/patient.ts';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { dayOf, today } from '../../api/clinic-time.ts';
import { useLogOut } from '../../api/log-out.ts';
import { HelpDialog } from '../help/HelpDialog.tsx';
import css from './windows.module.css';

/** The windows of the patient, and the state of the study consent if the clinic asks for one. */
export type PatientWindows = {
  windows: readonly PatientWindow[];
  consent: ConsentState | undefined;
};

/** The open survey with its button, or the date of the next survey. */
export function CurrentSurvey({ windows, consent }: PatientWindows) {
  const day = today();
  if (consent === 'withdrawn') return <Stopped />;
  const open = windows.find((window) => timeWindowStatus(window, day) === 'current');
  const next = windows.find((window) => timeWindowStatus(window, day) === 'planned');
  if (open && !open.finished) return <OpenSurvey window={open} consent={consent} />;
  const nextDate = next ? text.next(next.label, formatIsoDate(next.start)) : text.nothingNext;
  if (open) return <DoneSurvey window={open} nextDate={nextDate} />;
  return (
    <div className={`stack start ${css.now}`}>
      <h3>{text.nothingTitle}</h3>
      <p className="muted">{nextDate}</p>
    </div>
  );
}

/** Thanks, and what happens now (product 2.9). */
function DoneSurvey({ window, nextDate }: { window: PatientWindow; nextDate: string }) {
  const logOut = useLogOut();
  const [helps, setHelps] = useState(false);
  return (
    <div className={`stack start ${css.now}`}>
      <h3>{text.doneTitle}</h3>
      <p>{text.done}</p>
      <p>{whatBecomes(window)}</p>
      <p className="muted">{nextDate}</p>
      <div className={`row gap-2 ${css.ways}`}>
        <Button look="secondary" icon="logout" onClick={() => void logOut('signed-out')}>
          {text.signOut}
        </Button>
        <Button look="quiet" icon="phone" aria-haspopup="dialog" onClick={() => setHelps(true)}>
          {helpText.title}
        </Button>
      </div>
      {helps && <HelpDialog onClose={() => setHelps(false)} />}
    </div>
  );
}

/** The same as the report says: whether the answers were read, and who reads them after the therapy. */
function whatBecomes({ read_time: read, after_therapy: isAfter }: PatientWindow): string {
  if (read) return readByClinician(formatIsoDate(dayOf(read)));
  return isAfter ? text.doneAfterTherapy : text.doneNext;
}

function Stopped() {
  return (
    <div className={`stack start ${css.now}`}>
      <h3>{consentHomeText.stoppedTitle}</h3>
      <p>{consentHomeText.stopped}</p>
    </div>
  );
}

type OpenSurveyProps = { window: PatientWindow; consent: ConsentState | undefined };

function OpenSurvey({ window, consent }: OpenSurveyProps) {
  const isStarted = window.survey_session_id !== null;
  return (
    <div className={`stack start ${css.now}`}>
      <h3>{text.openTitle(window.label)}</h3>
      {window.left && <Effort left={window.left} isStarted={isStarted} />}
      <p className="muted">{text.openUntil(formatIsoDate(window.end))}</p>
      {isStarted && <p>{text.openStarted}</p>}
      {consent === 'missing' && <p>{consentHomeText.beforeFirst}</p>}
      {consent === 'outdated' && <p>{consentHomeText.beforeNext}</p>}
      <SurveyLink isStarted={isStarted} />
    </div>
  );
}

type EffortProps = { left: NonNullable<PatientWindow['left']>; isStarted: boolean };

/** How long the survey takes, or how far it has come. */
function Effort({ left: { progress, minutes_left: minutes }, isStarted }: EffortProps) {
  const percent = Math.round(progress * 100);
  // A bar without progress would discourage a patient of the first page.
  if (!isStarted || percent === 0) return <p className="strong">{text.effort(minutes)}</p>;
  const reached = text.reached(percent, minutes);
  return (
    <div className="stack gap-1 wide">
      <progress max={100} value={percent} aria-label={reached} />
      <p className="strong">{reached}</p>
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
