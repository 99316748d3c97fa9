import { useLocation, useNavigate } from 'react-router';
import { clinicianHomeText as text } from '../../../text/clinician.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/store.ts';
import { HomeLink, Problem } from '../../frame/Problem.tsx';
import { type ClinicianHomeState, clinicianHomeStates, paths } from '../../paths.ts';
import { Accordion, type AccordionSection } from '../../ui/Accordion.tsx';
import css from './clinician.module.css';
import { MyPatients } from './MyPatients.tsx';

type Panel = 'myPatients' | 'clinics';

/** The clinician's home (product 2). Which of the two panels is open, the navigation state says; never both. */
export default function ClinicianHome() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const user = useStore(session);
  const open = openPanel(state);
  if (open === undefined) return <MissingState />;
  const toggle = (panel: Panel) => {
    const next = clinicianHomeStates[panel === open ? 'none' : panel];
    void navigate(paths.clinicianHome, { replace: true, state: next });
  };
  const sections: AccordionSection<Panel>[] = [
    { id: 'myPatients', title: text.myPatients, icon: 'people', content: <MyPatients /> },
    {
      id: 'clinics',
      title: text.clinics,
      icon: 'building',
      content: user && <p>{text.clinic(user.clinicName)}</p>,
    },
  ];
  return (
    <div className={css.page}>
      <h1>{text.title}</h1>
      <Accordion sections={sections} open={open ? [open] : []} onToggle={toggle} />
    </div>
  );
}

/** The open panel, null where none is, undefined where the state does not say. */
function openPanel(state: unknown): Panel | null | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { accordionMyClinics, accordionMyPatients } = state as Partial<ClinicianHomeState>;
  if (accordionMyClinics === undefined || accordionMyPatients === undefined) return undefined;
  if (accordionMyPatients) return 'myPatients';
  return accordionMyClinics ? 'clinics' : null;
}

function MissingState() {
  return (
    <Problem title={text.missingStateTitle} text={text.missingState} isAlert>
      <HomeLink />
    </Problem>
  );
}
