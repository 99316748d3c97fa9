import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aClinic, aClinician, aPatient, inClinic, signIn } from '../../../test/builders.ts';
import { call, type Answered } from '../../../test/call.ts';
import { untilAllWait } from '../../../test/lock-waits.ts';
import { agreed } from '../../../test/sharing.ts';
import { answerSurvey } from '../../../test/survey-calls.ts';
import { aSurveyScene } from '../../../test/survey-scene.ts';
import type { UserContext } from '../http/context.ts';
import { getSystemView, getSystemViewPdf } from './handlers.ts';

const scene = aSurveyScene();

/** Two patients of one System-ID who have agreed, the withdrawal of the second, and the context of their clinician's calls. */
async function relatives() {
  const { services, app } = scene;
  const { id: clinicId } = await aClinic(services);
  const clinician = await aClinician(services, clinicId);
  const labels = [{ key: 'CLUSTER', value: 'S-17' } as const];
  const add = () => aPatient(services, clinicId, { clinicianId: clinician.id, labels });
  const [one, other] = [await add(), await add()];
  for (const patient of [one, other]) {
    await answerSurvey(app, await signIn(services, patient));
    await agreed(services, patient);
  }
  const as = await signIn(services, other);
  const user = { ...clinician, userId: clinician.id, username: clinician.name, sessionId: 'none' };
  const request = { id: 'request', address: '192.0.2.1' };
  return {
    /** What a handler makes in a transaction, and what happens before the transaction ends. */
    inTransaction: <T>(work: (context: UserContext) => Promise<T>): Promise<T> =>
      inClinic(services, clinicId, (db) => work({ services, user, request, db } as unknown as UserContext)),
    input: { params: { id: one.id }, body: undefined as never, file: undefined },
    withdraw: () => call(app, 'setSharing', { as, body: { allowed: false } }),
    trail: () =>
      inClinic(services, clinicId, (db) =>
        db.selectFrom('audit').select('patient_id').where('action', '=', 'system_view_viewed').execute(),
      ),
  };
}

test('a withdrawal waits until a view that shows the patient is made', async () => {
  const { inTransaction, input, withdraw } = await relatives();
  let withdrawal: Promise<Answered> | undefined;
  await inTransaction(async (context) => {
    assert.equal((await getSystemView(input, context)).has_view, true);
    withdrawal = withdraw();
    await untilAllWait(context.db, [withdrawal]);
  });
  assert.equal((await withdrawal!).status, 200);
});

test('a patient who withdraws while the PDF is typeset is in no PDF and in no trail', async () => {
  const { inTransaction, input, withdraw, trail } = await relatives();
  const typeset = await inTransaction((context) => getSystemViewPdf(input, context));
  assert.equal((await withdraw()).status, 200);
  await assert.rejects(typeset(), { code: 'not_found' });
  assert.deepEqual(await trail(), []);
});

test('a PDF of two who agree until its end is made and in the trail', async () => {
  const { inTransaction, input, trail } = await relatives();
  const typeset = await inTransaction((context) => getSystemViewPdf(input, context));
  assert.ok((await typeset()).length > 1000);
  assert.equal((await trail()).length, 2);
});
