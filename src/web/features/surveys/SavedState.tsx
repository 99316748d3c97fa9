import { useEffect, useState, useSyncExternalStore } from 'react';
import { surveyText } from '../../../text/survey.ts';
import { Icon } from '../../ui/Icon.tsx';
import css from './SurveyProgress.module.css';
import type { DraftKeeper } from './use-draft.ts';
import type { Sending } from './use-survey.ts';

// A page turn that takes longer than this says that it is under way.
const PATIENCE_MS = 1000;

type SavedStateProps = {
  /** The keeper of the page's draft; null on a page without questions. */
  keeper: DraftKeeper | null;
  sending: Sending;
  /** Earlier pages are stored. */
  hasPages: boolean;
};

/** Says in a word whether the answers are saved. A screen reader hears of it once, and when the connection is lost or slow. */
export function SavedState({ keeper, sending, hasPages }: SavedStateProps) {
  const draft = useSyncExternalStore(keeper?.subscribe ?? neverChanges, () => keeper?.state() ?? 'new');
  const isOffline = useOffline() || sending.kind === 'offline';
  const isSlow = useSlow(sending);
  // The page itself says that it could not be sent.
  const isSaved = sending.kind !== 'failed' && (draft === 'saved' || (draft === 'new' && hasPages));
  const [wasSaved, setWasSaved] = useState(isSaved);
  if (isSaved && !wasSaved) setWasSaved(true);
  const trouble = isOffline ? surveyText.noConnection : isSlow && surveyText.savingNow;
  return (
    <>
      <span className={isOffline ? css.offline : css.state} data-saved aria-hidden="true">
        {trouble ||
          (isSaved && (
            <>
              <Icon name="check" size={16} />
              <span>{surveyText.saved}</span>
            </>
          ))}
      </span>
      <output className="visually-hidden">{trouble || (wasSaved && surveyText.saved)}</output>
    </>
  );
}

const neverChanges = () => () => {};

function useOffline(): boolean {
  const [isOffline, setIsOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const lose = () => setIsOffline(true);
    const regain = () => setIsOffline(false);
    window.addEventListener('offline', lose);
    window.addEventListener('online', regain);
    return () => {
      window.removeEventListener('offline', lose);
      window.removeEventListener('online', regain);
    };
  }, []);
  return isOffline;
}

function useSlow(sending: Sending): boolean {
  const [slow, setSlow] = useState<Sending | null>(null);
  useEffect(() => {
    if (sending.kind !== 'sending') return undefined;
    const timer = setTimeout(() => setSlow(sending), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [sending]);
  return sending.kind === 'sending' && slow === sending;
}
