import { surveyText } from '../../../text/survey.ts';
import css from './survey.module.css';

/** How far the survey has come, 0 to 1. */
export function SurveyProgress({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100);
  return (
    <div className={css.progress}>
      <progress max={100} value={percent} aria-label={surveyText.progress(percent)} />
      <span aria-hidden="true">{surveyText.progress(percent)}</span>
    </div>
  );
}
