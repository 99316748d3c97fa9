import type { UseQueryResult } from '@tanstack/react-query';
import { createElement, Fragment, Suspense, useEffect, useMemo, useState } from 'react';
import type { ClinicianPatient } from '../../../contract/patients.ts';
import type { Answer } from '../../../contract/routes.ts';
import { hasResultLink } from '../../../domain/statuses.ts';
import { clinicianHomeText as text } from '../../../text/clinician.ts';
import { monitorText } from '../../../text/monitor.ts';
import { registerText } from '../../../text/patients.ts';
import { lazyPart, usePreload } from '../../api/chunk.ts';
import { logFailedCall } from '../../api/log.ts';
import { today } from '../../api/clinic-time.ts';
import { refreshAnswers, useAnswer } from '../../api/queries.ts';
import { session } from '../../api/session.ts';
import { createStore, type Store } from '../../api/store.ts';
import { useStore } from '../../api/use-store.ts';
import { withOpenEvent } from '../../features/crisis/open-events.ts';
import { Today } from '../../features/crisis/Today.tsx';
import type { ClinicianPart, Sign } from '../../features/patients/clinician-part.ts';
import { clinicianColumns, type ClinicianListFacts } from '../../features/patients/clinician-columns.tsx';
import {
  isConsentAsked,
  type OpenModal,
  type PatientModal,
} from '../../features/patients/patient-columns.tsx';
import { LockedLogins } from '../../features/patients/LockNotice.tsx';
import { linkTarget } from '../../features/patients/patient-link.ts';
import { keepInTable } from '../../features/patients/table-memory.ts';
import { CreatedPatients, useCreatedPatients } from '../../features/patients/access-sheets.tsx';
import { PatientArea, PatientTable } from '../../features/patients/PatientTable.tsx';
import { hasWaiting, TodayStrip, type Worklist, worklistOf } from '../../features/patients/TodayStrip.tsx';
import { reportState } from '../../features/reports/report-state.ts';
import { LazySection } from '../../frame/ErrorBoundary.tsx';
import { HomeButton } from '../../frame/HomeButton.tsx';
import { Problem } from '../../frame/Problem.tsx';
import { type ClinicianHomeState, clinicianHomeStates, paths } from '../../paths.ts';
import { Accordion, type AccordionSection } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { LoadingModal } from '../../ui/LoadingModal.tsx';
import css from './clinician.module.css';
import { ClinicianPatientModal, clinicianDialogs } from './ClinicianPatientModal.tsx';
import { navigate, usePlace } from '../../ui/navigation.tsx';
import { moreIcons } from '../../ui/more-icons.ts';

const Monitor = lazyPart(() => import('../../features/monitor/Monitor.tsx'));

/** The parts of the page that are shown later. */
function latePartsOf(parts: readonly ClinicianPart[]) {
  return [...clinicianDialogs, ...parts.flatMap(({ AboveResults }) => AboveResults ?? []), Monitor];
}

/** The title, and what extensions say above the panels. The page does not wait for it. */
function Head({ parts }: { parts: readonly ClinicianPart[] }) {
  const shown = parts.flatMap(({ OnHome }) => (OnHome ? createElement(OnHome) : []));
  return (
    <>
      <h1>{text.title}</h1>
      <Suspense fallback={null}>{createElement(Fragment, null, ...shown)}</Suspense>
    </>
  );
}

type Panel = 'myPatients' | 'clinics';

/** The clinician's home (product 2.12). The navigation state says which of the two panels is open; never both are. */
export default function ClinicianHome({ parts }: { parts: readonly ClinicianPart[] }) {
  const { state, hash } = usePlace();
  const open = linkTarget(hash) ? 'myPatients' : openPanel(state);
  return open === undefined ? <MissingState /> : <Home open={open} parts={parts} />;
}

type HomeProps = { open: Panel | null; parts: readonly ClinicianPart[] };

