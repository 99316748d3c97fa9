import { type ReactNode, useState } from 'react';
import { uiText } from '../../text/ui.ts';
import type { Action } from '../../text/frame.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { failureSentence } from './messages.ts';

type LoadFailedProps = {
  action: Action;
  error: unknown;
  /** Tries again; where it tells when it is done, the button waits for it. */
  retry: () => unknown;
  /** What else there is to know. */
  children?: ReactNode;
};

/** In place of what could not be loaded, or above what is shown of it: why, and another try. */
export function LoadFailed({ action, error, retry, children }: LoadFailedProps) {
  const [isTrying, setIsTrying] = useState(false);
  const tryAgain = async () => {
    setIsTrying(true);
    await retry();
    setIsTrying(false);
  };
  return (
    <Notice tone="error">
      <p>{failureSentence(action, error)}</p>
      {children}
      <Button look="secondary" pending={isTrying} onClick={() => void tryAgain()}>
        {uiText.retry}
      </Button>
    </Notice>
  );
}
