import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { aClinic, aClinician, aPatient, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { answerSurvey } from '../../../test/survey-calls.ts';
import { aSurveyScene } from '../../../test/survey-scene.ts';
import { buildApp } from '../app.ts';
import { loadRegistry } from '../instruments/registry.ts';

const scene = aSurveyScene();
const folder = mkdtempSync(join(tmpdir(), 'resonanz-norms-'));
after(() => rmSync(folder, { recursive: true }));

// Any JSON: the instruments and protocols that the project ships.
const shipped = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));

/** A server whose only questionnaire has norms for old men. */
async function aServer() {
  const dep = shipped('instruments/dep.json');
  const [norm] = dep.norm_sets;
  const group = { genders: ['MALE'], age: { from: 60 } };
  dep.norm_sets.push({ ...norm, id: 'old-men', title: 'Männer ab 60 Jahren', mean: 1, group });
  dep.scales[0].norm_groups = ['old-men'];
  const protocol = shipped('protocols/standard.json');
  protocol.id = 'norms';
  protocol.windows = [{ ...protocol.windows[0], instruments: ['dep'] }];
  protocol.skips = [];
  writeFileSync(join(folder, 'dep.json'), JSON.stringify({ ...dep, version: '9.0.0' }));
  writeFileSync(join(folder, 'protocol.txt'), JSON.stringify(protocol));
  const files = { protocolFile: join(folder, 'protocol.txt'), instrumentsDir: folder };
  const registry = await loadRegistry(scene.services.pool, files);
  return buildApp({ ...scene.services, registry });
}

test('the T-score is that of the norms for gender and age, and the report names the group beside it', async () => {
  const app = await aServer();
  const clinic = await aClinic(scene.services);
  const clinician = await aClinician(scene.services, clinic.id);
  const as = await signIn(scene.services, clinician);
  for (const [gender, birthDate, norms] of [
    ['MALE', '1950-01-01', /Männer ab 60 Jahren/],
    ['MALE', '2000-01-01', /Demonstration/],
    ['FEMALE', '1950-01-01', /Demonstration/],
  ] as const) {
    const person = { clinicianId: clinician.id, gender, birthDate };
    const asPatient = await signIn(scene.services, await aPatient(scene.services, clinic.id, person));
    await answerSurvey(app, asPatient);
    const { body } = await call(app, 'listOwnPatients', { as });
    const newest = body.list_patient_dto.at(-1);
    const params = { id: newest.survey_statuses[0].survey_session_id };
    const report = String((await call(app, 'getClinicianReport', { as, params })).body);
    const sentence = /T-Wert[^<]*von 100[^<]*/.exec(report)?.[0] ?? '';
    assert.match(sentence, norms, `${gender} ${birthDate}: ${sentence}`);
  }
  await app.close();
});
