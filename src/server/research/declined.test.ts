import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aClinic, aPatient } from '../../../test/builders.ts';
import { aSurvey, csv, exported, exportScene, someAnswer } from '../../../test/export-scene.ts';
import { effect, habit } from '../../../test/conditional-sample.ts';
import { withHabits } from '../../../test/conditional-scene.ts';
import { DECLINED, NOT_APPLICABLE } from '../../domain/answer-types.ts';

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

test('"not applicable" has a code of its own, and a text with the word of a reason is exported as a text', async () => {
  const started = await exportScene();
  const services = await withHabits(started.services);
  const patient = await aPatient(services, (await aClinic(services)).id);
  const given: Readonly<Record<string, string>> = {
    'h-5': NOT_APPLICABLE,
    'e-2': NOT_APPLICABLE,
    'h-6': DECLINED,
  };
  await aSurvey(services, patient, {
    instruments: [habit, effect],
    answer: (item) => (item.id === 'h-1' ? 3 : (given[item.id] ?? someAnswer(item))),
  });
  const files = await exported({ ...started, services }, '--free-text');
  const answers = csv(files, 'answers.csv').filter(({ item = '' }) => item in given);
  assert.deepEqual(
    answers.map(({ item, value, label }) => [item, value, label]),
    [
      ['h-5', NOT_APPLICABLE, 'Trifft nicht zu'],
      ['h-6', DECLINED, ''],
      ['e-2', NOT_APPLICABLE, 'Trifft nicht zu'],
    ],
  );
  const [row] = csv(files, 'wide_pre.csv');
  assert.deepEqual([row?.['h_5'], row?.['e_2'], row?.['h_6']], ['-94', '-94', DECLINED]);
  const scores = csv(files, 'scores.csv').map((one) =>
    ['scale', 'items_answered', 'items_missing', 'items_not_applicable'].map((name) => one[name]),
  );
  assert.deepEqual(scores.sort(), [
    ['effect', '1', '0', '1'],
    ['habit', '4', '1', '0'],
  ]);
  const items = csv(files, 'items.csv').filter((one) => one['not_applicable'] === '1');
  assert.deepEqual(
    items.map(({ item }) => item),
    ['e-2', 'h-5'],
  );
  const scales = csv(files, 'scales.csv');
  assert.deepEqual(
    scales.map((one) => one['not_applicable_rule']),
    ['left_out', ''],
  );
  assert.match(files.get('read.sps') ?? '', /\(-99 THRU -94\)/);
  assert.match(files.get('read.sps') ?? '', /-94 '„Trifft nicht zu“/);
  assert.match(files.get('read.R') ?? '', /Trifft nicht zu/);
});
