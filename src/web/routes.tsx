import { lazy, type ReactNode } from 'react';
import type { UserType } from '../contract/accounts.ts';
import { loadChunk } from './api/chunk.ts';
import { Frame, type FrameDialogs } from './frame/Frame.tsx';
import { ForVisitors, RequireLogin, WrongPage } from './frame/RequireLogin.tsx';
import { Login } from './pages/login/Login.tsx';
import { type Path, paths, knownPath } from './paths.ts';
import { usePlace } from './ui/navigation.tsx';

// Login and survey load first and stay small; every other page loads when it is opened.
const Landing = lazy(loadChunk(() => import('./pages/landing/Landing.tsx')));
const Registration = lazy(loadChunk(() => import('./pages/login/Registration.tsx')));
const Legal = lazy(loadChunk(() => import('./pages/legal/Legal.tsx')));
const Contact = lazy(loadChunk(() => import('./pages/legal/Contact.tsx')));

const Information = lazy(loadChunk(() => import('./pages/information/Information.tsx')));

const WithQueries = lazy(loadChunk(() => import('./frame/WithQueries.tsx')));

const Survey = lazy(loadChunk(() => import('./pages/patient/Survey.tsx')));
const PatientHome = lazy(loadChunk(() => import('./pages/patient/PatientHome.tsx')));
const PatientReport = lazy(loadChunk(() => import('./pages/patient/PatientReport.tsx')));

const ClinicianHome = lazy(loadChunk(() => import('./pages/clinician/ClinicianHome.tsx')));
const ClinicianReport = lazy(loadChunk(() => import('./pages/clinician/ClinicianReport.tsx')));
const ClinicianPatientReport = lazy(loadChunk(() => import('./pages/clinician/ClinicianPatientReport.tsx')));

const AdminHome = lazy(loadChunk(() => import('./pages/admin/AdminHome.tsx')));

const dialogs: FrameDialogs = {
  password: lazy(loadChunk(() => import('./frame/PasswordDialog.tsx'))),
  secondFactor: lazy(loadChunk(() => import('./features/second-factor/SecondFactorDialog.tsx'))),
  sessions: lazy(loadChunk(() => import('./features/sessions/SessionsDialog.tsx'))),
  deputy: lazy(loadChunk(() => import('./features/crisis/DeputyDialog.tsx'))),
};

function behindLogin(userType: UserType, page: ReactNode): ReactNode {
  return <RequireLogin userType={userType}>{page}</RequireLogin>;
}

function forVisitors(page: ReactNode): ReactNode {
  return <ForVisitors>{page}</ForVisitors>;
}

function withQueries(userType: UserType, page: ReactNode): ReactNode {
  return behindLogin(userType, <WithQueries>{page}</WithQueries>);
}

const pageAt: Readonly<Record<Path, ReactNode>> = {
  [paths.landing]: forVisitors(<Landing />),
  [paths.loginPatient]: forVisitors(<Login userType="patient" />),
  [paths.loginClinician]: forVisitors(<Login userType="clinician" />),
  [paths.loginAdmin]: forVisitors(<Login userType="admin" />),
  [paths.register]: <Registration />,
  [paths.imprint]: <Legal page="imprint" />,
  [paths.privacy]: <Legal page="privacy" />,
  [paths.contact]: <Contact />,
  [paths.accessibility]: <Legal page="accessibility" />,
  [paths.survey]: behindLogin('patient', <Survey />),
  [paths.patientHome]: withQueries('patient', <PatientHome />),
  [paths.patientReport]: withQueries('patient', <PatientReport />),
  [paths.patientInformation]: withQueries('patient', <Information userType="patient" />),
  [paths.clinicianHome]: withQueries('clinician', <ClinicianHome />),
  [paths.clinicianReport]: withQueries('clinician', <ClinicianReport />),
  [paths.clinicianPatientReport]: withQueries('clinician', <ClinicianPatientReport />),
  [paths.clinicianInformation]: withQueries('clinician', <Information userType="clinician" />),
  [paths.adminHome]: withQueries('admin', <AdminHome />),
  [paths.adminInformation]: withQueries('admin', <Information userType="admin" />),
};

/** Every page there is (product 2). Paths are exact: like the server, `/Patients` and `/patients/` are not found. */
export function AppRoutes() {
  const path = knownPath(usePlace().pathname);
  return <Frame dialogs={dialogs}>{path ? pageAt[path] : <WrongPage reason="notFound" />}</Frame>;
}
