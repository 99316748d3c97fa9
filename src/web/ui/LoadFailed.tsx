import { useState } from 'react';
import { uiText } from '../../text/ui.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import type { Elements } from './elements.ts';

type LoadFailedProps = {
  /** The failed action and the reason. */
  sentence: string;
  /** Tries again. If it returns a promise, the button is busy until the promise ends. */
  retry: () => unknown;
  /** Further information. */
  children?: Elements;
};

/** Shown instead of content that could not be loaded, or above older content. */
export function LoadFailed({ sentence, retry, children }: LoadFailedProps) {
  const [isTrying, setIsTrying] = useState(false);
  const tryAgain = async () => {
    setIsTrying(true);
    await retry();
    setIsTrying(false);
  };
  return (
    <Notice tone="error">
      <p>{sentence}</p>
      {children}
      <Button look="secondary" pending={isTrying} onClick={() => void tryAgain()}>
        {uiText.retry}
      </Button>
    </Notice>
  );
}
