import { useState } from 'react';
import type { Action } from '../../text/failures.ts';
import { uiText } from '../../text/ui.ts';
import { Button } from '../ui/Button.tsx';
import type { Elements } from '../ui/elements.ts';
import { Notice } from '../ui/Notice.tsx';
import { failureSentence } from './failed-action.ts';

type LoadFailedProps = {
  /** The failed action, and its failure with the reason. */
  what: Action;
  error: unknown;
  /** Tries again. If it returns a promise, the button is busy until the promise ends. */
  retry: () => unknown;
  /** Further information. */
  children?: Elements;
};

/** Shown instead of content that could not be loaded, or above older content. */
export function LoadFailed({ what, error, retry, children }: LoadFailedProps) {
  const [isTrying, setIsTrying] = useState(false);
  const tryAgain = async () => {
    setIsTrying(true);
    await retry();
    setIsTrying(false);
  };
  return (
    <Notice tone="error">
      <p>{failureSentence(what, error)}</p>
      {children}
      <Button look="secondary" pending={isTrying} onClick={() => void tryAgain()}>
        {uiText.retry}
      </Button>
    </Notice>
  );
}
