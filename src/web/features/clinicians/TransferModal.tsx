import { type FormEvent, useId, useState } from 'react';
import { transferText as text } from '../../../text/clinicians.ts';
import { useAnswer } from '../../api/queries.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { failureSentence, showNotice } from '../../api/messages.ts';
import { Modal } from '../../ui/Modal.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import type { Employee } from './employee.ts';
import { TransferButtons } from './TransferButtons.tsx';
import { TransferForm } from './TransferForm.tsx';
import { TransferProgress, TransferResult } from './TransferResult.tsx';
import { useTransfer } from './use-transfer.ts';

type TransferModalProps = { employee: Employee; employees: readonly Employee[]; onClose: () => void };

/** Transfers all patients of a clinician to another one (product 5, 7 and 8). */
export function TransferModal({ employee, employees, onClose }: TransferModalProps) {
  const formId = useId();
  const [target, setTarget] = useState('');
  const [problems, setProblems] = useState<{ target?: string }>({});
  const { state, run, stop } = useTransfer(employee.id);
  const body = { clinician_id: employee.id };
  const { data, error, refetch } = useAnswer('listPatientsOfClinician', { body });
  // After an attempt it is those who are left, whatever the list says meanwhile.
  const patients = state.kind === 'ended' ? state.rest : (data?.data ?? []);
  const targets = employees.filter(({ id, enabled }) => enabled && id !== employee.id);
  // Who was chosen may have been deactivated meanwhile: the name stays, the choice does not.
  const nameOf = (id: string) => employees.find((one) => one.id === id)?.username ?? '';
  const chosen = targets.some(({ id }) => id === target) ? target : '';
  const isRunning = state.kind === 'running';

  const transfer = async () => {
    const { end, refused } = await run(patients, chosen);
    if (end !== 'tried_all' || refused.length > 0) return;
    onClose();
    void showNotice(text.done(nameOf(chosen)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblems(chosen === '' ? { target: text.targetMissing } : {});
    if (chosen !== '' && !isRunning) void transfer();
  };

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
      {data && !isRunning && (
        <TransferForm
          id={formId}
          from={employee.username}
          count={patients.length}
          targets={targets}
          target={chosen}
          problems={problems}
          onChange={setTarget}
          onSubmit={submit}
        />
      )}
    </Modal>
  );
}
