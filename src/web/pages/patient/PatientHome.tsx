import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import type { PatientWindow } from '../../../contract/surveys.ts';
import { timeWindowStatus } from '../../../domain/statuses.ts';
import { helpText } from '../../../text/crisis.ts';
import { patientHomeText as text } from '../../../text/patient.ts';
import { today } from '../../api/clinic-time.ts';
import { lazyPart } from '../../api/chunk.ts';
import { useAnswer } from '../../api/queries.ts';
import { session, type UserInfo } from '../../api/session.ts';
import { useStore } from '../../api/use-store.ts';
import { SharingPointer } from '../../features/relatives/ChoicePointer.tsx';
import { useHelp } from '../../features/help/clinic-help.ts';
import { HelpBlock } from '../../features/help/HelpBlock.tsx';
import { NewestReport } from '../../features/reports/NewestReport.tsx';
import { PatientReportList } from '../../features/reports/PatientReportList.tsx';
import { LastLogin, NewDevice } from '../../features/login/LastLogin.tsx';
import { CurrentSurvey } from '../../features/windows/CurrentSurvey.tsx';
import { WindowTabs } from '../../features/windows/WindowTabs.tsx';
import { namedSection, type PatientSection, sections } from '../../paths.ts';
import { Accordion, type AccordionSection } from '../../ui/Accordion.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LinkedText } from '../../ui/LinkedText.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { LoadingModal } from '../../ui/LoadingModal.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import type { Elements } from '../../ui/elements.ts';
import css from './patient.module.css';
import { usePlace } from '../../ui/navigation.tsx';
import { focusPageIfLost } from '../../ui/page-focus.ts';
import { moreIcons } from '../../ui/more-icons.ts';

/** The patient's home (product 2): the open survey, the own data, all surveys and reports. */
export default function PatientHome() {
  const user = useStore(session);
  const { data, error, isPending, refetch } = useAnswer('listWindows');
  const windows = data?.stws ?? [];
  // Both answers are awaited, so that nothing moves when the second comes.
  const reports = useAnswer('listPatientReports', null, {
    enabled: windows.some((window) => window.finished),
  });
  const isWaiting = isPending || reports.isLoading;
  // A notice of loading gives the focus to the title. A page that needs none does so itself.
  useLayoutEffect(focusPageIfLost, []);
  const { open, toggle } = useOpenSections(!isWaiting);
  const failed = error && <LoadFailed what="loadWindows" error={error} retry={refetch} />;
  const [current, ...others] = sectionsOf(user, data, failed);
  return (
    <div className="stack gap-5 reading broad">
      <div>
        <h1>{text.greeting}</h1>
        {!isWaiting && <NewDevice login={data?.last_login ?? null} />}
      </div>
      {isWaiting ? (
        <>
          <LoadingModal />
          <div className={css.skeleton} />
        </>
      ) : (
        <>
          <Accordion look="main" sections={[current]} open={open} onToggle={toggle} />
          {/* Between the sections, so that it is seen whichever of them is open. Where the windows cannot be loaded, help may be needed. */}
          {(showsHelp(windows) || (failed && !data)) && <CrisisHelp />}
          <Accordion look="quiet" sections={others} open={open} onToggle={toggle} />
          <p>
            <a className={buttonClass('secondary')} href="/documents/anleitung-patienten.pdf" download>
              <Icon name={moreIcons.download} />
              <span>{text.instructions}</span>
            </a>
          </p>
          <SharingPointer />
        </>
      )}
    </div>
  );
}

/** The five sections of the home. The survey stands first, as a card of its own. */
function sectionsOf(
  user: UserInfo | null,
  data: Answer<'listWindows'> | undefined,
  failed: Elements,
): [AccordionSection<PatientSection>, ...AccordionSection<PatientSection>[]] {
  return [
    {
      id: 'current',
      title: text.current,
      icon: moreIcons.bell,
      content:
        failed ??
        (data && (
          <>
            <CurrentSurvey windows={data.stws} consent={data.consent} />
            <NewestReport windows={data.stws} />
          </>
        )),
    },
    {
      id: 'info',
      title: text.info,
      icon: 'person',
      content: user && <Profile user={user} data={data} />,
    },
    {
      id: 'survey',
      title: text.survey,
      icon: moreIcons.clipboard,
      content: failed ?? (data && <WindowTabs windows={data.stws} consent={data.consent} />),
    },
    { id: 'report', title: text.report, icon: moreIcons.chart, content: <PatientReportList /> },
    { id: 'clinics', title: text.clinics, icon: 'building', content: user && <Clinic user={user} /> },
  ];
}

/** Help after an answer that showed danger stays until the window of the survey ends (product 19.5). */
function showsHelp(windows: readonly PatientWindow[]): boolean {
  const day = today();
  return windows.some((window) => window.shows_help && timeWindowStatus(window, day) === 'current');
}

function CrisisHelp() {
  return (
    <section aria-labelledby="help">
      <Card>
        <h2 id="help">{helpText.title}</h2>
        <HelpBlock help={useHelp()} />
      </Card>
    </section>
  );
}

/** Any number of sections may be open; a link of the side menu opens its own and leads there. */
function useOpenSections(isReady: boolean) {
  const place = usePlace();
  const asked = namedSection(place.hash, sections.patient);
  const [open, setOpen] = useState<readonly PatientSection[]>([asked]);
  const [seen, setSeen] = useState(place);
  const [entered] = useState(place);
  if (seen !== place) {
    setSeen(place);
    if (!open.includes(asked)) setOpen([...open, asked]);
  }
  // Entering the overview begins at its top.
  const isAskedFor = place !== entered || asked !== 'current';
  useEffect(() => {
    if (isReady && isAskedFor) leadTo(asked);
    // A second press on the same link makes another place and leads there again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isReady, isAskedFor, asked, place]);
  const toggle = (id: PatientSection) =>
    setOpen(open.includes(id) ? open.filter((one) => one !== id) : [...open, id]);
  return { open, toggle };
}

function leadTo(id: PatientSection): void {
  const section = document.getElementById(id);
  section?.querySelector('button')?.focus({ preventScroll: true });
  section?.scrollIntoView({ block: 'start' });
}

const MailInProfile = lazyPart(() => import('./MailInProfile.tsx'));
const SharingInProfile = lazyPart(() => import('../../features/relatives/ChoiceInProfile.tsx'));
const ConsentInProfile = lazyPart(() => import('../../features/consent/ConsentInProfile.tsx'));

function Profile({ user, data }: { user: UserInfo; data: Answer<'listWindows'> | undefined }) {
  return (
    <>
      <dl className={css.facts}>
        <dt>{text.id}</dt>
        <dd>{user.userName}</dd>
        <dt>{text.clinic}</dt>
        <dd>{user.clinicName}</dd>
      </dl>
      <LastLogin login={data?.last_login ?? null} />
      <Suspense fallback={<Spinner />}>
        <MailInProfile />
        <SharingInProfile />
        {data?.consent !== undefined && <ConsentInProfile />}
      </Suspense>
    </>
  );
}

function Clinic({ user }: { user: UserInfo }) {
  const { clinicContact: contact, clinicName } = user;
  return (
    <div className="stack">
      <p>{contact ? text.forgotten : text.noContact}</p>
      {contact && (
        <dl className={css.facts}>
          <dt>{text.clinic}</dt>
          <dd>{clinicName}</dd>
          <dt>{text.contact}</dt>
          <dd>
            <LinkedText text={contact} />
          </dd>
        </dl>
      )}
      <h3>{helpText.title}</h3>
      <HelpBlock help={useHelp()} />
    </div>
  );
}
