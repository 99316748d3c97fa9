import { type ReactNode, useState } from 'react';
import { uiText } from '../../text/ui.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

type LoadFailedProps = {
  /** What failed and why. */
  sentence: string;
  /** Tries again. Where it gives a promise, the button is busy until then. */
  retry: () => unknown;
  /** What else there is to know. */
  children?: ReactNode;
};

/** Takes the place of what could not be loaded, or stands above what is still shown of it. */
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
