import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { aClinic, aPatient, inClinic, type TestUser } from '../../../test/builders.ts';
import { aFolder, aSurvey, exportScene, filesOf, type Scene } from '../../../test/export-scene.ts';
import { usualExport } from '../../../test/many-surveys.ts';
import { extensions } from '../../extensions/list.ts';
import { manage } from '../../../test/operator.ts';
import { runExport, type ExportSettings } from './run-export.ts';
import type { ExportRequest } from './request.ts';

let scene: Scene;
let request: ExportRequest;
let patients: TestUser[];
const secretOf = () => Buffer.alloc(32, 7);
const PATIENTS = 7;

before(async () => {
  scene = await exportScene();
  const { services } = scene;
  const clinics = [await aClinic(services), await aClinic(services)].sort((a, b) => (a.id < b.id ? -1 : 1));
  const wai = services.registry.instruments.get('wai')!;
  patients = [];
  for (const { id } of clinics) {
    let clinicianId: string | undefined;
    for (let count = 0; count < PATIENTS; count++) {
      const patient = await aPatient(services, id, clinicianId === undefined ? {} : { clinicianId });
      clinicianId = patient.clinicianId;
      patients.push(patient);
      await aSurvey(services, patient, { instruments: [wai] });
    }
  }
  request = {
    clinics,
    ...usualExport,
  };
});

/**
 * Exports two patients at a time and stops with an error after `steps` steps. With `saveEveryMs` the test chooses
 * whether the written lines are already on the disk.
 */
function run(folder: string, changed: Partial<ExportSettings> & { steps?: number } = {}) {
  const { steps = Infinity, ...settings } = changed;
  let done = 0;
  const progress = () => {
    done += 1;
    if (done === steps) throw new Error('broken off');
  };
  return runExport(scene.services, request, {
    folder,
    secretOf,
    start: 'anew',
    extensions,
    progress,
    batch: 2,
    saveEveryMs: 0,
    ...settings,
  });
}

async function brokenOff(steps: number, saveEveryMs: number): Promise<string> {
  const folder = join(aFolder(), 'out');
  await assert.rejects(run(folder, { steps, saveEveryMs }), /broken off/);
  return folder;
}

test('an export interrupted at any step continues and produces the same bytes', async () => {
  const whole = join(aFolder(), 'out');
  const counts = await run(whole);
  assert.deepEqual(
    counts.map(({ sessions }) => sessions),
    [PATIENTS, PATIENTS],
  );
  for (const saveEveryMs of [0, 3_600_000]) {
    for (const steps of [1, 2, 4, 5, 8]) {
      const folder = await brokenOff(steps, saveEveryMs);
      assert.ok(existsSync(join(folder, 'export-state.json')));
      // After a power cut a file may end with half a line that the state does not count.
      appendFileSync(join(folder, 'answers.csv'), 'p-half,a li');
      for (const name of filesOf(folder).keys())
        if (name.endsWith('.ndjson')) appendFileSync(join(folder, name), '{"resourceType":"Obs');
      assert.deepEqual(await run(folder, { start: 'resume' }), counts);
      assert.deepEqual(filesOf(folder), filesOf(whole), `broken off after ${steps}`);
    }
  }
});

test('an export interrupted twice produces the same bytes', async () => {
  const whole = join(aFolder(), 'out');
  await run(whole);
  const folder = await brokenOff(2, 0);
  await assert.rejects(run(folder, { start: 'resume', steps: 3 }), /broken off/);
  await run(folder, { start: 'resume' });
  assert.deepEqual(filesOf(folder), filesOf(whole));
});

test('an export is one state of the database and does not contain a change during the export', async () => {
  const whole = join(aFolder(), 'out');
  await run(whole);
  const folder = join(aFolder(), 'out');
  const last = patients.at(-1)!;
  let change: Promise<unknown> | undefined;
  const progress = () => {
    change ??= inClinic(scene.services, last.clinicId, (db) =>
      db.updateTable('patients').set({ discharge: '2099-12-31' }).where('id', '=', last.id).execute(),
    );
  };
  await runExport(scene.services, request, {
    folder,
    secretOf,
    start: 'anew',
    extensions,
    progress,
    batch: 1,
  });
  await change;
  assert.deepEqual(filesOf(folder), filesOf(whole));
  const later = join(aFolder(), 'out');
  await run(later);
  assert.notDeepEqual(filesOf(later), filesOf(whole));
});

test('an export does not contain a record from after its start, even if it continues later', async () => {
  const whole = join(aFolder(), 'out');
  await run(whole);
  const folder = await brokenOff(3, 0);
  const { services } = scene;
  const [first] = patients;
  const eq5d = services.registry.instruments.get('eq5d')!;
  await aSurvey(services, patients.at(-1)!, { instruments: [eq5d], type: 'POST' });
  await aPatient(services, first!.clinicId, {
    clinicianId: (first as TestUser & { clinicianId: string }).clinicianId,
  });
  await run(folder, { start: 'resume' });
  assert.deepEqual(filesOf(folder), filesOf(whole));
});

test('an interrupted export does not continue with other options, another key, or changed records', async () => {
  const folder = await brokenOff(2, 0);
  const go = (changed: Partial<ExportRequest>) =>
    runExport(
      scene.services,
      { ...request, ...changed },
      { folder, secretOf, start: 'resume', extensions, progress: () => {} },
    );
  await assert.rejects(go({ dates: 'as_they_are' }), /other clinics or options/);
  await assert.rejects(go({ clinics: request.clinics.slice(0, 1) }), /other clinics or options/);
  await assert.rejects(run(folder, { start: 'resume', secretOf: () => Buffer.alloc(32, 8) }), /another key/);
  const patient = patients.at(-1)!;
  await inClinic(scene.services, patient.clinicId, (db) =>
    db.updateTable('patients').set({ gender: 'DIVERSE' }).where('id', '=', patient.id).execute(),
  );
  await assert.rejects(go({}), /were changed since/);
});

test('an export without any clinic writes no file', async () => {
  const folder = join(aFolder(), 'out');
  const { code, notes } = await manage(await exportScene(), 'export', '--to', folder);
  assert.deepEqual([code, /there is no clinic yet/.test(notes), existsSync(folder)], [1, true, false]);
});

test('an interrupted export does not continue with shortened files or a damaged state', async () => {
  const folder = await brokenOff(3, 0);
  truncateSync(join(folder, 'sessions.csv'), 10);
  await assert.rejects(run(folder, { start: 'resume' }), /is shorter than it was/);
  const state = join(folder, 'export-state.json');
  assert.doesNotMatch(readFileSync(state, 'utf8'), /PAT\d/);
  truncateSync(state, 20);
  await assert.rejects(run(folder, { start: 'resume' }), /is damaged/);
});
