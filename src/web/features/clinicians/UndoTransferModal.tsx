import { useId } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { transferText, undoTransferText as text } from '../../../text/clinicians.ts';
import { failureSentence, showFailure } from '../../api/failed-action.ts';
import { showNotice } from '../../api/messages.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { useForm } from '../../api/use-form.ts';
import { Form } from '../../ui/Form.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { takeFocusFromTitle } from '../../ui/use-dialog.ts';
import { clinicianLists, type Employee } from './employee.ts';
import {
  nobody,
  PatientChoice,
  TransferButtons,
  TransferProgress,
  TransferResult,
} from './transfer-parts.tsx';
import { useTransfer } from './use-transfer.ts';

type Transfer = Answer<'listTransfers'>['transfers'][number];

const keyOf = ({ day, clinician_id: to }: Transfer) => `${day} ${to}`;

/** Gives a clinician back the patients who were transferred lately, as far as they have not moved on (product 2.17). */
export function UndoTransferModal({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const formId = useId();
  const { data, error, refetch } = useAnswer('listTransfers', { params: { id: employee.id } });
  const { state, transfers, chosen, form, stop } = useUndo(employee, data?.transfers, onClose);
  const isRunning = state.kind === 'running';
  return (
    <Modal
      title={text.title}
      dismissal={isRunning ? 'static' : 'explicit'}
      onClose={onClose}
      footer={
        <TransferButtons
          state={state}
          form={chosen ? formId : undefined}
          submit={text.submit}
          onStop={stop}
          onClose={onClose}
        />
      }
    >
      {error && !data && <LoadFailed sentence={failureSentence('loadPatients', error)} retry={refetch} />}
      {!data && !error && <Spinner />}
      {state.kind === 'ended' && <TransferResult state={state} target={employee.username} />}
      {isRunning && <TransferProgress transferred={state.transferred} total={state.total} />}
      {data && !isRunning && !chosen && <p>{text.none(employee.username)}</p>}
      {chosen && !isRunning && (
        <Form id={formId} {...form.bind}>
          <SelectField
            {...form.field('transfer')}
            ref={takeFocusFromTitle}
            value={keyOf(chosen.transfer)}
            label={text.which}
            options={transfers.map((one) => ({
              value: keyOf(one),
              label: text.transfer(one.clinician_username, formatIsoDate(one.day), one.patients.length),
            }))}
            required
          />
          <p>{text.lead(chosen.going.length, chosen.transfer.clinician_username, employee.username)}</p>
          {chosen.transfer.moved_on > 0 && <p>{text.movedOn(chosen.transfer.moved_on)}</p>}
          {!employee.enabled && <Notice tone="info">{text.enables(employee.username)}</Notice>}
          <PatientChoice patients={chosen.patients} {...form.field('left')} />
        </Form>
      )}
    </Modal>
  );
}

/** The choice of a transfer and of its patients, and the way back, patient by patient. */
function useUndo(employee: Employee, loaded: readonly Transfer[] | undefined, onClose: () => void) {
  const { state, run, stop } = useTransfer();
  const enable = useChange('enableClinician', { refreshes: clinicianLists });
  const transfers = loaded ?? [];
  const form = useForm({
    defaults: { transfer: '', left: nobody },
    check: (typed) => ({
      left: chosenOf(typed)?.going.length === 0 ? transferText.noneChosen : undefined,
    }),
    send: async (typed) => {
      const { transfer, going } = chosenOf(typed) ?? {};
      if (!transfer || !going) return undefined;
      if (!employee.enabled) await enable.mutateAsync({ params: { id: employee.id } });
      return run(going, transfer.clinician_id, employee.id);
    },
    onRefused: (error) => void showFailure('editClinician', error),
    onDone: (outcome, values) => {
      if (!outcome || outcome.end !== 'tried_all' || outcome.refused.length > 0) return form.restart(values);
      const { size } = outcome.transferred;
      onClose();
      void showNotice(transferText.undone(size, size));
    },
  });
  function chosenOf({ transfer: key, left }: { transfer: string; left: ReadonlySet<string> }) {
    const transfer = transfers.find((one) => keyOf(one) === key) ?? transfers[0];
    if (!transfer) return undefined;
    const { patients } = transfer;
    return { transfer, patients, going: patients.filter(({ id }) => !left.has(id)) };
  }
  return { state, transfers, chosen: chosenOf(form.values), form, stop };
}
