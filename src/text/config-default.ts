import type { PublicConfig } from '../contract/config.ts';
import { defaultHelp } from './crisis.ts';

/** The default name, addresses and links of the product. An operator can replace them. */
export const defaultPublic: PublicConfig = {
  product_name: 'Resonanz',
  document_title: 'Resonanz',
  landing_title: 'Willkommen bei Resonanz',
  base_url: '',
  time_zone: 'Europe/Berlin',
  log_level: 'info',
  logo: { image: '/logo.svg', alt: 'Resonanz' },
  institutions: [
    { image: '/institution-1.svg', alt: 'Musterhochschule', href: 'https://www.musterhochschule.example' },
    { image: '/institution-2.svg', alt: 'Musterstiftung', href: 'https://www.musterstiftung.example' },
  ],
  support_email: 'support@resonanz.example',
  faq_url: 'https://www.resonanz.example/faq',
  documentation_url: 'https://www.resonanz.example/dokumentation',
  help: defaultHelp,
  operator: {
    name: 'Muster-Betreibergesellschaft',
    address: ['Musterstraße 1', '12345 Musterstadt'],
    phone: '+49 30 0000000',
    email: 'info@resonanz.example',
    represented_by: 'Dr. Maria Muster',
    data_protection_officer: 'datenschutz@resonanz.example',
    security_email: 'security@resonanz.example',
  },
};