function Home({ open, parts }: HomeProps) {
  const user = useStore(session);
  const list = useAnswer('listOwnPatients');
  usePreload(useMemo(() => latePartsOf(parts), [parts]));
  // A store, because the page with its table is not drawn again for a dialog.
  const [modal] = useState(() => createStore<PatientModal | null>(null));
  const openModal = useMemo(() => openerOf(modal.set), [modal]);
  const listed = list.data?.list_patient_dto;
  const { work, signs } = useWork(listed, parts);
  const { patients } = work;
  useEffect(() => {
    if (list.error) logFailedCall('the patient list could not be loaded', list.error);
  }, [list.error]);
  useLink(listed, openModal);
  const created = useCreatedPatients(patients);
  const hasTable = patients.length > 0 && user?.userType === 'clinician';
  const tableIsFirst = hasTable && created.length === 0 && !list.error;
  const fits = hasTable && open === 'myPatients';
  const toggle = (panel: Panel) => {
    const next = clinicianHomeStates[panel === open ? 'none' : panel];
    navigate(paths.clinicianHome, { replace: true, state: next });
  };
  const sections: AccordionSection<Panel>[] = [
    {
      id: 'myPatients',
      title: text.myPatients,
      icon: 'people',
      content: <MyPatients {...{ list, work, signs, created, tableIsFirst }} open={openModal} />,
      holds: tableIsFirst ? 'table-first' : hasTable ? 'table' : undefined,
    },
    {
      id: 'clinics',
      title: text.clinics,
      icon: 'building',
      content: user && <p>{text.clinic(user.clinicName)}</p>,
    },
  ];
  return (
    <LockedLogins value={list.data?.locked_logins ?? []}>
      <div className={['stack gap-5', css.home, fits && css.fits].filter(Boolean).join(' ')}>
        <Head parts={parts} />
        {/* With the panel closed, a failure would otherwise look like a day without events. */}
        {open !== 'myPatients' && <ListFailed list={list} />}
        <Today
          patients={patients}
          onShow={(patientId) => openModal({ kind: 'result', patientId })}
          waiting={
            hasWaiting(work) && (
              <TodayStrip
                counts={work.counts}
                onFilter={() => open === 'myPatients' || toggle('myPatients')}
              />
            )
          }
        />
        <Accordion sections={sections} open={open ? [open] : []} onToggle={toggle} fits={fits} />
        {list.data && <OpenedModal {...{ modal, patients, parts }} open={openModal} />}
      </div>
    </LockedLogins>
  );
}

/** What waits in the list today, with the signs of extensions. */
function useWork(listed: readonly ClinicianPatient[] | undefined, parts: readonly ClinicianPart[]) {
  const day = today();
  const signs = useMemo(() => parts.flatMap(({ sign }) => sign ?? []), [parts]);
  const work = useMemo(() => worklistOf(listed ?? [], day, signs), [listed, day, signs]);
  return { work, signs };
}

type OpenedModalProps = {
  modal: Store<PatientModal | null>;
  patients: readonly ClinicianPatient[];
  parts: readonly ClinicianPart[];
  open: OpenModal;
};

function OpenedModal({ modal: opened, ...rest }: OpenedModalProps) {
  const modal = useStore(opened);
  const close = () => opened.set(null);
  return modal && <ClinicianPatientModal modal={modal} {...rest} onClose={close} />;
}

/** Follows a link to a result or a report once the list is there, and takes it out of the address (record 100). */
function useLink(patients: readonly ClinicianPatient[] | undefined, open: OpenModal): void {
  const user = useStore(session);
  const { hash } = usePlace();
  useEffect(() => {
    const target = linkTarget(hash);
    if (!target || !patients || !user) return;
    const report = target.kind === 'report' ? reportOf(patients, target.id) : undefined;
    if (report) {
      const state = reportState(user, report.patient, report.survey);
      return navigate(paths.clinicianReport, { replace: true, state });
    }
    navigate(paths.clinicianHome, { replace: true, state: clinicianHomeStates.myPatients });
    // The dialog says that a patient is not in the list.
    open({ kind: 'result', patientId: target.id });
  }, [hash, patients, user, open]);
}

