import { useState } from 'react';
import { copyText } from '../../text/ui.ts';
import { Button } from './Button.tsx';

type CopyButtonProps = { content: () => string; children: string };

/** Copies a text and says so. Some browsers refuse it; then the text itself is shown. */
export function CopyButton({ content, children }: CopyButtonProps) {
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(content());
      setOutcome(copyText.copied);
    } catch {
      setOutcome(content());
    }
  };
  return (
    <>
      <output style={{ alignSelf: 'center', overflowWrap: 'anywhere' }}>{outcome}</output>
      <Button look="quiet" icon="copy" onClick={() => void copy()}>
        {children}
      </Button>
    </>
  );
}
