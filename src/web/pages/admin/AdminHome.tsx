import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AdminPatient } from '../../../contract/patients.ts';
import type { Answer } from '../../../contract/routes.ts';
import { adminText as text, firstStepsText } from '../../../text/admin.ts';
import { clinicText } from '../../../text/clinic.ts';
import { importText } from '../../../text/imports.ts';
import { assignText, registerText } from '../../../text/patients.ts';
import { lazyPart, usePreload } from '../../api/chunk.ts';
import { useAnswer } from '../../api/queries.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/use-store.ts';
import { clinicDraft } from '../../features/clinics/clinic-draft.ts';
import { ClinicNotices } from '../../features/clinics/ClinicNotices.tsx';
import { createdCodes, CreatedPatients, useCreatedPatients } from '../../features/patients/access-sheets.tsx';
import { ResponsePanel } from '../../features/monitor/ResponsePanel.tsx';
import { LockedLogins } from '../../features/patients/LockNotice.tsx';
import { adminColumns, isConsentAsked, type PatientModal } from '../../features/patients/patient-columns.tsx';
import {
  AssignPatient,
  EditPatient,
  patientDialogs,
  RegisterPatient,
} from '../../features/patients/patient-dialogs.ts';
import { PatientArea, PatientTable } from '../../features/patients/PatientTable.tsx';
import { SecurityNotices } from '../../features/login/SecurityNotices.tsx';
import { LazyDialog, LazySection } from '../../frame/ErrorBoundary.tsx';
import { type AdminSection, namedSection, paths, sectionAddress, sections } from '../../paths.ts';
import { Accordion, type AccordionSection } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { LoadingModal } from '../../ui/LoadingModal.tsx';
import { navigate, usePlace } from '../../ui/navigation.tsx';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import css from './admin.module.css';
import { moreIcons } from '../../ui/more-icons.ts';

const ClinicSection = lazyPart(() => import('../../features/clinics/ClinicSection.tsx'));
const EmployeeOverview = lazyPart(() => import('../../features/clinicians/EmployeeOverview.tsx'));
const ImportModal = lazyPart(() => import('../../features/patients/ImportModal.tsx'));
const Monitor = lazyPart(() => import('../../features/monitor/Monitor.tsx'));
const SurveyStatusModal = lazyPart(() => import('../../features/patients/SurveyStatusModal.tsx'));
const lateParts = [
  EmployeeOverview,
  ClinicSection,
  SurveyStatusModal,
  ...patientDialogs,
  ImportModal,
  Monitor,
];

/** The admin's home (product 2): patients and employees of the clinic. The navigation state says which section is open. */
export default function AdminHome() {
  const { open, show, toggle } = useOpenSection();
  const hasDraft = useStore(clinicDraft) !== null;
  const [atAddress, setAtAddress] = useState(0);
  const enterAddress = () => {
    setAtAddress(atAddress + 1);
    show('clinic');
  };
  const patients = useAnswer('listClinicPatients');
  // Loaded beforehand, so that the next section opens at once.
  usePreload(lateParts);
  useAnswer('listCliniciansWithCounts');
  useAnswer('listDiagnoses');
  const sections: AccordionSection<AdminSection>[] = [
    {
      id: 'patients',
      title: text.patients,
      icon: 'people',
      content: <PatientOverview query={patients} show={show} />,
      holds: patients.data?.list_patient_dto.length ? 'table' : undefined,
    },
    {
      id: 'employees',
      title: text.employees,
      icon: 'person',
      content: (
        <LazySection>
          <EmployeeOverview />
        </LazySection>
      ),
      holds: 'table',
    },
    {
      id: 'clinic',
      title: hasDraft && open !== 'clinic' ? clinicText.unsaved : clinicText.title,
      icon: 'building',
      content: (
        <LazySection>
          <ClinicSection atAddress={atAddress} />
        </LazySection>
      ),
    },
  ];
  return (
    <div className="stack gap-5">
      <h1>{text.title}</h1>
      {patients.isPending && <LoadingModal />}
      <SecurityNotices />
      <ClinicNotices onEnterAddress={enterAddress} />
      <Accordion sections={sections} open={open === 'none' ? [] : [open]} onToggle={toggle} />
      <p>
        <GuardedLink to={paths.adminQuestionnaires}>{text.questionnaires}</GuardedLink>
      </p>
    </div>
  );
}

type Open = AdminSection | 'none';

function useOpenSection() {
  const { hash } = usePlace();
  const open = namedSection<Open>(hash, [...sections.admin, 'none']);
  const show = (section: Open) => {
    const address = section === 'none' ? `${paths.adminHome}#none` : sectionAddress.admin(section);
    navigate(address, { replace: true });
  };
  const toggle = (section: AdminSection) => show(section === open ? 'none' : section);
  return { open, show, toggle };
}

