import { useId } from 'react';
import { transferText as text } from '../../../text/clinicians.ts';
import { uiText } from '../../../text/ui.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import css from './clinicians.module.css';
import type { Transferable, TransferEnd } from './transfer.ts';
import type { TransferState } from './use-transfer.ts';

/** No patient stays behind: the choice of all. */
export const nobody: ReadonlySet<string> = new Set();

type PatientChoiceProps = {
  patients: readonly Transferable[];
  /** The ids of the patients who stay. */
  value: ReadonlySet<string>;
  error: string | undefined;
  onChange: (left: ReadonlySet<string>) => void;
};

/** Which patients are transferred: all, until the admin takes some out. */
export function PatientChoice({ patients, value: left, error, onChange }: PatientChoiceProps) {
  const id = useId();
  const stay = patients.filter((one) => left.has(one.id)).length;
  const toggle = (patient: string) =>
    onChange(new Set(left.has(patient) ? [...left].filter((one) => one !== patient) : [...left, patient]));
  return (
    <details className={css.choice}>
      <summary>{text.choice(patients.length - stay, patients.length)}</summary>
      <FieldError id={id} error={error} />
      <Button
        type="button"
        look="quiet"
        onClick={() => onChange(stay === 0 ? new Set(patients.map((one) => one.id)) : nobody)}
      >
        {stay === 0 ? text.none : text.all}
      </Button>
      <ul className={css.chosen} aria-label={text.title}>
        {patients.map((one) => (
          <li key={one.id}>
            <label>
              <input type="checkbox" checked={!left.has(one.id)} onChange={() => toggle(one.id)} /> {one.code}
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

type TransferButtonsProps = {
  state: TransferState;
  /** The form to submit. None if there are no patients to transfer. */
  form: string | undefined;
  submit?: string;
  onStop: () => void;
  onClose: () => void;
};

// The pressed button is gone, so its replacement gets the focus.
const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

export function TransferButtons({
  state,
  form,
  submit = text.submit,
  onStop,
  onClose,
}: TransferButtonsProps) {
  if (state.kind === 'running')
    return (
      <Button key="stop" ref={takeFocus} look="secondary" pending={state.isStopping} onClick={onStop}>
        {text.stop}
      </Button>
    );
  const hasEnded = state.kind === 'ended';
  return (
    <>
      <Button key={state.kind} ref={hasEnded ? takeFocus : null} look="secondary" onClick={onClose}>
        {hasEnded ? uiText.close : uiText.cancel}
      </Button>
      {form !== undefined && (
        <Button type="submit" form={form}>
          {hasEnded ? text.submitRest : submit}
        </Button>
      )}
    </>
  );
}

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

/** The result of a partial transfer: the number of transferred patients, and the reasons for the others. */
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
