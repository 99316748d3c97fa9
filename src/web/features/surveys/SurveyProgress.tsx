import { useEffect, useState } from 'react';
import type { SurveyPage } from '../../../contract/surveys.ts';
import { minutesLeftText } from '../../../text/duration.ts';
import { surveyText } from '../../../text/survey.ts';
import { paths } from '../../paths.ts';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { Modal } from '../../ui/Modal.tsx';
import type { Elements } from '../../ui/elements.ts';
import css from './SurveyProgress.module.css';

/** The element that describes the place of the page. The first heading or question of a page refers to it. */
export const PLACE_ID = 'survey-place';

type SurveyProgressProps = { page: SurveyPage; children: Elements };

/** The frame above each page, in place of the top bar: how far the survey has come, the way out, and a state. */
export function SurveyProgress({ page, children }: SurveyProgressProps) {
  const percent = Math.round(page.progress * 100);
  return (
    <div className={css.top}>
      <progress max={100} value={percent} aria-label={surveyText.progress(percent)} />
      <div className={`line between ${css.ways}`}>
        <GuardedLink to={paths.patientHome} replace>
          {surveyText.pause}
        </GuardedLink>
        {children}
      </div>
    </div>
  );
}

/** The part of the survey and the time to its end. A kind word follows half-way. */
export function SurveyPlace({ page }: { page: SurveyPage }) {
  const { part, minutes_left: minutes, progress } = page;
  const [half, setHalf] = useState({ progress, isReached: false });
  if (progress !== half.progress) setHalf({ progress, isReached: half.progress < HALF && progress >= HALF });
  return (
    <div id={PLACE_ID} className={`muted small reading ${css.place}`}>
      <p>
        {part && <span>{surveyText.part(part.number, part.total)}</span>}
        {part?.title && <span className={css.title}>{`: ${part.title}`}</span>}
        <span>{part ? ` · ${minutesLeftText(minutes)}` : minutesLeftText(minutes)}</span>
      </p>
      {half.isReached && <p className={css.half}>{surveyText.halfway}</p>}
    </div>
  );
}

const HALF = 0.5;

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
      <progress max={100} value={percent} aria-label={surveyText.savingTitle} />
      <p aria-hidden="true">{surveyText.percent(percent)}</p>
    </Modal>
  );
}
