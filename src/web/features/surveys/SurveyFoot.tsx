import { useId, useState } from 'react';
import type { Answer } from '../../../domain/answer-types.ts';
import { surveyText } from '../../../text/survey.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import css from './survey.module.css';
import type { Sending } from './use-survey.ts';

type SurveyFootProps = { sending: Sending; onSend: (answers: Answer[]) => void };

/** The bar that stays at the bottom of the screen: the reason of a failed sending, and the buttons Weiter and Back. */
export function SurveyFoot({ sending, onSend }: SurveyFootProps) {
  return (
    <div className={`stack gap-2 ${css.bar}`}>
      <SendingNotice sending={sending} onSend={onSend} />
      <div className={`row between ${css.buttons}`}>
        <BackHint />
        <Button type="submit" pending={sending.kind === 'sending'}>
          {surveyText.next}
        </Button>
      </div>
    </div>
  );
}

// The notice stays during a retry, so that nothing moves on the screen.
function SendingNotice({ sending, onSend }: SurveyFootProps) {
  const isOffline = sending.kind === 'offline' || (sending.kind === 'sending' && sending.isRetry);
  if (!isOffline && sending.kind !== 'failed') return null;
  return (
    <Notice tone={isOffline ? 'warning' : 'error'}>
      <p>{isOffline ? surveyText.offline : surveyText.sendFailed}</p>
      <Button
        look="secondary"
        pending={sending.kind === 'sending'}
        onClick={() => 'answers' in sending && onSend(sending.answers)}
      >
        {surveyText.retry}
      </Button>
    </Notice>
  );
}

// The Back button is never active (product 2). Keyboard and touch can reach it, and it gives the reason.
function BackHint() {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const show = () => setIsShown(true);
  const hide = () => setIsShown(false);
  return (
    <span className={`anchor ${css.hintAnchor}`} onPointerEnter={show} onPointerLeave={hide}>
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
      <span id={id} role="tooltip" className={css.tooltip} hidden={!isShown}>
        {surveyText.noWayBack}
      </span>
    </span>
  );
}
