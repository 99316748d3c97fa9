import { beginCall, forgetBegun } from './api/early-calls.ts';
import { session } from './api/session.ts';
import { chosenReport } from './features/reports/chosen-report.ts';
import { knownPath, paths, type Path } from './paths.ts';
import { shownPlace } from './ui/place.ts';

// The calls that a page makes as soon as it is shown.
const firstCalls: Partial<Record<Path, readonly ('listWindows' | 'getSharing' | 'getSurvey')[]>> = {
  [paths.patientHome]: ['listWindows', 'getSharing'],
  [paths.survey]: ['getSurvey'],
};

/**
 * Asks for the data of a patient's page while its parts are still on their way. `isLoading`: the browser loads the application, so
 * the page also needs what every page asks for. A page that is open already asks for another report itself.
 */
export function beginPageCalls({ isLoading = false } = {}): void {
  forgetBegun();
  const user = session.get();
  const path = knownPath(window.location.pathname);
  if (!path || user?.userType !== 'patient') return;
  for (const name of firstCalls[path] ?? []) void beginCall(name);
  if (!isLoading) return;
  void beginCall('getClinicHelp', { params: { id: user.clinicId } });
  if (path === paths.patientReport) void beginReportCalls();
}

// The page takes both answers, so that the report is opened once (R18).
async function beginReportCalls(): Promise<void> {
  const list = await beginCall('listPatientReports').catch(() => undefined);
  const chosen = list && chosenReport(list.report_entries, shownPlace().state);
  if (chosen) void beginCall('getPatientReport', { params: { id: chosen.survey_session_id } });
}
