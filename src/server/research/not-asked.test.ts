import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aClinic, aPatient, signIn } from '../../../test/builders.ts';
import { answerHabits, habitsOn, withHabits } from '../../../test/conditional-scene.ts';
import { csv, exported, exportScene } from '../../../test/export-scene.ts';
import { getPage, submit } from '../../../test/survey-calls.ts';
import { DECLINED } from '../../domain/answer-types.ts';
import { buildApp } from '../app.ts';

async function aStudy() {
  const started = await exportScene();
  const scene = { ...started, services: await withHabits(started.services) };
  const app = await buildApp(scene.services);
  const clinic = await aClinic(scene.services);
  const someone = async () => signIn(scene.services, await aPatient(scene.services, clinic.id));
  await answerHabits(app, await someone(), { 'h-1': 0, 'h-5': 4 });
  await answerHabits(app, await someone(), { 'h-1': 3, 'h-2': 2, 'h-5': DECLINED });
  const unfinished = await someone();
  await submit(app, unfinished, habitsOn(await getPage(app, unfinished), { 'h-1': 1 }));
  const files = await exported(scene);
  await app.close();
  return {
    answers: csv(files, 'answers.csv'),
    scores: csv(files, 'scores.csv'),
    wide: csv(files, 'wide_pre.csv'),
  };
}

const { answers, scores, wide } = await aStudy();

/** The cells of the survey whose first answer this is. */
function row(first: string) {
  const found = wide.find((one) => one['h_1'] === first);
  assert.ok(found);
  return ['h_2', 'h_3', 'h_4', 'h_5', 'e_1'].map((name) => found[name]);
}

test('the wide file has a code of its own for what was not asked, apart from declined and not reached', () => {
  assert.deepEqual(row('0'), ['-95', '-95', '-95', '4', '-95']);
  assert.deepEqual(row('3'), ['2', '1', '1', '-97', '1']);
  assert.deepEqual(
    row('1'),
    ['-99', '-99', '-99', '-99', '-95'],
    'what is decided already, and what is still open',
  );
});

test('the long file names each item that was not asked, and the value for which it counts', () => {
  const session = wide.find((one) => one['h_1'] === '0')?.['session_id'];
  const own = answers.filter((one) => one['session_id'] === session && one['value'] === 'not_asked');
  assert.deepEqual(
    own.map(({ item, label, page, counts_as: value }) => [item, label, page, value]),
    [
      ['h-2', 'nicht gefragt', '', '0'],
      ['h-3', 'nicht gefragt', '', '0'],
      ['h-4', 'nicht gefragt', '', ''],
      ['e-1', 'nicht gefragt', '', ''],
      ['e-2', 'nicht gefragt', '', ''],
    ],
  );
});

test('scores count what was not asked apart, and an instrument that was not asked has none', () => {
  const counts = scores.map((one) =>
    ['scale', 'score', 'items_answered', 'items_missing', 'items_not_asked'].map((name) => one[name]),
  );
  assert.deepEqual(counts.sort(), [
    ['effect', '1', '2', '0', '0'],
    ['habit', '', '4', '1', '0'],
    ['habit', '5', '2', '0', '3'],
  ]);
});
