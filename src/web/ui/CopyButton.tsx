import { useEffect, useState } from 'react';
import { copyText } from '../../text/copying.ts';
import { Button } from './Button.tsx';
import css from './CopyButton.module.css';
import { letPass } from './passing.ts';
import { moreIcons } from './more-icons.ts';

type CopyButtonProps = { content: () => string; children: string };

/** Copies a text and says so. Some browsers refuse it; then the text itself is shown. */
export function CopyButton({ content, children }: CopyButtonProps) {
  const { outcome, copy } = useCopying(content);
  return (
    <>
      {outcome}
      <Button look="quiet" icon={moreIcons.copy} onClick={copy}>
        {children}
      </Button>
    </>
  );
}

type Outcome = { text: string; isCopied: boolean };

/**
 * The same for a control of another kind: what to call, and what to show beside it. It says for a while that the text was
 * copied, in a place of its own below or above the nearest positioned element.
 */
export function useCopying(content: () => string) {
  const [{ text, isCopied }, setOutcome] = useState<Outcome>(nothing);
  useEffect(() => (isCopied ? letPass(() => setOutcome(nothing)) : undefined), [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(content());
      setOutcome({ text: copyText.copied, isCopied: true });
    } catch {
      setOutcome({ text: content(), isCopied: false });
    }
  };
  return {
    outcome: <output className={text !== '' && !isCopied ? css.kept : css.passing}>{text}</output>,
    copy: () => void copy(),
  };
}

const nothing: Outcome = { text: '', isCopied: false };
