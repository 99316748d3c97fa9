import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aClinic, aPatient } from '../../../test/builders.ts';
import { aSurvey, csv, exported, exportScene, someAnswer } from '../../../test/export-scene.ts';
import { DECLINED } from '../../domain/answer-types.ts';

test('a declined question is named as declined in the long file and has its code in the wide one', async () => {
  const scene = await exportScene();
  const { services } = scene;
  const clinic = await aClinic(services);
  const patient = await aPatient(services, clinic.id);
  const socio = services.registry.instruments.get('socio');
  assert.ok(socio);
  await aSurvey(services, patient, {
    instruments: [socio],
    answer: (item) => (item.declinable ? DECLINED : someAnswer(item)),
  });
  const files = await exported(scene);
  const declined = csv(files, 'answers.csv').filter(({ value }) => value === DECLINED);
  assert.deepEqual(
    declined.map(({ item, label }) => [item, label]),
    ['socio-02', 'socio-10', 'socio-07'].map((item) => [item, 'Möchte ich nicht sagen']),
  );
  const [row] = csv(files, 'wide_pre.csv');
  assert.equal(row?.['socio_02'], '-97');
  assert.equal(row['socio_10'], '-97');
  assert.ok(Object.entries(row).some(([name, value]) => name.startsWith('socio_09') && value !== ''));
});
