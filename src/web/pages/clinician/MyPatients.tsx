import { useEffect, useMemo, useState } from 'react';
import { clinicianHomeText } from '../../../text/clinician.ts';
import { registerText } from '../../../text/patients.ts';
import { log } from '../../api/log.ts';
import { failureSentence } from '../../api/messages.ts';
import { refreshAnswers, useAnswer } from '../../api/queries.ts';
import { session } from '../../api/session.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { clinicianColumns, isConsentAsked } from '../../features/patients/patient-columns.tsx';
import type { OpenModal, PatientModal } from '../../features/patients/patient-modal.ts';
import { PatientTable } from '../../features/patients/PatientTable.tsx';
import css from '../../features/patients/patients.module.css';
import { WideOnly } from '../../features/patients/WideOnly.tsx';
import { Button } from '../../ui/Button.tsx';
import { LoadingModal } from '../../ui/LoadingModal.tsx';
import { ClinicianPatientModal } from './ClinicianPatientModal.tsx';

/** The clinician's own patients, and what can be done with them. */
export function MyPatients() {
  const { data, error, isPending, refetch } = useAnswer('listOwnPatients');
  const [modal, setModal] = useState<PatientModal | null>(null);
  const asksConsent = isConsentAsked(data?.list_patient_dto ?? []);
  // The table takes other columns for another table.
  const columns = useMemo(() => columnsFor(openerOf(setModal), asksConsent), [asksConsent]);
  useEffect(() => {
    if (error) log('error', 'the patient list could not be loaded', error);
  }, [error]);
  if (isPending) return <LoadingModal />;
  const failed = error && <LoadFailed sentence={failureSentence('loadPatients', error)} retry={refetch} />;
  if (!data) return failed;
  const patients = data.list_patient_dto;
  return (
    <div className={css.area}>
      <div className={css.toolbar}>
        <Button icon="person-add" onClick={() => setModal({ kind: 'register' })}>
          {registerText.open}
        </Button>
      </div>
      {failed}
      <WideOnly>
        <PatientTable label={clinicianHomeText.myPatients} patients={patients} columns={columns} />
      </WideOnly>
      {modal && (
        <ClinicianPatientModal
          modal={modal}
          patients={patients}
          open={setModal}
          onClose={() => setModal(null)}
        />
      )}
    </div>
  );
}

function columnsFor(open: OpenModal, asksConsent: boolean) {
  return session.get()?.userType === 'clinician' ? clinicianColumns(open, asksConsent) : undefined;
}

function openerOf(show: OpenModal): OpenModal {
  return (modal) => {
    show(modal);
    // A patient can be answering just now, or be somebody else's by now. A form learns that when it is sent.
    if (modal.kind === 'status' || modal.kind === 'result') void refreshAnswers(['listOwnPatients']);
  };
}
