import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPatient, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { answersTo, getPage, pageWith, submit, withAnswer } from '../../../test/survey-calls.ts';
import { aSignedInPatient, aSurveyScene } from '../../../test/survey-scene.ts';
import { addDays } from '../../domain/dates.ts';

const scene = aSurveyScene();

test('the people of the last survey are chosen again, and other surveys begin without a choice', async () => {
  const admission = addDays(scene.services.today(), -10);
  const { patient, as } = await aSignedInPatient(scene, { admission });
  const page = await pageWith(scene.app, as, 'system-01');
  assert.deepEqual([page.draft, page.draft_is_last], [null, undefined], 'nothing is chosen the first time');
  const option = page.items[0]?.response_options.find(({ value }) => value === 'origin');
  assert.ok(option);
  const { value, label } = option;
  await submit(scene.app, as, withAnswer(answersTo(page), 'system-01', { value, label }));

  scene.daysLater = 100;
  const later = await signIn(scene.services, patient);
  const again = await pageWith(scene.app, later, 'system-01');
  assert.deepEqual(
    again.draft?.map((answer) => [answer.id, answer.value]),
    [['system-01', 'origin']],
  );
  assert.equal(again.draft_is_last, true);
  // A draft of this survey is the patient's own.
  await call(scene.app, 'saveDraft', {
    as: later,
    body: { type: 'json', value: JSON.stringify(again.draft) },
  });
  assert.equal((await getPage(scene.app, later)).draft_is_last, undefined);
});

test('what one patient chose is not chosen for another', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  await submit(scene.app, as, answersTo(await pageWith(scene.app, as, 'system-01')));
  const other = await aPatient(scene.services, patient.clinicId);
  const page = await pageWith(scene.app, await signIn(scene.services, other), 'system-01');
  assert.equal(page.draft, null);
  assert.deepEqual((await getPage(scene.app, await signIn(scene.services, other))).draft, null);
});
