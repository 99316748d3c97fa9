import { pageTitle } from '../../../text/frame.ts';

export default function PatientReport() {
  return <h1>{pageTitle.patientReport}</h1>;
}
