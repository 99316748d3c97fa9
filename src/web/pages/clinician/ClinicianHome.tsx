import { pageTitle } from '../../../text/frame.ts';

export default function ClinicianHome() {
  return <h1>{pageTitle.clinicianHome}</h1>;
}
