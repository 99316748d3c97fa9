import { Information } from './Information.tsx';

export default function PatientInformation() {
  return <Information tabs={tabs} />;
}

const tabs = ['patient'] as const;
