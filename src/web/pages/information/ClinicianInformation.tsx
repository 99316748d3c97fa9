import { Information } from './Information.tsx';

export default function ClinicianInformation() {
  return <Information tabs={tabs} />;
}

const tabs = ['clinician', 'patient'] as const;
