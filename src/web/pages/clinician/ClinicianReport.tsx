import { pageTitle } from '../../../text/frame.ts';

export default function ClinicianReport() {
  return <h1>{pageTitle.clinicianReport}</h1>;
}
