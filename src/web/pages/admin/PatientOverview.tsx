import { useMemo, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Answer } from '../../../contract/routes.ts';
import { adminText as text } from '../../../text/admin.ts';
import { importText } from '../../../text/imports.ts';
import { registerText } from '../../../text/patients.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/store.ts';
import { failureSentence } from '../../api/messages.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { ResponsePanel } from '../../features/monitor/ResponsePanel.tsx';
import { adminColumns, isConsentAsked } from '../../features/patients/patient-columns.tsx';
import { PatientTable } from '../../features/patients/PatientTable.tsx';
import css from '../../features/patients/patients.module.css';
import { WideOnly } from '../../features/patients/WideOnly.tsx';
import { Button } from '../../ui/Button.tsx';
import { type AdminModal, AdminPatientModal } from './AdminPatientModal.tsx';

type PatientOverviewProps = { query: UseQueryResult<Answer<'listClinicPatients'>> };

/** All patients of the clinic, and what an admin can do with them (product 2). */
export function PatientOverview({ query }: PatientOverviewProps) {
  const { data, error, refetch } = query;
  const user = useStore(session);
  const [modal, setModal] = useState<AdminModal | null>(null);
  const isAdmin = user?.userType === 'admin';
  const asksConsent = isConsentAsked(data?.list_patient_dto ?? []);
  // The table takes other columns for another table.
  const columns = useMemo(
    () => (isAdmin ? adminColumns(setModal, asksConsent) : undefined),
    [isAdmin, asksConsent],
  );
  const failed = error && <LoadFailed sentence={failureSentence('loadPatients', error)} retry={refetch} />;
  if (!data) return failed;
  const patients = data.list_patient_dto;
  return (
    <div className={css.area}>
      <div className={css.toolbar}>
        <Button icon="person-add" onClick={() => setModal({ kind: 'register' })}>
          {registerText.open}
        </Button>
        <Button look="secondary" icon="upload" onClick={() => setModal({ kind: 'import' })}>
          {importText.open}
        </Button>
      </div>
      {failed}
      <WideOnly>
        {patients.length > 0 && (
          <ResponsePanel
            patients={patients}
            onShow={(patientId) => setModal({ kind: 'status', patientId })}
          />
        )}
        <PatientTable label={text.patients} patients={patients} columns={columns} />
      </WideOnly>
      {modal && <AdminPatientModal modal={modal} patients={patients} onClose={() => setModal(null)} />}
    </div>
  );
}
