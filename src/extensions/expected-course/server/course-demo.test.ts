import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { aClinic } from '../../../../test/builders.ts';
import { testServices } from '../../../../test/services.ts';
import { configDefaults, readConfig } from '../../../server/settings/config.ts';
import { withoutTenant, withTenant } from '../../../server/database/transaction.ts';
import { loadRegistry } from '../../../server/instruments/registry.ts';
import { ownPatients } from '../../../server/patients/patient-list.ts';
import { listModels } from './model-queries.ts';
import { COURSE_PROTOCOL, createCourseDemo, otherDemo } from './course-demo.ts';
import { expectedCourse } from '../index.ts';
import { courseDemo, PERSONS } from './course-plan.ts';
import { demoDays } from '../../../server/demo/demo.ts';
import { demoConfig, offerDemo } from '../../../server/demo/offer-demo.ts';

/** Few persons who are asked little, so that the test is short: 151 finished therapies are enough for a course. */
const FEW = 191;
const folder = mkdtempSync(join(tmpdir(), 'resonanz-courses-'));
after(() => rmSync(folder, { recursive: true }));

/** The protocol of the synthetic therapies with the questions about depression alone. */
function shortProtocol(): string {
  const protocol = JSON.parse(readFileSync(COURSE_PROTOCOL, 'utf8'));
  for (const window of protocol.windows) window.instruments = ['dep'];
  const file = join(folder, 'protocol.json');
  writeFileSync(file, JSON.stringify({ ...protocol, id: 'course-short', parts: [] }));
  return file;
}

test('the synthetic therapies are 300 persons, clearly named, each with a day of admission of its own', () => {
  const { clinic, finished, inTherapy } = courseDemo(demoDays('2026-11-24'));
  const all = [...finished, ...inTherapy];
  assert.equal(all.length, PERSONS);
  assert.equal(new Set(all.map(({ code }) => code)).size, PERSONS);
  for (const { code } of all) assert.match(code, /^SYN\d{3}$/);
  assert.match(clinic.name, /Synthetische .*keine echten Personen/);
  for (const { surveys } of finished) assert.equal(surveys.length, 5);
  for (const { surveys, discharge } of inTherapy) {
    assert.ok(surveys.every(({ on }) => on <= '2026-11-24'));
    assert.ok(discharge > '2026-11-24');
  }
});

test('DEMO_COURSE brings its protocol, and leaves one that the operator names', () => {
  const config = readConfig(undefined);
  const switches = { demo: true, otherDemo };
  assert.equal(demoConfig(switches, config).protocol, COURSE_PROTOCOL);
  assert.equal(demoConfig({ demo: true }, config).protocol, configDefaults.protocol);
  assert.equal(demoConfig({ demo: false, otherDemo }, config).protocol, configDefaults.protocol);
  const own = { ...config, protocol: 'protocols/weekly.json' };
  assert.equal(demoConfig(switches, own).protocol, own.protocol);
});

test('a course is learnt from the finished therapies, and some of those in therapy deviate from it', async () => {
  const plain = await testServices();
  const files = { protocolFile: shortProtocol(), instrumentsDir: undefined };
  const services = {
    ...plain,
    extensions: [expectedCourse],
    registry: await loadRegistry(plain.pool, files),
  };
  await createCourseDemo(services, FEW);
  const models = await withoutTenant(services.pool, (db) => listModels(db, ['dep', 'anx']));
  assert.deepEqual(
    models.map(({ persons, source }) => [persons, source]),
    [[151, null]],
  );
  const clinics = await services.pool.query<{ id: string }>('SELECT id FROM clinics');
  const clinicId = clinics.rows[0]!.id;
  const clinicians = await withTenant(services.pool, clinicId, (db) =>
    db
      .selectFrom('accounts')
      .select(['id', 'username'])
      .where('username', 'in', ['verlauf1', 'verlauf2', 'verlauf3'])
      .execute(),
  );
  assert.equal(clinicians.length, 3);
  let deviating = 0;
  for (const { id: clinicianId, username } of clinicians) {
    const patients = await withTenant(services.pool, clinicId, (db) =>
      ownPatients(db, services, { clinicId, clinicianId }),
    );
    const signalled = patients.filter((patient) => 'deviates' in patient && patient.deviates === true);
    if (username === 'verlauf3')
      assert.deepEqual(signalled, [], 'finished therapies taught the course and have no signal');
    deviating += signalled.length;
    assert.ok(patients.every(({ viewed }) => viewed));
  }
  assert.ok(deviating >= 1 && deviating <= 15, `${deviating}`);
  // A second start changes nothing.
  const said: string[] = [];
  await offerDemo(services, { otherDemo }, (line) => said.push(line));
  assert.match(said.join('\n'), /verlauf1/);
});

test('a database with other data is refused, and left as it is', async () => {
  const services = await testServices();
  await aClinic(services);
  await assert.rejects(
    offerDemo(services, { otherDemo }, () => {}),
    /needs an empty database/,
  );
});
