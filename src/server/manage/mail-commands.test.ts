import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { aPatient } from '../../../test/builders.ts';
import { aMailScene, leaveAddress } from '../../../test/mail-scene.ts';
import { planMails } from '../mail/plan.ts';
import type { CommandContext } from './command.ts';
import { mailCommands } from './mail-commands.ts';

const scene = aMailScene();

async function mailStatus(clinic: string): Promise<object | undefined> {
  let printed: object[] = [];
  // The command uses only these parts of its context.
  const context = {
    values: { clinic },
    services: async () => scene.services,
    print: (rows: object[]) => (printed = rows),
  } as unknown as CommandContext;
  await mailCommands[0]?.run(context);
  return printed[0];
}

test('the operator sees how many mails wait, are late, were sent and were refused', async () => {
  const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
  const none = { waiting: 0, overdue: 0, sent: 0, refused: 0 };
  const patients = [];
  for (let count = 0; count < 3; count++) {
    const patient = await aPatient(scene.services, clinic.id, { admission: '2026-02-04' });
    await leaveAddress(scene.services, patient, 'INTERMEDIATE');
    patients.push(patient);
  }
  const shown = { clinic: clinic.name, ...none, addresses: 3, last_sent: null };
  assert.deepEqual(await mailStatus(clinic.name), shown);
  scene.setClock('2026-05-04T00:10:00+02:00');
  await planMails(scene.services);
  assert.deepEqual(await mailStatus(clinic.name), { ...shown, waiting: 3 });
  const [gone, full] = patients.map(({ name }) => `${name.toLowerCase()}@post.example`);
  scene.sink.answer = (recipient) => {
    if (recipient === gone) return { code: 550, text: '5.1.1 unknown' };
    return recipient === full ? { code: 452, text: '4.2.2 full' } : undefined;
  };
  scene.setClock('2026-05-04T08:00:00+02:00');
  await scene.work();
  const after = {
    ...shown,
    waiting: 1,
    overdue: 1,
    sent: 1,
    refused: 1,
    last_sent: '2026-05-04T06:00:00.000Z',
  };
  assert.deepEqual(await mailStatus(clinic.name), after);
});
