import { transferText as text } from '../../../text/clinicians.ts';
import { Notice } from '../../ui/Notice.tsx';
import css from './clinicians.module.css';
import type { TransferEnd } from './transfer.ts';
import type { TransferState } from './use-transfer.ts';

export function TransferProgress({ transferred, total }: { transferred: number; total: number }) {
  return (
    <div className={css.progress}>
      <progress value={transferred} max={total} aria-label={text.title} />
      <output>{text.progress(transferred, total)}</output>
    </div>
  );
}

const endText = {
  tried_all: undefined,
  stopped: text.stopped,
  offline: text.offline,
} as const satisfies Record<TransferEnd, string | undefined>;

const MOST_SHOWN = 50;

type TransferResultProps = { state: Extract<TransferState, { kind: 'ended' }>; target: string };

/** The result of a transfer that left patients over: how many went, and why the others stayed. */
export function TransferResult({ state, target }: TransferResultProps) {
  const { transferred, total, outcome } = state;
  const { refused, end } = outcome;
  return (
    <Notice tone="error">
      <p>{text.partly(transferred, total, target)}</p>
      {endText[end] && <p>{endText[end]}</p>}
      {refused.length > 0 && <p>{text.failed}</p>}
      {refused.length > 0 && (
        <ul className={css.failures}>
          {refused.slice(0, MOST_SHOWN).map(({ id, code, reason }) => (
            <li key={id}>{text.failedOne(code, reason)}</li>
          ))}
          {refused.length > MOST_SHOWN && <li>{text.more(refused.length - MOST_SHOWN)}</li>}
        </ul>
      )}
    </Notice>
  );
}
