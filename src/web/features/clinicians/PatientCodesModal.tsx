import { patientCodesText as text } from '../../../text/clinicians.ts';
import { uiText } from '../../../text/ui.ts';
import { failureSentence } from '../../api/failed-action.ts';
import { useAnswer } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import css from './clinicians.module.css';
import type { Employee } from './deputy.ts';

type PatientCodesModalProps = { employee: Employee; onClose: () => void };

/** The codes of a clinician's patients. */
export function PatientCodesModal({ employee, onClose }: PatientCodesModalProps) {
  const body = { clinician_id: employee.id };
  const { data, error, refetch } = useAnswer('listPatientsOfClinician', { body });
  return (
    <Modal
      title={text.title(employee.username)}
      dismissal="free"
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiText.close}</Button>}
    >
      {error && <LoadFailed sentence={failureSentence('loadPatients', error)} retry={refetch} />}
      {!data && !error && <Spinner />}
      {data && <Codes patients={data.data} username={employee.username} />}
    </Modal>
  );
}

type CodesProps = { patients: readonly { id: string; code: string }[]; username: string };

function Codes({ patients, username }: CodesProps) {
  if (patients.length === 0) return <p>{text.none(username)}</p>;
  return (
    <>
      <p>{text.count(patients.length)}</p>
      {/* The keyboard scrolls what has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={`framed ${css.codes}`} aria-label={text.list} tabIndex={0}>
        <ul className={`plain ${css.codeList}`}>
          {patients.map(({ id, code }) => (
            <li key={id}>{code}</li>
          ))}
        </ul>
      </section>
    </>
  );
}
