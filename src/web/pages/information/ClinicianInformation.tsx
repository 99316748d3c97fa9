import { pageTitle } from '../../../text/frame.ts';

export default function ClinicianInformation() {
  return <h1>{pageTitle.clinicianInformation}</h1>;
}
