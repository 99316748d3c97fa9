import { uiText } from '../../text/ui.ts';
import type { Action } from '../../text/frame.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { failureSentence } from './messages.ts';

/** In place of what could not be loaded: why, and another try. */
export function LoadFailed({ action, error, retry }: { action: Action; error: unknown; retry: () => void }) {
  return (
    <Notice tone="error">
      <p>{failureSentence(action, error)}</p>
      <Button look="secondary" onClick={retry}>
        {uiText.retry}
      </Button>
    </Notice>
  );
}
