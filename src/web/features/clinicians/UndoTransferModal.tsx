import type { Answer } from '../../../contract/routes.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { transferText, undoTransferText as text } from '../../../text/clinicians.ts';
import { showFailure } from '../../api/failed-action.ts';
import { showNotice } from '../../api/messages.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { useForm } from '../../api/use-form.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { takeFocusFromTitle } from '../../ui/Modal.tsx';
import { clinicianLists, type Employee } from './deputy.ts';
import { noneExcluded, PatientChoice, TransferDialog } from './transfer-parts.tsx';
import { useTransfer } from './use-transfer.ts';

type Transfer = Answer<'listTransfers'>['transfers'][number];

const keyOf = ({ day, clinician_id: to }: Transfer) => `${day} ${to}`;

/** Gives a clinician back the patients who were transferred lately, as far as they have not moved on (product 2.17). */
export function UndoTransferModal({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const list = useAnswer('listTransfers', { params: { id: employee.id } });
  const { state, transfers, chosen, form, stop } = useUndo(employee, list.data?.transfers, onClose);
  return (
    <TransferDialog
      title={text.title}
      list={list}
      state={state}
      target={employee.username}
      hasPatients={chosen !== undefined}
      none={text.none(employee.username)}
      bind={form.bind}
      submit={text.submit}
      onStop={stop}
      onClose={onClose}
    >
      {chosen && (
        <>
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
          <PatientChoice patients={chosen.patients} {...form.field('excluded')} />
        </>
      )}
    </TransferDialog>
  );
}

/** The choice of a transfer and of its patients, and the way back, patient by patient. */
function useUndo(employee: Employee, loaded: readonly Transfer[] | undefined, onClose: () => void) {
  const { state, run, stop } = useTransfer();
  const enable = useChange('enableClinician', { refreshes: clinicianLists });
  const transfers = loaded ?? [];
  const form = useForm({
    defaults: { transfer: '', excluded: noneExcluded },
    check: (typed) => ({
      excluded: chosenOf(typed)?.going.length === 0 ? transferText.noneChosen : undefined,
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
  function chosenOf({ transfer: key, excluded }: { transfer: string; excluded: ReadonlySet<string> }) {
    const transfer = transfers.find((one) => keyOf(one) === key) ?? transfers[0];
    if (!transfer) return undefined;
    const { patients } = transfer;
    return { transfer, patients, going: patients.filter(({ id }) => !excluded.has(id)) };
  }
  return { state, transfers, chosen: chosenOf(form.values), form, stop };
}
