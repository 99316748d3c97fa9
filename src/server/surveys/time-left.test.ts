import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPatient, signIn, type TestUser } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { answersTo, answerSurvey, getPage, submit } from '../../../test/survey-calls.ts';
import { aSignedInPatient, aSurveyScene } from '../../../test/survey-scene.ts';
import type { PatientWindow } from '../../contract/surveys.ts';
import { minutesLeft } from '../../domain/survey-time.ts';
import { planInForce } from './survey-session.ts';

const scene = aSurveyScene();

/** The minutes for a whole first survey, by the page times of the protocol. */
function usualMinutes(): number {
  return minutesLeft(planInForce(scene.services.registry, 'PRE'), [], [], new Map());
}

async function windowsOf(as: Record<string, string>): Promise<PatientWindow[]> {
  return (await call(scene.app, 'listWindows', { as })).body.stws;
}

test('each page names its part and the minutes that are left, by the protocol while the clinic has few pages', async () => {
  const { as } = await aSignedInPatient(scene);
  const pages = (await answerSurvey(scene.app, as)).map(({ page }) => page);
  assert.deepEqual(pages[0]?.part, { number: 1, total: 7, title: 'Angaben zu Ihrer Person' });
  assert.equal(pages[0].minutes_left, usualMinutes());
  assert.equal(pages.at(-1)?.part?.number, 7);
  assert.ok(pages.every(({ minutes_left: left }, at) => left <= (pages[at - 1]?.minutes_left ?? left)));
});

test('the overview knows what is left of the open survey only, before and after its first page', async () => {
  const { as } = await aSignedInPatient(scene);
  const before = await windowsOf(as);
  assert.deepEqual(before[0]?.left, { progress: 0, minutes_left: usualMinutes() });
  assert.ok(before.slice(1).every(({ left }) => left === null));
  await answerSurvey(scene.app, as, { pages: 5 });
  const { progress, minutes_left } = await getPage(scene.app, as);
  assert.deepEqual((await windowsOf(as))[0]?.left, { progress, minutes_left });
  await answerSurvey(scene.app, as);
  assert.equal((await windowsOf(as))[0]?.left, null);
});

/** Answers the two pages of the first instrument, two minutes each. */
async function answerSlowly(patient: TestUser): Promise<void> {
  const as = await signIn(scene.services, patient);
  for (let page = 0; page < 2; page += 1) {
    const answers = answersTo(await getPage(scene.app, as));
    const slow = answers.map((answer) => ({ ...answer, time_taken: 120 / answers.length }));
    assert.equal((await submit(scene.app, as, slow)).status, 200);
  }
}

test('thirty pages of an instrument in the clinic replace the seconds of the protocol, from the next hour on', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const minutesOf = async (cookies: typeof as) => (await windowsOf(cookies))[0]?.left?.minutes_left;
  assert.equal(await minutesOf(as), usualMinutes());
  for (let one = 0; one < 14; one += 1) await answerSlowly(await aPatient(scene.services, patient.clinicId));
  scene.daysLater = 1;
  assert.equal(await minutesOf(await signIn(scene.services, patient)), usualMinutes());
  await answerSlowly(await aPatient(scene.services, patient.clinicId));
  assert.equal(await minutesOf(await signIn(scene.services, patient)), usualMinutes());
  scene.daysLater = 2;
  const more = ((await minutesOf(await signIn(scene.services, patient))) ?? 0) - usualMinutes();
  // 2 pages of 120 in place of 55 seconds are 2.2 minutes more; minutes are rounded up.
  assert.ok(more === 2 || more === 3, `${more} minutes more`);
});
