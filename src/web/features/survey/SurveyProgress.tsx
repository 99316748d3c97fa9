import { useEffect, useState } from 'react';
import { surveyText } from '../../../text/survey.ts';
import { paths } from '../../paths.ts';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { Modal } from '../../ui/Modal.tsx';
import css from './survey.module.css';

/** The row above each page: the way out, and how far the survey has come, 0 to 1. On a phone it stands for the top bar. */
export function SurveyProgress({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100);
  return (
    <div className={css.progress} data-survey>
      <GuardedLink to={paths.patientHome} replace>
        {surveyText.pause}
      </GuardedLink>
      <progress max={100} value={percent} aria-label={surveyText.progress(percent)} />
      <span aria-hidden="true">{surveyText.percent(percent)}</span>
    </div>
  );
}

// Product 9: counts up to 98 in steps every 80 ms, then redirects.
const LAST = 98;
const STEP_MS = 80;

type FinishDialogProps = { givesReport: boolean; onEnd: () => void };

/** The end of the survey. It promises a report only if the patient gets one (product 2.10). */
export function FinishDialog({ givesReport, onEnd }: FinishDialogProps) {
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    if (percent >= LAST) return onEnd();
    const timer = setTimeout(() => setPercent(percent + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [percent, onEnd]);
  return (
    <Modal title={surveyText.savingTitle} size="small" dismissal="static" onClose={() => {}}>
      <p>{givesReport ? surveyText.savingReport : surveyText.saving}</p>
      <progress className={css.finish} max={100} value={percent} aria-label={surveyText.savingTitle} />
      <p aria-hidden="true">{surveyText.percent(percent)}</p>
    </Modal>
  );
}
