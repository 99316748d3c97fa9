import { type ComponentProps, type ReactNode, useId } from 'react';
import { transferText as text } from '../../../text/clinicians.ts';
import { uiText } from '../../../text/ui.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import css from './clinicians.module.css';
import type { Transferable, TransferEnd } from './transfer.ts';
import type { TransferState } from './use-transfer.ts';

/** No patient stays behind: the choice of all. */
export const noneExcluded: ReadonlySet<string> = new Set();

type TransferDialogProps = {
  title: string;
  /** The answer of the call that lists the patients. */
  list: { data: object | undefined; error: unknown; refetch: () => unknown };
  state: TransferState;
  /** The name of the clinician who gets the patients. */
  target: string;
  hasPatients: boolean;
  /** Said in place of the form if there are no patients. */
  none: string;
  bind: Pick<ComponentProps<typeof Form>, 'problems' | 'onSubmit'>;
  submit?: string;
  onStop: () => void;
  onClose: () => void;
  /** The fields of the form. */
  children: ReactNode;
};

/** The dialog of a transfer: its form, then its progress, and its result if it was not a whole success. */
export function TransferDialog(props: TransferDialogProps) {
  const { title, list, state, target, hasPatients, none, bind, submit, onStop, onClose, children } = props;
  const formId = useId();
  const isRunning = state.kind === 'running';
  return (
    <Modal
      title={title}
      dismissal={isRunning ? 'static' : 'explicit'}
      onClose={onClose}
      footer={
        <TransferButtons
          state={state}
          form={hasPatients ? formId : undefined}
          submit={submit}
          onStop={onStop}
          onClose={onClose}
        />
      }
    >
      {list.error && !list.data ? (
        <LoadFailed what="loadPatients" error={list.error} retry={list.refetch} />
      ) : null}
      {!list.data && !list.error && <Spinner />}
      {state.kind === 'ended' && <TransferResult state={state} target={target} />}
      {isRunning && <TransferProgress transferred={state.transferred} total={state.total} />}
      {list.data && !isRunning && !hasPatients && <p>{none}</p>}
      {list.data && !isRunning && hasPatients && (
        <Form id={formId} {...bind}>
          {children}
        </Form>
      )}
    </Modal>
  );
}

type PatientChoiceProps = {
  patients: readonly Transferable[];
  /** The ids of the patients who stay. */
  value: ReadonlySet<string>;
  error: string | undefined;
  onChange: (excluded: ReadonlySet<string>) => void;
};

/** Which patients are transferred: all, until the admin takes some out. */
export function PatientChoice({ patients, value: excluded, error, onChange }: PatientChoiceProps) {
  const id = useId();
  const stay = patients.filter((one) => excluded.has(one.id)).length;
  const toggle = (patient: string) =>
    onChange(
      new Set(
        excluded.has(patient) ? [...excluded].filter((one) => one !== patient) : [...excluded, patient],
      ),
    );
  return (
    <details className="fold">
      <summary>{text.choice(patients.length - stay, patients.length)}</summary>
      <FieldError id={id} error={error} />
      <Button
        type="button"
        look="quiet"
        onClick={() => onChange(stay === 0 ? new Set(patients.map((one) => one.id)) : noneExcluded)}
      >
        {stay === 0 ? text.none : text.all}
      </Button>
      <ul className={`plain ${css.chosen}`} aria-label={text.title}>
        {patients.map((one) => (
          <li key={one.id}>
            <label className="beside">
              <input type="checkbox" checked={!excluded.has(one.id)} onChange={() => toggle(one.id)} />
              <span>{` ${one.code}`}</span>
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
  submit: string | undefined;
  onStop: () => void;
  onClose: () => void;
};

// The pressed button is gone, so its replacement gets the focus.
const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

function TransferButtons({ state, form, submit = text.submit, onStop, onClose }: TransferButtonsProps) {
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

function TransferProgress({ transferred, total }: { transferred: number; total: number }) {
  return (
    <div className="stack gap-2">
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
function TransferResult({ state, target }: TransferResultProps) {
  const { transferred, total, outcome } = state;
  const { refused, end } = outcome;
  return (
    <Notice tone="error">
      <p>{text.partly(transferred, total, target)}</p>
      {endText[end] && <p>{endText[end]}</p>}
      {refused.length > 0 && <p>{text.failed}</p>}
      {refused.length > 0 && (
        <ul className={`stack gap-1 inset ${css.failures}`}>
          {refused.slice(0, MOST_SHOWN).map(({ id, code, reason }) => (
            <li key={id}>{text.failedOne(code, reason)}</li>
          ))}
          {refused.length > MOST_SHOWN && <li>{text.more(refused.length - MOST_SHOWN)}</li>}
        </ul>
      )}
    </Notice>
  );
}
