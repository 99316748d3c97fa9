import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { aClinic, inClinic } from '../../../test/builders.ts';
import { testServices } from '../../../test/services.ts';
import { calls, type CallName } from '../../contract/calls.ts';
import { runOnce } from './idempotency.ts';

const repeatable = (Object.keys(calls) as CallName[]).filter((name) => calls[name].method !== 'GET');

const again = async () => assert.fail('a stored call runs once');

test('no call gets the stored answer of another call under its key, even with the same content', async () => {
  const services = await testServices();
  const { id: clinicId } = await aClinic(services);
  const userId = randomUUID();
  assert.ok(repeatable.length > 10);
  await inClinic(services, clinicId, async (db) => {
    for (const route of repeatable) {
      const call = {
        clinicId,
        userId,
        key: randomUUID(),
        isSecret: false,
        input: { params: { id: userId } },
      };
      await runOnce(db, services.keys, { ...call, route }, async () => route);
      for (const other of repeatable) {
        const repeated = runOnce(db, services.keys, { ...call, route: other }, again);
        if (other === route) assert.equal(await repeated, route);
        else await assert.rejects(repeated, { code: 'idempotency_key_reused' }, `${route}, ${other}`);
      }
    }
  });
});
