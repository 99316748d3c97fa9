import { patientCodesText, transferText as text } from '../../../text/clinicians.ts';
import { uiText } from '../../../text/ui.ts';
import { ask, showNotice } from '../../api/messages.ts';
import { refreshAnswers, useAnswer } from '../../api/queries.ts';
import { useForm } from '../../api/use-form.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { takeFocusFromTitle } from '../../ui/Modal.tsx';
import { clinicianLists, type Employee } from './deputy.ts';
import { noneExcluded, PatientChoice, TransferDialog } from './transfer-parts.tsx';
import { type Transferable, transferEach } from './transfer.ts';
import { transferOne, useTransfer } from './use-transfer.ts';

type TransferModalProps = {
  employee: Employee;
  employees: readonly Employee[];
  onClose: () => void;
  /** The next step after all patients were transferred, in place of the notice. */
  onTransferred?: ((target: string) => void) | undefined;
};

/** Transfers all patients of a clinician to another one (product 5.7, 7.2 and 8.5). */
export function TransferModal({ employee, employees, onClose, onTransferred }: TransferModalProps) {
  const { state, run, stop } = useTransfer();
  const body = { clinician_id: employee.id };
  const list = useAnswer('listPatientsOfClinician', { body });
  // A second attempt tries only the remaining patients, even if the list has changed.
  const patients = state.kind === 'ended' ? state.rest : (list.data?.data ?? []);
  const chosenOf = (excluded: ReadonlySet<string>) => patients.filter(({ id }) => !excluded.has(id));
  // Disabled clinicians get no patients (product 4.9).
  const targets = employees.filter(({ id, enabled }) => enabled && id !== employee.id);
  const nameOf = (id: string) => employees.find((one) => one.id === id)?.username ?? '';
  const isTarget = (id: string) => targets.some((target) => target.id === id);
  const form = useForm({
    defaults: { target: '', excluded: noneExcluded },
    check: ({ target, excluded }) => ({
      target: isTarget(target) ? undefined : text.targetMissing,
      excluded: chosenOf(excluded).length > 0 ? undefined : text.noneChosen,
    }),
    send: ({ target, excluded }) => run(chosenOf(excluded), employee.id, target),
    onRefused: () => undefined,
    onDone: ({ end, refused }, values) => {
      if (end !== 'tried_all' || refused.length > 0) return form.restart(values);
      onClose();
      const name = nameOf(values.target);
      if (onTransferred && values.excluded.size === 0) onTransferred(name);
      else
        void offerUndo(
          { from: employee.username, to: name },
          { patients: chosenOf(values.excluded), from: values.target, to: employee.id },
        );
    },
  });
  const { value: target, ...field } = form.field('target');
  return (
    <TransferDialog
      title={text.title}
      list={list}
      state={state}
      target={nameOf(target)}
      hasPatients={patients.length > 0}
      none={patientCodesText.none(employee.username)}
      bind={form.bind}
      onStop={stop}
      onClose={onClose}
    >
      <p>{text.lead(chosenOf(form.values.excluded).length, employee.username)}</p>
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
      <PatientChoice patients={patients} {...form.field('excluded')} />
    </TransferDialog>
  );
}

type Names = { from: string; to: string };
type Undo = { patients: readonly Transferable[]; from: string; to: string };

/** Says that the patients were transferred, and transfers them back if that was a mistake. */
async function offerUndo(names: Names, { patients, from, to }: Undo): Promise<void> {
  const undoes = await ask({
    title: uiText.noticeTitle,
    text: text.done(names.to),
    more: text.undoLater(names.from),
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
