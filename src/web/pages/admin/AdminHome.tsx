import { useState } from 'react';
import { useLocation } from 'react-router';
import { adminText as text } from '../../../text/admin.ts';
import { EmployeeOverview } from '../../features/clinicians/EmployeeOverview.tsx';
import type { AdminSection, SectionState } from '../../paths.ts';
import { Accordion, type AccordionSection } from '../../ui/Accordion.tsx';
import css from './admin.module.css';

/** The admin's home (spec 2): patients and employees of the clinic, one of both at a time. */
export default function AdminHome() {
  const { open, toggle } = useOpenSection();
  const sections: AccordionSection<AdminSection>[] = [
    { id: 'patients', title: text.patients, icon: 'people', content: null },
    { id: 'employees', title: text.employees, icon: 'person', content: <EmployeeOverview /> },
  ];
  return (
    <div className={css.page}>
      <h1>{text.title}</h1>
      <Accordion sections={sections} open={open === null ? [] : [open]} onToggle={toggle} />
    </div>
  );
}

/** One section at most is open; a link of the side menu opens its own. */
function useOpenSection() {
  const { state, key } = useLocation();
  const asked = (state as Partial<SectionState<AdminSection>> | null)?.section ?? 'patients';
  const [open, setOpen] = useState<AdminSection | null>(asked);
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    setOpen(asked);
  }
  const toggle = (id: AdminSection) => setOpen(open === id ? null : id);
  return { open, toggle };
}
