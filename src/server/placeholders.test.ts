import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testServices } from '../../test/services.ts';
import { placeholdersOf } from './placeholders.ts';
import type { Services } from './services.ts';

test('what is delivered is a placeholder until it is replaced', async () => {
  const { registry, config } = await testServices();
  const found = placeholdersOf({ registry, config });
  assert.match(found.join('\n'), /^operator\nsupport_email\n(.*\n)+the demonstration instruments .*dep/);

  const { operator } = config.public;
  const links = { faq_url: 'https://praxis.example', documentation_url: 'https://praxis.example' };
  const own = {
    operator: { ...operator, name: 'Praxis' },
    support_email: 'it@praxis.example',
    institutions: [],
  };
  const instruments: Services['registry']['instruments'] = new Map(
    [...registry.instruments].map(([id, one]) => [id, { ...one, status: 'licensed' }]),
  );
  const real = {
    registry: { ...registry, instruments },
    config: { ...config, public: { ...config.public, ...links, ...own } },
  };
  assert.deepEqual(placeholdersOf(real), []);
  const asking = { ...real.registry, protocol: { ...registry.protocol, consent: 'on' as const } };
  assert.deepEqual(placeholdersOf({ ...real, registry: asking }), ['the delivered consent text']);
});
