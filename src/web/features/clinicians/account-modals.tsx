import {
  patientCodesText,
  registerAdminText,
  registerClinicianText,
  renameText,
} from '../../../text/clinicians.ts';
import { showFailure } from '../../api/failed-action.ts';
import { showNotice } from '../../api/messages.ts';
import { refreshing, useAnswer } from '../../api/queries.ts';
import { part } from '../../api/meanwhile.ts';
import { useEditForm } from '../../api/use-edit-form.ts';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx';
import { FormModal } from '../../ui/FormModal.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { clinicianLists, type Employee } from './deputy.ts';
import { renameProblem, sentUsername, usernameInput, usernameRefusal, usernameProblem } from './username.ts';
import { useForm } from '../../api/use-form.ts';
import { uiText } from '../../../text/ui.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import css from './clinicians.module.css';

type RenameModalProps = { employee: Employee; onClose: () => void };

const usernameParts = [part<{ username: string }, 'username'>('username', renameText.username)];

/** Changes the employee ID. The clinician logs in with it (product 5.7 and 8.5). */
export function RenameModal({ employee, onClose }: RenameModalProps) {
  const { id, enabled, username: before } = employee;
  const form = useEditForm({
    row: employee,
    formOf: ({ username }) => ({ username }),
    parts: usernameParts,
    sources: clinicianLists,
    check: ({ username }) => ({ username: renameProblem(username, before) }),
    send: ({ username }, call, { revision }) => {
      const body = { id, revision, enabled, username: sentUsername(username) };
      return refreshing(clinicianLists, call('renameClinician', { body }));
    },
    onRefused: (error) => {
      const username = usernameRefusal(error, renameText.taken);
      if (username === undefined) void showFailure('editClinician', error);
      return { username };
    },
    onDone: () => {
      onClose();
      void showNotice(renameText.renamed);
    },
  });
  return (
    <FormModal title={renameText.title} form={form} submit={renameText.submit} onClose={onClose}>
      <ChangedMeanwhile changes={form.changes} />
      <TextField
        {...form.field('username')}
        {...usernameInput}
        label={renameText.username}
        hint={renameText.hint(before)}
      />
    </FormModal>
  );
}

type RegisterModalProps = {
  kind: 'clinician' | 'admin';
  onRegistered: (username: string, password: string) => void;
  onClose: () => void;
};

/** Creates an account of a clinician or of an admin. The caller shows the generated password once (product 7.2). */
export function RegisterModal({ kind, onRegistered, onClose }: RegisterModalProps) {
  const text = kind === 'admin' ? registerAdminText : registerClinicianText;
  const form = useForm({
    defaults: { username: '' },
    check: ({ username }) => ({ username: usernameProblem(username) }),
    send: ({ username }, call) => {
      const body = { username: sentUsername(username) };
      return kind === 'admin'
        ? refreshing(['listAdmins'], call('addAdmin', { body }))
        : refreshing(clinicianLists, call('registerClinician', { body }));
    },
    onRefused: (error) => {
      const username = usernameRefusal(error, text.taken);
      if (username === undefined) void showFailure('register', error);
      return { username };
    },
    onDone: ({ data }, { username }) => onRegistered(sentUsername(username), data),
  });
  return (
    <FormModal title={text.title} form={form} submit={text.submit} onClose={onClose}>
      <TextField {...form.field('username')} {...usernameInput} label={text.username} hint={text.hint} />
    </FormModal>
  );
}

type PatientCodesModalProps = { employee: Employee; onClose: () => void };

/** The codes of a clinician's patients. */
export function PatientCodesModal({ employee, onClose }: PatientCodesModalProps) {
  const body = { clinician_id: employee.id };
  const { data, error, refetch } = useAnswer('listPatientsOfClinician', { body });
  return (
    <Modal
      title={patientCodesText.title(employee.username)}
      dismissal="free"
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiText.close}</Button>}
    >
      {error && <LoadFailed what="loadPatients" error={error} retry={refetch} />}
      {!data && !error && <Spinner />}
      {data && <Codes patients={data.data} username={employee.username} />}
    </Modal>
  );
}

type CodesProps = { patients: readonly { id: string; code: string }[]; username: string };

function Codes({ patients, username }: CodesProps) {
  if (patients.length === 0) return <p>{patientCodesText.none(username)}</p>;
  return (
    <>
      <p>{patientCodesText.count(patients.length)}</p>
      {/* The keyboard scrolls what has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={`framed ${css.codes}`} aria-label={patientCodesText.list} tabIndex={0}>
        <ul className={`plain ${css.codeList}`}>
          {patients.map(({ id, code }) => (
            <li key={id}>{code}</li>
          ))}
        </ul>
      </section>
    </>
  );
}
