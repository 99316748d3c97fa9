import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { before, test } from 'node:test';
import { aClinic, inClinic } from '../../../../test/builders.ts';
import { surveysWithScores } from '../test/measured-surveys.ts';
import { manage, rowsOf } from '../../../../test/operator.ts';
import { testServices } from '../../../../test/services.ts';
import type { CourseModel } from '../domain/course.ts';
import { simulateTherapies } from '../domain/course-simulation.ts';
import { closeConsents, insertConsent, registerText } from '../../../server/consent/queries.ts';
import { withoutTenant } from '../../../server/database/transaction.ts';
import type { Services } from '../../../server/services.ts';
import { insertModel, listModels } from './model-queries.ts';

const model: CourseModel = {
  mean: 58,
  slope: -3,
  level_sd: 8,
  slope_sd: 2,
  correlation: -0.2,
  process_sd: 3,
  process_weeks: 8,
};
const dataDir = tmpdir();

let services: Services;

before(async () => {
  services = await testServices();
});

const therapies = (persons: number, seed: string) =>
  simulateTherapies({ shape: 'model', model, persons, weeks: [0, 4, 8, 16, 26], se: 2.5, seed }).map(
    ({ points }) => points,
  );
const stored = async () => (await withoutTenant(services.pool, (db) => listModels(db, ['dep'])))[0];

test('too few persons give no model, and the operator reads how many there are', async () => {
  const clinic = await aClinic(services);
  await surveysWithScores(services, clinic.id, therapies(120, 'few'));
  // Two measurements tell of a change, but not of a course.
  const short = therapies(100, 'short').map((points) => points.slice(0, 2));
  await surveysWithScores(services, clinic.id, short);
  const { code, notes } = await manage({ services, dataDir }, 'course', 'fit', 'dep');
  assert.equal(code, 1);
  assert.match(notes, /120 persons have three measurements .* needs 150/);
  assert.equal(await stored(), undefined);
});

test('published starting values are a version until a course is learnt, with their source, and never after it', async () => {
  const rows = await rowsOf({ services, dataDir }, 'course', 'adopt', 'anx');
  assert.ok(
    rows.some(
      (row: Record<string, unknown>) =>
        row['figure'] === 'source' && /Howard et al\./.test(String(row['value'])),
    ),
  );
  const newest = async () => (await withoutTenant(services.pool, (db) => listModels(db, ['anx'])))[0]!;
  const { model: adopted, source, persons, norm_set, version } = await newest();
  assert.match(source!, /Wakefield et al\. 2021; Cuijpers et al\. 2018/);
  assert.deepEqual([persons, norm_set, version, adopted.slope], [0, 'demo-2026', 1, -2.1118]);
  const learnt = { ...(await newest()), persons: 200, measurements: 700, source: null };
  await withoutTenant(services.pool, (db) => insertModel(db, { instrument: 'anx', scale: 'anx' }, learnt));
  const { code, notes } = await manage({ services, dataDir }, 'course', 'adopt', 'anx');
  assert.equal(code, 1);
  assert.match(notes, /learnt here already/);
  assert.equal((await newest()).version, 2);
  const other = await manage({ services, dataDir }, 'course', 'adopt', 'wai');
  assert.match(other.notes, /names no scale of "wai"/);
});

test('a course is learnt over all clinics, without those who withdrew, and each fit is a version of its own', async () => {
  const clinic = await aClinic(services);
  const [withdrawn] = await surveysWithScores(services, clinic.id, therapies(301, 'many'));
  await inClinic(services, clinic.id, async (db) => {
    const { version, ...content } = services.config.consent;
    const key = { clinicId: clinic.id, patientId: withdrawn! };
    await registerText(db, { version, ...content }, 'hash');
    await insertConsent(db, key, { version, at: '2024-01-08T00:00:00Z' });
    await closeConsents(db, key, '2024-02-08T00:00:00Z');
  });
  const rows = await rowsOf({ services, dataDir }, 'course', 'fit', 'dep');
  const figure = (name: string) =>
    Number(rows.find((row: Record<string, unknown>) => row['figure'] === name)?.['value']);
  const counted = 120 + 300;
  assert.equal(figure('persons'), counted);
  assert.equal(figure('measurements'), counted * 5);
  assert.ok(
    Math.abs(figure('fitted mean') - model.mean) < 2 && Math.abs(figure('fitted slope') - model.slope) < 1,
  );
  assert.ok(Math.abs(figure('80 % band, all') - 0.8) < 0.04);
  assert.ok(figure('hindsight: found') > 0.4 && figure('hindsight: false_signals') < 0.3);
  const first = await stored();
  assert.deepEqual([first?.version, first?.persons, first?.norm_set], [1, counted, 'demo-2026']);
  await manage({ services, dataDir }, 'course', 'fit', 'dep');
  assert.equal((await stored())?.version, 2);
});

test('an instrument that is not in force, or whose change has no known error, is refused', async () => {
  for (const [id, reason] of [
    ['nothing', /there is no instrument "nothing"/],
    ['socio', /no scale of "socio" says which change is reliable/],
  ] as const) {
    const { code, notes } = await manage({ services, dataDir }, 'course', 'fit', id);
    assert.equal(code, 1);
    assert.match(notes, reason);
  }
});
