import { useState } from 'react';
import { copyText } from '../../text/ui.ts';
import { Button } from './Button.tsx';

type CopyButtonProps = { content: () => string; children: string };

/** Copies a text and says so. Some browsers refuse it; then the text itself is shown. */
export function CopyButton({ content, children }: CopyButtonProps) {
  const { outcome, copy } = useCopying(content);
  return (
    <>
      {outcome}
      <Button look="quiet" icon="copy" onClick={copy}>
        {children}
      </Button>
    </>
  );
}

/** The same for a control of another kind: what to call, and what to show beside it. */
export function useCopying(content: () => string) {
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(content());
      setOutcome(copyText.copied);
    } catch {
      setOutcome(content());
    }
  };
  return {
    outcome: <output style={{ alignSelf: 'center', overflowWrap: 'anywhere' }}>{outcome}</output>,
    copy: () => void copy(),
  };
}
