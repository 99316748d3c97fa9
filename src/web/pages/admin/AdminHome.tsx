import { useLocation, useNavigate } from 'react-router';
import { adminText as text } from '../../../text/admin.ts';
import { useAnswer } from '../../api/queries.ts';
import { EmployeeOverview } from '../../features/clinicians/EmployeeOverview.tsx';
import { SecurityNotices } from '../../features/security/SecurityNotices.tsx';
import { type AdminSection, paths, type SectionState } from '../../paths.ts';
import { Accordion, type AccordionSection } from '../../ui/Accordion.tsx';
import { LoadingModal } from '../../ui/LoadingModal.tsx';
import css from './admin.module.css';
import { PatientOverview } from './PatientOverview.tsx';

/** The admin's home (product 2): patients and employees of the clinic. Which of both is open, the navigation state says. */
export default function AdminHome() {
  const { open, toggle } = useOpenSection();
  const patients = useAnswer('listClinicPatients');
  // Whatever is opened next is there already.
  useAnswer('listCliniciansWithCounts');
  useAnswer('listDiagnoses');
  const sections: AccordionSection<AdminSection>[] = [
    {
      id: 'patients',
      title: text.patients,
      icon: 'people',
      content: <PatientOverview query={patients} />,
    },
    { id: 'employees', title: text.employees, icon: 'person', content: <EmployeeOverview /> },
  ];
  return (
    <div className={css.page}>
      <h1>{text.title}</h1>
      {patients.isPending && <LoadingModal />}
      <SecurityNotices />
      <Accordion sections={sections} open={open === 'none' ? [] : [open]} onToggle={toggle} />
    </div>
  );
}

type Open = AdminSection | 'none';

function useOpenSection() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const open = (state as Partial<SectionState<Open>> | null)?.section ?? 'patients';
  const toggle = (section: AdminSection) => {
    const next: SectionState<Open> = { section: section === open ? 'none' : section };
    void navigate(paths.adminHome, { replace: true, state: next });
  };
  return { open, toggle };
}
