import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aMailScene, anInvitedPatient, leaveAddress, morning, outboxOf } from '../../../test/mail-scene.ts';
import { withoutTenant } from '../database/transaction.ts';
import { planMails } from './plan.ts';
import { clinicsToPlan } from './queries.ts';

const scene = aMailScene();

test('the mails of a clinic are planned once a day, and again after a patient has left an address', async () => {
  const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
  const quiet = await scene.begin('2026-02-10T10:00:00+01:00');
  const patient = await anInvitedPatient(scene, clinic.id);
  const toPlan = async () => {
    const ids = await withoutTenant(scene.services.pool, (db) => clinicsToPlan(db, scene.services.today()));
    return [clinic.id, quiet.id].filter((id) => ids.includes(id));
  };
  scene.setClock(morning(0));
  assert.deepEqual(await toPlan(), [clinic.id, quiet.id]);
  await planMails(scene.services);
  assert.deepEqual(await toPlan(), []);
  assert.equal((await outboxOf(scene.services, clinic.id)).length, 1);
  await leaveAddress(scene.services, patient, 'POST');
  assert.deepEqual(await toPlan(), [clinic.id]);
  await planMails(scene.services);
  assert.deepEqual(await toPlan(), []);
  scene.setClock(morning(1));
  assert.deepEqual(await toPlan(), [clinic.id, quiet.id]);
});
