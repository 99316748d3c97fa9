import { useId, useState } from 'react';
import { surveyText } from '../../../text/survey.ts';
import { Button } from '../../ui/Button.tsx';
import css from './survey.module.css';

/** The Back button that is never active (product 2): it can be reached by keyboard and touch, and says why. */
export function BackHint() {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const show = () => setIsShown(true);
  const hide = () => setIsShown(false);
  return (
    <span className={css.hintAnchor} onPointerEnter={show} onPointerLeave={hide}>
      <Button
        look="secondary"
        icon="back"
        aria-disabled
        aria-describedby={id}
        onClick={show}
        onFocus={show}
        onBlur={hide}
        onKeyDown={(event) => event.key === 'Escape' && hide()}
      >
        {surveyText.back}
      </Button>
      <span id={id} role="tooltip" className={isShown ? css.tooltip : 'visually-hidden'}>
        {surveyText.noWayBack}
      </span>
    </span>
  );
}
