import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inClinic, signIn } from '../../../test/builders.ts';
import { aPerson, answerSurvey, answersTo, getPage, submit } from '../../../test/survey-calls.ts';
import { aSignedInPatient, aSurveyScene } from '../../../test/survey-scene.ts';
import { addDays } from '../../domain/dates.ts';
import { carriedPriors } from './carried-priors.ts';
import { moment } from '../../domain/today.ts';

const scene = aSurveyScene();

type Cookies = Awaited<ReturnType<typeof signIn>>;
type Patient = Awaited<ReturnType<typeof aSignedInPatient>>['patient'];

const depPages = (pages: Awaited<ReturnType<typeof answerSurvey>>) =>
  pages.filter(({ page }) => page.items[0]?.id.startsWith('dep-') && page.items[0].id !== 'dep-31').length;

async function priorsNow({ clinicId, id: patientId }: Patient) {
  const { services } = scene;
  const instruments = [...services.registry.instruments.values()];
  const carrying = { instruments, window: 'INTERMEDIATE' as const, at: moment(services.now()) };
  return inClinic(services, clinicId, (db) =>
    carriedPriors(db, services.keys, { clinicId, patientId }, carrying),
  );
}

test('a survey in the course of therapy begins with what the last one found, and a patient without one begins anew', async () => {
  const admission = addDays(scene.services.today(), -10);
  const { patient, as } = await aSignedInPatient(scene, { admission });
  assert.deepEqual(await priorsNow(patient), new Map());
  const first = await answerSurvey(scene.app, as, { person: aPerson('carried') });

  scene.daysLater = 90;
  const priors = await priorsNow(patient);
  assert.deepEqual([...priors.keys()].sort(), ['anx/anx', 'dep/dep']);
  const sd = priors.get('dep/dep')?.sd ?? NaN;
  assert.ok(sd > 0.5 && sd < 1, `three months give back part of the spread: ${sd}`);

  const later: Cookies = await signIn(scene.services, patient);
  const page = await getPage(scene.app, later);
  assert.deepEqual(await getPage(scene.app, later), page, 'every call finds the same item');
  await submit(scene.app, later, answersTo(page, aPerson('carried')));
  const second = await answerSurvey(scene.app, later, { person: aPerson('carried') });
  assert.ok(depPages(second) + 1 <= depPages(first), 'no more questions than the first time');
  scene.daysLater = 0;
});
