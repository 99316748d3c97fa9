import type { ReportEntry } from './ReportLink.tsx';

type Asked = { survey_session_id?: string };

/** The report that the navigation state of the patient's page names; without one the newest. */
export function chosenReport(entries: readonly ReportEntry[], state: unknown): ReportEntry | undefined {
  const asked = (state as Asked | null)?.survey_session_id;
  return entries.find((entry) => entry.survey_session_id === asked) ?? entries.at(-1);
}