type PatientOverviewProps = {
  query: UseQueryResult<Answer<'listClinicPatients'>>;
  show: (section: AdminSection) => void;
};

/** All patients of the clinic with the actions of an admin (product 2). */
function PatientOverview({ query, show }: PatientOverviewProps) {
  const { data, error, refetch } = query;
  const user = useStore(session);
  const [modal, setModal] = useState<AdminModal | null>(null);
  const close = () => setModal(null);
  const isAdmin = user?.userType === 'admin';
  const patients = data?.list_patient_dto ?? [];
  const created = useCreatedPatients(patients);
  const asksConsent = isConsentAsked(patients);
  // Built once, because new columns make the table compute all rows again.
  const columns = useMemo(
    () => (isAdmin ? adminColumns(setModal, asksConsent) : undefined),
    [isAdmin, asksConsent],
  );
  const failed = error && <LoadFailed what="loadPatients" error={error} retry={refetch} />;
  if (!data) return failed;
  const buttons = (
    <>
      <Button icon="person-add" onClick={() => setModal({ kind: 'register' })}>
        {registerText.open}
      </Button>
      <Button look="secondary" icon={moreIcons.upload} onClick={() => setModal({ kind: 'import' })}>
        {importText.open}
      </Button>
    </>
  );
  return (
    <LockedLogins value={data.locked_logins}>
      <PatientArea buttons={buttons} failed={failed}>
        {patients.length > 0 && (
          <ResponsePanel>
            <LazySection>
              <Monitor
                patients={patients}
                onShow={(patientId) => setModal({ kind: 'status', patientId })}
                namesClinicians
              />
            </LazySection>
          </ResponsePanel>
        )}
        {patients.length === 0 && <FirstSteps show={show} />}
        <CreatedPatients created={created} />
        <PatientTable label={text.patients} patients={patients} columns={columns} />
      </PatientArea>
      {modal && (
        <LazyDialog onClose={close}>
          <AdminPatientModal modal={modal} patients={patients} show={show} onClose={close} />
        </LazyDialog>
      )}
    </LockedLogins>
  );
}

type AdminModal = PatientModal | { kind: 'import' };

type AdminPatientModalProps = {
  modal: AdminModal;
  patients: readonly AdminPatient[];
  show: (section: AdminSection) => void;
  onClose: () => void;
};

/** The open modal over the patient overview. An admin sees states of surveys, never results (R19). */
function AdminPatientModal({ modal, patients, show, onClose }: AdminPatientModalProps) {
  if (modal.kind === 'import') return <ImportModal onImported={createdCodes.set} onClose={onClose} />;
  if (modal.kind === 'register')
    return (
      <RegisterPatient
        clinician=""
        codes={patients.map(({ code }) => code)}
        onCreateClinician={() => {
          onClose();
          show('employees');
        }}
        onClose={onClose}
      />
    );
  const patient = patients.find(({ id }) => id === modal.patientId);
  // The patient may have left the list meanwhile.
  if (!patient) return null;
  if (modal.kind === 'edit') return <EditPatient patient={patient} onClose={onClose} />;
  if (modal.kind === 'assign')
    return <AssignPatient patient={patient} success={assignText.success.admin} onClose={onClose} />;
  return modal.kind === 'status' ? <SurveyStatusModal patient={patient} onClose={onClose} /> : null;
}

/** What an admin does first in a clinic without patients. A patient needs a clinician, so that step comes before. */
function FirstSteps({ show }: { show: (section: AdminSection) => void }) {
  const { data } = useAnswer('listCliniciansWithCounts');
  const hasClinician = data?.clinicians.some(({ enabled }) => enabled) ?? false;
  return (
    <section className={`framed stack ${css.steps}`} aria-labelledby="first-steps">
      <h3 id="first-steps">{firstStepsText.title}</h3>
      <ol className="stack marked">
        <li>
          <span>{`${firstStepsText.clinicians} `}</span>
          {hasClinician ? (
            <span className={css.done}>
              <Icon name="check" size={16} />
              <span>{` ${firstStepsText.done}`}</span>
            </span>
          ) : (
            <Button look="secondary" onClick={() => show('employees')}>
              {firstStepsText.toClinicians}
            </Button>
          )}
        </li>
        <li>
          <span>{`${firstStepsText.help} `}</span>
          <Button look="secondary" onClick={() => show('clinic')}>
            {firstStepsText.toHelp}
          </Button>
        </li>
        <li>{firstStepsText.patients}</li>
      </ol>
    </section>
  );
}
