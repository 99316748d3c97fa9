import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { sql } from 'kysely';
import { aClinician, inClinic, signIn } from '../../../test/builders.ts';
import { call, type Answered } from '../../../test/call.ts';
import { aPatientWithAnEvent, storedEvents } from '../../../test/crisis-scene.ts';
import { untilAllWait } from '../../../test/lock-waits.ts';
import { aSurveyScene } from '../../../test/survey-scene.ts';
import { upsertDeputy } from './deputy-queries.ts';

const scene = aSurveyScene();

test('of two people who acknowledge an event at the same moment, one does and the other is told', async () => {
  const { services, app } = scene;
  const { clinician, patient, staff } = await aPatientWithAnEvent(scene);
  const { clinicId } = patient;
  const deputy = await aClinician(services, clinicId);
  const today = services.today();
  await inClinic(services, clinicId, (db) =>
    upsertDeputy(db, clinicId, clinician.id, { deputyId: deputy.id, from: today, until: today }),
  );
  const [event] = await storedEvents(scene, patient);
  const acknowledge = (as: Record<string, string>, note: string) =>
    call(app, 'acknowledgeCrisisEvent', { as, params: { id: event!.id }, body: { done: 'talked', note } });
  const asDeputy = await signIn(services, deputy);
  let both: Promise<Answered>[] = [];
  await inClinic(services, clinicId, async (db) => {
    await sql`SELECT FROM crisis_events WHERE id = ${event!.id} FOR UPDATE`.execute(db);
    both = [acknowledge(staff, 'ich'), acknowledge(asDeputy, 'ich auch')];
    await untilAllWait(db, both);
  });
  const outcomes = (await Promise.all(both)).map(({ status, problem }) => problem.code ?? status);
  assert.deepEqual(outcomes.toSorted(), [200, 'already_acknowledged']);
});
