import type { UserType } from '../contract/accounts.ts';
import { lazyPart, type Part } from './api/chunk.ts';
import { session } from './api/session.ts';
import { beginPageCalls } from './first-calls.ts';
import { Frame, type FrameDialogs, Sidebar } from './frame/Frame.tsx';
import { UserMenu } from './frame/TopBar.tsx';
import { ForVisitors, RequireLogin, WrongPage } from './frame/RequireLogin.tsx';
import { Login } from './pages/login/Login.tsx';
import { type Path, paths, knownPath } from './paths.ts';
import type { Elements } from './ui/elements.ts';
import { usePlace } from './ui/navigation.tsx';

// Login and survey load first and stay small; every other page loads when it is opened.
const Landing = lazyPart(() => import('./pages/landing/Landing.tsx'));
const Registration = lazyPart(() => import('./pages/login/Registration.tsx'));
const Legal = lazyPart(() => import('./pages/legal/Legal.tsx'));
const Contact = lazyPart(() => import('./pages/legal/Contact.tsx'));

const Information = lazyPart(() => import('./pages/information/Information.tsx'));

const WithQueries = lazyPart(() => import('./frame/WithQueries.tsx'));

const Survey = lazyPart(() => import('./pages/patient/Survey.tsx'));
const PatientHome = lazyPart(() => import('./pages/patient/PatientHome.tsx'));
const PatientReport = lazyPart(() => import('./pages/patient/PatientReport.tsx'));

const ClinicianHome = lazyPart(() => import('./clinician-home.tsx'));
const ClinicianReport = lazyPart(() => import('./pages/clinician/ClinicianReport.tsx'));
const ClinicianPatientReport = lazyPart(() => import('./pages/clinician/ClinicianPatientReport.tsx'));

const AdminHome = lazyPart(() => import('./pages/admin/AdminHome.tsx'));

const FurtherPage = lazyPart(() => import('./further-page.tsx'));

const dialogs: FrameDialogs = {
  password: lazyPart(() => import('./frame/PasswordDialog.tsx')),
  secondFactor: lazyPart(() => import('./features/login/SecondFactorDialog.tsx')),
  sessions: lazyPart(() => import('./features/login/SessionsDialog.tsx')),
  deputy: lazyPart(() => import('./features/crisis/DeputyDialog.tsx')),
};

type Route = {
  page: Elements;
  /** What the page consists of, to be fetched before it is shown. */
  parts: readonly Pick<Part<object>, 'preload'>[];
  userType?: UserType;
};

function of<Props extends object>(Page: Part<Props>, props: NoInfer<Props>): Route {
  return { page: <Page {...props} />, parts: [Page] };
}

function forVisitors({ page, parts }: Route): Route {
  return { page: <ForVisitors>{page}</ForVisitors>, parts };
}

function behindLogin(userType: UserType, { page, parts }: Route): Route {
  return { page: <RequireLogin userType={userType}>{page}</RequireLogin>, parts, userType };
}

function withQueries(userType: UserType, { page, parts }: Route): Route {
  return behindLogin(userType, { page: <WithQueries>{page}</WithQueries>, parts: [WithQueries, ...parts] });
}

function login(userType: UserType): Route {
  return forVisitors({ page: <Login userType={userType} />, parts: [] });
}

const routes: Readonly<Record<Path, Route>> = {
  [paths.landing]: forVisitors(of(Landing, {})),
  [paths.loginPatient]: login('patient'),
  [paths.loginClinician]: login('clinician'),
  [paths.loginAdmin]: login('admin'),
  [paths.register]: of(Registration, {}),
  [paths.imprint]: of(Legal, { page: 'imprint' }),
  [paths.privacy]: of(Legal, { page: 'privacy' }),
  [paths.contact]: of(Contact, {}),
  [paths.accessibility]: of(Legal, { page: 'accessibility' }),
  [paths.survey]: behindLogin('patient', of(Survey, {})),
  [paths.patientHome]: withQueries('patient', of(PatientHome, {})),
  [paths.patientReport]: withQueries('patient', of(PatientReport, {})),
  [paths.patientInformation]: withQueries('patient', of(Information, { userType: 'patient' })),
  [paths.clinicianHome]: withQueries('clinician', of(ClinicianHome, {})),
  [paths.clinicianReport]: withQueries('clinician', of(ClinicianReport, {})),
  [paths.clinicianPatientReport]: withQueries('clinician', of(ClinicianPatientReport, {})),
  [paths.clinicianInformation]: withQueries('clinician', of(Information, { userType: 'clinician' })),
  [paths.adminHome]: withQueries('admin', of(AdminHome, {})),
  [paths.adminInformation]: withQueries('admin', of(Information, { userType: 'admin' })),
  [paths.clinicianQuestionnaires]: withQueries('clinician', of(FurtherPage, {})),
  [paths.adminQuestionnaires]: withQueries('admin', of(FurtherPage, {})),
};

/**
 * Fetches the parts of the page that the address names, so that it is shown without a spinner before it. Showing the page
 * fetches again what fails here, and says so.
 */
export async function preloadPage(): Promise<void> {
  const path = knownPath(window.location.pathname);
  if (!path) return;
  const { parts, userType } = routes[path];
  // Without a login the staff get another page. The parts of a patient's page are small and on their way already,
  // and a new tab may join the session of another one a moment later.
  if (userType && userType !== 'patient' && session.get()?.userType !== userType) return;
  const menus = session.get() && path !== paths.survey ? [Sidebar, UserMenu] : [];
  await Promise.allSettled([...parts, ...menus].map((part) => part.preload()));
}

/** A page that is opened from another one asks for all its parts and its data at once, not for one after the other. */
export function openPage(): void {
  beginPageCalls();
  void preloadPage();
}

/** Every page there is (product 2). Paths are exact: like the server, `/Patients` and `/patients/` are not found. */
export function AppRoutes() {
  const path = knownPath(usePlace().pathname);
  return <Frame dialogs={dialogs}>{path ? routes[path].page : <WrongPage reason="notFound" />}</Frame>;
}
