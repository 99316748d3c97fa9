import { clinicianParts } from '../extensions/web.ts';
import ClinicianHome from './pages/clinician/ClinicianHome.tsx';

/** The clinician's home with what extensions say of patients. Nobody else loads them. */
export default function HomeWithParts() {
  return <ClinicianHome parts={clinicianParts} />;
}
