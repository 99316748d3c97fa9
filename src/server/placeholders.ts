import { defaultPublic } from '../text/config-default.ts';
import { defaultConsent } from '../text/consent-default.ts';
import type { Config } from './config.ts';
import { servicesOf, type Services } from './services.ts';

const samples = ['operator', 'support_email', 'faq_url', 'documentation_url', 'institutions'] as const;

/** The keys of the configuration file that still have the delivered samples. */
export function sampleSettings({ public: shown }: Config): string[] {
  return samples.filter((name) => JSON.stringify(shown[name]) === JSON.stringify(defaultPublic[name]));
}

/**
 * What the server runs with that was made for trying out: sample settings, demonstration instruments of the protocol, the
 * delivered consent text. Empty where patients may come.
 */
export function placeholdersOf(services: Pick<Services, 'registry' | 'config'>): string[] {
  const { registry, config } = services;
  const all = [services, ...[...config.clinics.keys()].map((id) => servicesOf(services, id))];
  const asked = new Set(
    all.flatMap((one) => one.registry.protocol.windows.flatMap(({ instruments }) => instruments)),
  );
  const invented = [...asked].filter((id) => registry.instruments.get(id)?.status === 'demonstration');
  const asksConsent = all.some(
    (one) => one.registry.protocol.consent === 'on' && one.config.consent === defaultConsent,
  );
  return [
    ...sampleSettings(config),
    ...(invented.length > 0 ? [`the demonstration instruments ${invented.join(', ')}`] : []),
    ...(asksConsent ? ['the delivered consent text'] : []),
  ];
}
