import { pageTitle } from '../../../text/frame.ts';

export default function PatientInformation() {
  return <h1>{pageTitle.patientInformation}</h1>;
}
