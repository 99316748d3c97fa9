import { privacySections, privacyText } from '../../../text/legal-privacy.ts';
import { config } from '../../api/config.ts';
import { LegalPage } from './LegalPage.tsx';

export default function Privacy() {
  return <LegalPage title={privacyText.title} lead={privacyText.lead} sections={privacySections(config())} />;
}
