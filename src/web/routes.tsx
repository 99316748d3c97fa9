import { lazy } from 'react';
import { Outlet, Route, Routes, useLocation } from 'react-router';
import { loadChunk } from './api/chunk.ts';
import { Frame, type FrameDialogs } from './frame/Frame.tsx';
import { RequireLogin, WrongPage } from './frame/RequireLogin.tsx';
import { Login } from './pages/login/Login.tsx';
import { paths } from './paths.ts';

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

/** Every page there is (product 2). */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Frame dialogs={dialogs} />}>
        <Route element={<ListedPages />}>
          <Route path={paths.landing} element={<Landing />} />
          <Route path={paths.loginPatient} element={<Login key="patient" userType="patient" />} />
          <Route path={paths.loginClinician} element={<Login key="clinician" userType="clinician" />} />
          <Route path={paths.loginAdmin} element={<Login key="admin" userType="admin" />} />
          <Route path={paths.register} element={<Registration />} />
          <Route path={paths.imprint} element={<Legal page="imprint" />} />
          <Route path={paths.privacy} element={<Legal page="privacy" />} />
          <Route path={paths.contact} element={<Contact />} />
          <Route path={paths.accessibility} element={<Legal page="accessibility" />} />
          <Route element={<RequireLogin userType="patient" />}>
            <Route path={paths.survey} element={<Survey />} />
            <Route element={<WithQueries />}>
              <Route path={paths.patientHome} element={<PatientHome />} />
              <Route path={paths.patientReport} element={<PatientReport />} />
              <Route path={paths.patientInformation} element={<Information userType="patient" />} />
            </Route>
          </Route>
          <Route element={<RequireLogin userType="clinician" />}>
            <Route element={<WithQueries />}>
              <Route path={paths.clinicianHome} element={<ClinicianHome />} />
              <Route path={paths.clinicianReport} element={<ClinicianReport />} />
              <Route path={paths.clinicianPatientReport} element={<ClinicianPatientReport />} />
              <Route path={paths.clinicianInformation} element={<Information userType="clinician" />} />
            </Route>
          </Route>
          <Route element={<RequireLogin userType="admin" />}>
            <Route element={<WithQueries />}>
              <Route path={paths.adminHome} element={<AdminHome />} />
              <Route path={paths.adminInformation} element={<Information userType="admin" />} />
            </Route>
          </Route>
          <Route path="*" element={<WrongPage reason="notFound" />} />
        </Route>
      </Route>
    </Routes>
  );
}

const listed: ReadonlySet<string> = new Set(Object.values(paths));

// The router would also accept /Patients and /patients/. The server answers 404 there: paths are exact (product 2).
function ListedPages() {
  return listed.has(useLocation().pathname) ? <Outlet /> : <WrongPage reason="notFound" />;
}
