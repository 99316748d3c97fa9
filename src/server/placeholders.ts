import { defaultPublic } from '../text/config-default.ts';
import { defaultConsent } from '../text/consent-default.ts';
import type { Config } from './config.ts';
import type { Services } from './services.ts';

const samples = ['operator', 'support_email', 'faq_url', 'documentation_url', 'institutions'] as const;

/** The keys of the configuration file that still have the delivered samples. */
export function sampleSettings({ public: shown }: Config): string[] {
  return samples.filter((name) => JSON.stringify(shown[name]) === JSON.stringify(defaultPublic[name]));
}

/**
 * What the server runs with that was made for trying out: sample settings, demonstration instruments of the protocol, the
 * delivered consent text. Empty where patients may come.
 */
export function placeholdersOf({ registry, config }: Pick<Services, 'registry' | 'config'>): string[] {
  const asked = new Set(registry.protocol.windows.flatMap(({ instruments }) => instruments));
  const invented = [...asked].filter((id) => registry.instruments.get(id)?.status === 'demonstration');
  const asksConsent = registry.protocol.consent === 'on';
  return [
    ...sampleSettings(config),
    ...(invented.length > 0 ? [`the demonstration instruments ${invented.join(', ')}`] : []),
    ...(asksConsent && config.consent === defaultConsent ? ['the delivered consent text'] : []),
  ];
}