function reportOf(patients: readonly ClinicianPatient[], sessionId: string) {
  return patients
    .flatMap((patient) => patient.survey_statuses.map((survey) => ({ patient, survey })))
    .find(({ survey }) => survey.survey_session_id === sessionId && hasResultLink(survey));
}

/** The open panel; null if none is open, undefined if the state does not say. */
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
      <HomeButton />
    </Problem>
  );
}

type PatientList = UseQueryResult<Answer<'listOwnPatients'>>;

function ListFailed({ list: { error, refetch } }: { list: PatientList }) {
  return error && <LoadFailed what="loadPatients" error={error} retry={refetch} />;
}

type MyPatientsProps = {
  list: PatientList;
  work: Worklist;
  signs: readonly Sign[];
  created: readonly ClinicianPatient[];
  open: OpenModal;
  tableIsFirst: boolean;
};

/** The clinician's own patients and their actions. */
function MyPatients({ list, work, signs, created, open, tableIsFirst }: MyPatientsProps) {
  const { patients, reasons } = work;
  const { data, isPending } = list;
  const asksConsent = isConsentAsked(patients);
  // Also signs that are not open any more, so that the filter keeps the option that was chosen.
  const shown = signs.filter(({ isKnown }) => patients.some(isKnown));
  const known = shown.map(({ id }) => id).join(' ');
  // Built once, because new columns make the table compute all rows again.
  const columns = useMemo(() => {
    const ofList = signs.filter(({ id }) => known.split(' ').includes(id));
    return columnsFor(open, { asksConsent, signs: ofList });
  }, [open, asksConsent, signs, known]);
  if (isPending) return <LoadingModal />;
  if (!data) return <ListFailed list={list} />;
  const buttons = (
    <>
      <MonitorButton patients={patients} open={open} />
      <Button icon="person-add" onClick={() => open({ kind: 'register' })}>
        {registerText.open}
      </Button>
    </>
  );
  return (
    <PatientArea buttons={buttons} failed={<ListFailed list={list} />} tableIsFirst={tableIsFirst}>
      <CreatedPatients created={created} />
      <PatientTable
        label={text.myPatients}
        patients={patients}
        columns={columns}
        first={withOpenEvent}
        reasons={reasons}
      />
    </PatientArea>
  );
}

/** The response monitor of the own patients. Those of colleagues are not counted. */
function MonitorButton({ patients, open }: Pick<Worklist, 'patients'> & Pick<MyPatientsProps, 'open'>) {
  const [isOpen, setIsOpen] = useState(false);
  const own = useMemo(() => patients.filter((patient) => !patient.as_deputy), [patients]);
  if (own.length === 0) return null;
  return (
    <>
      <Button look="quiet" icon={moreIcons.calendar} onClick={() => setIsOpen(true)}>
        {monitorText.open}
      </Button>
      {isOpen && (
        <Modal title={monitorText.title} size="wide" dismissal="free" onClose={() => setIsOpen(false)}>
          <LazySection>
            <Monitor patients={own} onShow={(patientId) => open({ kind: 'status', patientId })} />
          </LazySection>
        </Modal>
      )}
    </>
  );
}

function columnsFor(open: OpenModal, list: ClinicianListFacts) {
  return session.get()?.userType === 'clinician' ? clinicianColumns(open, list) : undefined;
}

function openerOf(show: OpenModal): OpenModal {
  return (modal) => {
    show(modal);
    if (modal.kind !== 'register') keepInTable(modal.patientId);
    // The patient may be answering now or have another clinician. A form learns this when it is sent, and the result
    // reloads the list itself.
    if (modal.kind === 'status') void refreshAnswers(['listOwnPatients']);
  };
}
