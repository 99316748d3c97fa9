import { pageTitle } from '../../../text/frame.ts';

export default function ClinicianPatientReport() {
  return <h1>{pageTitle.clinicianPatientReport}</h1>;
}
