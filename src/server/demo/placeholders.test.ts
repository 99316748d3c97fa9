import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { testServices } from '../../../test/services.ts';
import { readConfig, type Config } from '../settings/config.ts';
import { placeholdersOf, sampleSettings } from './placeholders.ts';
import type { Services } from '../services.ts';

const operator = {
  name: 'Praxis am See',
  address: ['Seestraße 4', '78462 Konstanz'],
  phone: '07531 98765',
  email: 'post@praxis.de',
  represented_by: 'Dr. Anna See',
  data_protection_officer: 'Tim Roth, roth@examples.de',
  security_email: 'it@praxis.de',
};

/** The configuration of a practice that replaced every sample. */
function ownConfig(config: Config, changed: Partial<Config['public']> = {}): Config {
  const links = { faq_url: 'https://praxis.de/faq.example', documentation_url: '' };
  const own = { operator, support_email: 'it@praxis.de', institutions: [] };
  return { ...config, mailFrom: 'it@praxis.de', public: { ...config.public, ...links, ...own, ...changed } };
}

test('what is delivered is a placeholder until it is replaced', async () => {
  const { registry, config } = await testServices();
  const publicOrigin = 'https://resonanz.praxis.de';
  const found = placeholdersOf({ registry, config, publicOrigin });
  assert.match(found.join('\n'), /^operator\nsupport_email\n(.*\n)+the demonstration instruments .*dep/);

  const instruments: Services['registry']['instruments'] = new Map(
    [...registry.instruments].map(([id, one]) => [id, { ...one, status: 'licensed' }]),
  );
  const real = { publicOrigin, registry: { ...registry, instruments }, config: ownConfig(config) };
  assert.deepEqual(placeholdersOf(real), []);
  const asking = { ...real.registry, protocol: { ...registry.protocol, consent: 'on' as const } };
  assert.deepEqual(placeholdersOf({ ...real, registry: asking }), ['the delivered consent text']);
});

test('the delivered example file counts as a placeholder until each of its values is replaced', () => {
  const example = readConfig(fileURLToPath(new URL('../../../deploy/config.example.json', import.meta.url)));
  assert.deepEqual(sampleSettings(example, 'https://resonanz.klinik.example'), [
    'operator',
    'support_email',
    'faq_url',
    'documentation_url',
    'mail_from',
    'PUBLIC_ORIGIN',
  ]);
  const { phone, represented_by } = example.public.operator;
  const half = ownConfig(example, { operator: { ...operator, phone, represented_by } });
  assert.deepEqual(sampleSettings(half, ''), ['operator.phone', 'operator.represented_by']);
});

test('an address below .example counts as a placeholder wherever the operator writes it', () => {
  const config = ownConfig(readConfig(undefined), {
    support_email: 'it@PRAXIS.example',
    operator: { ...operator, data_protection_officer: 'Tim Roth, roth@haus.example.' },
    institutions: [{ image: '/a.svg', alt: 'A', href: 'https://www.a.example/wir' }],
  });
  const ofClinic = { protocol: undefined, consent: undefined, mailFrom: 'studie@haus.example' };
  const withClinic = { ...config, clinics: new Map([['7', ofClinic]]) };
  assert.deepEqual(sampleSettings(withClinic, 'https://haus.example:8443'), [
    'operator.data_protection_officer',
    'support_email',
    'institutions',
    'clinics.7.mail_from',
    'PUBLIC_ORIGIN',
  ]);
  assert.deepEqual(sampleSettings(ownConfig(config), 'https://haus.example.de'), []);
});
