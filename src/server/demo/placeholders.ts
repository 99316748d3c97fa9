import example from '../../../deploy/config.example.json' with { type: 'json' };
import { defaultPublic } from '../../text/config-default.ts';
import { defaultConsent } from '../../text/consent-default.ts';
import type { Config } from '../settings/config.ts';
import { configuredFor, type Services } from '../services.ts';

const samples = ['support_email', 'faq_url', 'documentation_url', 'institutions'] as const;

/**
 * The settings that still hold a sample: the value of the program, that of deploy/config.example.json, or an address below
 * `.example`, which leads to no machine (RFC 2606).
 */
export function sampleSettings({ public: shown, mailFrom, clinics }: Config, origin: string): string[] {
  return [
    ...operatorSamples(shown.operator),
    ...samples.filter((name) => isSample(shown[name], defaultPublic[name], example[name])),
    // Without a setting of its own it is the address for support, which is named above.
    ...(mailFrom !== shown.support_email && isSample(mailFrom) ? ['mail_from'] : []),
    ...[...clinics].flatMap(([id, own]) => (isSample(own.mailFrom) ? [`clinics.${id}.mail_from`] : [])),
    ...(isSample(origin) ? ['PUBLIC_ORIGIN'] : []),
  ];
}

type Operator = Config['public']['operator'];

function operatorSamples(operator: Operator): string[] {
  const names = Object.keys(example.operator) as (keyof Operator)[];
  const left = names.filter((name) =>
    isSample(operator[name], defaultPublic.operator[name], example.operator[name]),
  );
  return left.length === names.length ? ['operator'] : left.map((name) => `operator.${name}`);
}

const ADDRESS_OF_EXAMPLE = /(?:@|\/\/)[\w.-]*\.example(?![\w-]|\.\w)/i;

function isSample(value: unknown, ...delivered: unknown[]): boolean {
  const text = JSON.stringify(value) ?? '';
  // An empty list is a choice.
  if (text === '[]') return false;
  return ADDRESS_OF_EXAMPLE.test(text) || delivered.some((one) => JSON.stringify(one) === text);
}

/**
 * Settings and instruments that still hold sample values, and the delivered consent text. An installation for patients has
 * none of them.
 */
export function placeholdersOf(services: Pick<Services, 'registry' | 'config' | 'publicOrigin'>): string[] {
  const { registry, config, publicOrigin } = services;
  const all = [services, ...[...config.clinics.keys()].map((id) => configuredFor(services, id))];
  const asked = new Set(
    all.flatMap((one) => one.registry.protocol.windows.flatMap(({ instruments }) => instruments)),
  );
  const invented = [...asked].filter((id) => registry.instruments.get(id)?.status === 'demonstration');
  const asksConsent = all.some(
    (one) => one.registry.protocol.consent === 'on' && one.config.consent === defaultConsent,
  );
  return [
    ...sampleSettings(config, publicOrigin),
    ...(invented.length > 0 ? [`the demonstration instruments ${invented.join(', ')}`] : []),
    ...(asksConsent ? ['the delivered consent text'] : []),
  ];
}
