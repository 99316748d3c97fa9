import { pageTitle } from '../../../text/frame.ts';

export default function PatientHome() {
  return <h1>{pageTitle.patientHome}</h1>;
}
