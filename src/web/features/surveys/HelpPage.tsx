import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Help } from '../../../domain/crisis.ts';
import { helpPageText as text } from '../../../text/crisis.ts';
import { surveyText } from '../../../text/survey.ts';
import { Button } from '../../ui/Button.tsx';
import { HelpBlock } from '../help/HelpBlock.tsx';
import css from './survey.module.css';
import type { Sending } from './use-survey.ts';
import type { SurveyPage } from '../../../contract/surveys.ts';
import type { Answer } from '../../../domain/answer-types.ts';
import { leadsToHelp } from '../../../domain/help-page.ts';

type HelpPageProps = {
  help: Help;
  sending: Sending;
  /** True before the server has the answers that lead to this page: it is shown without a connection. */
  isEarly: boolean;
  /** Sends the unsent answers, or the seconds that the patient has read this page. */
  onSend: (seconds: number) => void;
  onPause: () => void;
  onBack: () => void;
};

/**
 * The page of help (product 19.5). It stays the same element from the moment when it is shown early until the patient goes on,
 * so that nothing is said twice and the focus stays.
 */
export function HelpPage({ help, sending, isEarly, onSend, onPause, onBack }: HelpPageProps) {
  const page = useRef<HTMLElement>(null);
  useStart(page);
  const [shownAt] = useState(() => performance.now());
  const isSettled = useSettled();
  const isWaiting = isEarly || sending.kind !== 'idle';
  const goOn = isEarly ? surveyText.retry : text.goOn;
  return (
    <section ref={page} data-help="page" className={`reading ${css.form} ${isSettled ? '' : css.unsettled}`}>
      <header className={`stack ${css.head}`}>
        <h1 tabIndex={-1}>{text.title}</h1>
        <p>{text.notReadAtOnce}</p>
      </header>
      <HelpBlock help={help} />
      <output className={isWaiting ? css.unsent : `muted ${css.saved}`}>{stateOf(sending, isEarly)}</output>
      <div className={`row ${css.choices}`}>
        <Button
          pending={sending.kind === 'sending'}
          onClick={() => onSend((performance.now() - shownAt) / 1000)}
        >
          {goOn}
        </Button>
        <Button look="secondary" onClick={isEarly ? onBack : onPause}>
          {isEarly ? text.toAnswers : text.pause}
        </Button>
      </div>
    </section>
  );
}

function stateOf(sending: Sending, isEarly: boolean): string {
  const isOffline = sending.kind === 'offline' || (sending.kind === 'sending' && sending.isRetry);
  if (isOffline) return isEarly ? text.unsentOffline : text.goOnOffline;
  if (sending.kind === 'failed') return isEarly ? text.unsentFailed : surveyText.loadFailed;
  return isEarly ? text.unsentSlow : text.saved;
}

/** The page begins with its heading, as every page of another subject. */
function useStart(page: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    window.scrollTo({ top: 0 });
    page.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [page]);
}

// The second tap of a double tap on "Weiter" must neither dial a number nor leave the page unread.
const SETTLING_MS = 400;

function useSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), SETTLING_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}

// Help must not wait longer than this for a slow connection.
const PATIENCE_MS = 2000;

type EarlyHelp = {
  isShown: boolean;
  /** Back to the questions. The same answers do not show the help again; a new press on "Weiter" does. */
  leave: () => void;
};

/**
 * Shows help before the server has the answers that lead to it: at once if they cannot be sent, and after a moment if that takes
 * long (product 19.5). The browser knows the rules of its page, and applies them only to answers that the patient has sent off.
 */
export function useEarlyHelp({ help }: SurveyPage, sending: Sending): EarlyHelp {
  const answers = 'answers' in sending ? sending.answers : null;
  const isDue = answers !== null && leadsToHelp(help?.after ?? [], answers);
  const hasFailed = sending.kind !== 'sending';
  const [shownFor, setShownFor] = useState<readonly Answer[] | null>(null);
  const [leftFor, setLeftFor] = useState<readonly Answer[] | null>(null);
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => setShownFor(answers), hasFailed ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isDue, hasFailed, answers]);
  const isLate = hasFailed || shownFor === answers;
  return { isShown: isDue && isLate && leftFor !== answers, leave: () => setLeftFor(answers) };
}
