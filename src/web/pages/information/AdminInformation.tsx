import { Information } from './Information.tsx';

export default function AdminInformation() {
  return <Information tabs={tabs} />;
}

const tabs = ['admin', 'clinician', 'patient'] as const;
