import { imprintSections, legalText } from '../../../text/legal.ts';
import { config } from '../../api/config.ts';
import { LegalPage } from './LegalPage.tsx';

export default function Imprint() {
  return <LegalPage title={legalText.imprint} sections={imprintSections(config())} />;
}
