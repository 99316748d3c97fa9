import { patientHomeText as text } from '../../../text/patient.ts';

/** Says which reports the patient gets after a clinician has read them (product 10.5). */
export function WaitingReports({ labels = [] }: { labels: readonly string[] | undefined }) {
  return labels.map((label) => (
    <p key={label} className="muted">
      {text.waitingReport(label)}
    </p>
  ));
}
