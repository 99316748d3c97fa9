import { useId } from 'react';
import { patientCodesText, transferText as text } from '../../../text/clinicians.ts';
import { uiText } from '../../../text/ui.ts';
import { failureSentence } from '../../api/failed-action.ts';
import { ask, showNotice } from '../../api/messages.ts';
import { refreshAnswers, useAnswer } from '../../api/queries.ts';
import { useForm } from '../../api/use-form.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { takeFocusFromTitle } from '../../ui/use-dialog.ts';
import css from './clinicians.module.css';
import { clinicianLists, type Employee } from './employee.ts';
import { type Transferable, transferEach, type TransferEnd } from './transfer.ts';
import { transferOne, type TransferState, useTransfer } from './use-transfer.ts';

type TransferModalProps = {
  employee: Employee;
  employees: readonly Employee[];
  onClose: () => void;
  /** The next step after all patients were transferred, in place of the notice. */
  onTransferred?: ((target: string) => void) | undefined;
};

/** Transfers all patients of a clinician to another one (product 5.7, 7.2 and 8.5). */
export function TransferModal({ employee, employees, onClose, onTransferred }: TransferModalProps) {
  const formId = useId();
  const { state, run, stop } = useTransfer(employee.id);
  const body = { clinician_id: employee.id };
  const { data, error, refetch } = useAnswer('listPatientsOfClinician', { body });
  // A second attempt tries only the remaining patients, even if the list has changed.
  const patients = state.kind === 'ended' ? state.rest : (data?.data ?? []);
  const chosenOf = (left: ReadonlySet<string>) => patients.filter(({ id }) => !left.has(id));
  // Disabled clinicians get no patients (product 4.9).
  const targets = employees.filter(({ id, enabled }) => enabled && id !== employee.id);
  const nameOf = (id: string) => employees.find((one) => one.id === id)?.username ?? '';
  const isTarget = (id: string) => targets.some((target) => target.id === id);
  const form = useForm({
    defaults: { target: '', left: nobody },
    check: ({ target, left }) => ({
      target: isTarget(target) ? undefined : text.targetMissing,
      left: chosenOf(left).length > 0 ? undefined : text.noneChosen,
    }),
    send: ({ target, left }) => run(chosenOf(left), target),
    onRefused: () => undefined,
    onDone: ({ end, refused }, values) => {
      if (end !== 'tried_all' || refused.length > 0) return form.restart(values);
      onClose();
      const name = nameOf(values.target);
      if (onTransferred && values.left.size === 0) onTransferred(name);
      else void offerUndo(name, { patients: chosenOf(values.left), from: values.target, to: employee.id });
    },
  });
  const isRunning = state.kind === 'running';
  const { value: target, ...field } = form.field('target');
  return (
    <Modal
      title={text.title}
      dismissal={isRunning ? 'static' : 'explicit'}
      onClose={onClose}
      footer={
        <TransferButtons
          state={state}
          form={patients.length > 0 ? formId : undefined}
          onStop={stop}
          onClose={onClose}
        />
      }
    >
      {error && !data && <LoadFailed sentence={failureSentence('loadPatients', error)} retry={refetch} />}
      {!data && !error && <Spinner />}
      {state.kind === 'ended' && <TransferResult state={state} target={nameOf(target)} />}
      {isRunning && <TransferProgress transferred={state.transferred} total={state.total} />}
      {data && !isRunning && patients.length === 0 && <p>{patientCodesText.none(employee.username)}</p>}
      {data && !isRunning && patients.length > 0 && (
        <Form id={formId} {...form.bind}>
          <p>{text.lead(chosenOf(form.values.left).length, employee.username)}</p>
          <SelectField
            {...field}
            ref={takeFocusFromTitle}
            // A clinician disabled meanwhile is still named above but cannot be chosen.
            value={isTarget(target) ? target : ''}
            label={text.target}
            options={targets.map((one) => ({ value: one.id, label: one.username }))}
            required
          />
          {targets.length === 0 && <Notice tone="info">{text.noTarget}</Notice>}
          <PatientChoice patients={patients} {...form.field('left')} />
        </Form>
      )}
    </Modal>
  );
}

type Undo = { patients: readonly Transferable[]; from: string; to: string };

/** Says that the patients were transferred, and transfers them back if that was a mistake. */
async function offerUndo(target: string, { patients, from, to }: Undo): Promise<void> {
  const undoes = await ask({
    title: uiText.noticeTitle,
    text: text.done(target),
    confirmLabel: text.undo,
    cancelLabel: uiText.close,
    prefersNo: true,
  });
  if (!undoes) return;
  const { transferred } = await transferEach({
    patients,
    transferOne: ({ id }) => transferOne(id, from, to),
    onProgress: () => {},
    shouldStop: () => false,
  });
  await refreshAnswers(clinicianLists);
  void showNotice(text.undone(transferred.size, patients.length));
}

const nobody: ReadonlySet<string> = new Set();

type PatientChoiceProps = {
  patients: readonly Transferable[];
  /** The ids of the patients who stay. */
  value: ReadonlySet<string>;
  error: string | undefined;
  onChange: (left: ReadonlySet<string>) => void;
};

/** Which patients are transferred: all, until the admin takes some out. */
function PatientChoice({ patients, value: left, error, onChange }: PatientChoiceProps) {
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
  onStop: () => void;
  onClose: () => void;
};

// The pressed button is gone, so its replacement gets the focus.
const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

function TransferButtons({ state, form, onStop, onClose }: TransferButtonsProps) {
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
          {hasEnded ? text.submitRest : text.submit}
        </Button>
      )}
    </>
  );
}

function TransferProgress({ transferred, total }: { transferred: number; total: number }) {
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
function TransferResult({ state, target }: TransferResultProps) {
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
