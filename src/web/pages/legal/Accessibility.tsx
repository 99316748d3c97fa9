import { accessibilitySections, accessibilityText } from '../../../text/legal.ts';
import { config } from '../../api/config.ts';
import { LegalPage } from './LegalPage.tsx';

export default function Accessibility() {
  const { product_name } = config();
  return (
    <LegalPage
      title={accessibilityText.title}
      lead={accessibilityText.lead(product_name)}
      sections={accessibilitySections(config())}
    />
  );
}
