import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { addMonths } from '../../domain/dates.ts';
import { parseProtocol } from '../../domain/protocol.ts';
import { aClinic, aPatient, inClinic, signIn, type TestUser } from '../../../test/builders.ts';
import { aFolder } from '../../../test/export-scene.ts';
import { manage, rowsOf } from '../../../test/operator.ts';
import { testServices } from '../../../test/services.ts';
import { answerSurvey, getPage } from '../../../test/survey-calls.ts';
import { buildApp } from '../app.ts';
import { setClinicProtocol } from '../instruments/clinic-content.ts';
import type { Services } from '../services.ts';

// A protocol with a shorter last follow-up, another label, no first follow-up, and "wai" at POST no more.
const standard = JSON.parse(
  readFileSync(new URL('../../../protocols/standard.json', import.meta.url), 'utf8'),
);
const changed = {
  ...standard,
  version: '99.0.0',
  windows: standard.windows
    .filter(({ type }: { type: string }) => type !== 'FOLLOW_UP_1')
    .map((window: { type: string; offset: object; instruments: string[] }) => ({
      ...window,
      ...(window.type === 'FOLLOW_UP_3' && { offset: { months: 18, days: 0 } }),
      ...(window.type === 'POST' && { instruments: window.instruments.filter((id) => id !== 'wai') }),
      ...(window.type === 'PRE' && { label: 'Ganz am Anfang' }),
    })),
};

let services: Services;
let clinic: { id: string; name: string };
let [begun, waiting]: [TestUser, TestUser] = [] as never;

before(async () => {
  services = await testServices();
  clinic = await aClinic(services);
  begun = await aPatient(services, clinic.id);
  waiting = await aPatient(services, clinic.id);
  const app = await buildApp(services);
  const as = await signIn(services, begun);
  await getPage(app, as);
  await answerSurvey(app, as, { pages: 1 });
});

const at = (one: Services) => ({ services: one, dataDir: '/nowhere' });

/** The windows of a patient as "TYPE ordinal start label". */
const windowsOf = ({ id }: TestUser) =>
  inClinic(services, clinic.id, async (db) => {
    const rows = await db.selectFrom('survey_windows').selectAll().where('patient_id', '=', id).execute();
    return rows.map((row) => `${row.type} ${row.ordinal} ${row.start_date} ${row.label}`).toSorted();
  });

function inForce(): Services {
  const parsed = parseProtocol(changed);
  assert.equal(parsed.kind, 'protocol');
  return { ...services, registry: { ...services.registry, protocol: parsed.protocol } };
}

test('a dry run with a file says what would change, and changes nothing', async () => {
  const file = join(aFolder(), 'next.json');
  writeFileSync(file, JSON.stringify(changed));
  const first = [await windowsOf(begun), await windowsOf(waiting)];
  const { code, notes, out } = await manage(at(services), 'protocol', 'apply', file, '--dry-run', '--json');
  assert.equal(code, 0, notes);
  assert.match(notes, /POST: new surveys without wai\nFOLLOW_UP_1: new surveys without dep/);
  assert.match(notes, /nothing was changed/);
  assert.deepEqual(JSON.parse(out), [
    {
      clinic: clinic.name,
      protocol: 'standard 99.0.0',
      patients: 2,
      patients_changed: 2,
      windows_added: 0,
      // FOLLOW_UP_3 of both, and PRE of the one that has not begun.
      windows_moved: 3,
      windows_closed: 2,
      surveys_open: 1,
    },
  ]);
  assert.deepEqual([await windowsOf(begun), await windowsOf(waiting)], first);
});

test('applying the protocol in force moves, closes and keeps windows, and says so in the trail', async () => {
  const [row] = await rowsOf(at(inForce()), 'protocol', 'apply', '--clinic', clinic.name, '--yes');
  assert.deepEqual([row.windows_moved, row.windows_closed], [3, 2]);
  const [ofBegun, ofWaiting] = [await windowsOf(begun), await windowsOf(waiting)];
  assert.ok(ofBegun.includes(`PRE 1 ${services.today()} Erstgespräch`), ofBegun.join());
  assert.ok(ofWaiting.includes(`PRE 1 ${services.today()} Ganz am Anfang`));
  const discharge = addMonths(services.today(), 12);
  for (const windows of [ofBegun, ofWaiting]) {
    assert.ok(windows.some((one) => one.startsWith(`FOLLOW_UP_3 1 ${addMonths(discharge, 18)}`)));
    assert.ok(!windows.some((one) => one.startsWith('FOLLOW_UP_1 ')));
  }
  const trail = await rowsOf(
    at(services),
    'audit',
    'show',
    '--clinic',
    clinic.name,
    '--action',
    'protocol_applied',
  );
  assert.equal(trail.length, 1);
  const [again] = await rowsOf(at(inForce()), 'protocol', 'apply', '--clinic', clinic.name, '--yes');
  assert.deepEqual([again.patients, again.patients_changed], [2, 0]);
});

test('windows change only with --yes, and never by a file that is not in force', async () => {
  assert.equal((await manage(at(services), 'protocol', 'apply')).code, 2);
  assert.equal((await manage(at(services), 'protocol', 'apply', 'next.json', '--yes')).code, 2);
});

test('a protocol that a clinic has set itself is the one that is applied, and the command says so', async () => {
  const { id, name } = await aClinic(services);
  await aPatient(services, id);
  await inClinic(services, id, (db) => setClinicProtocol(db, id, services.registry.protocol, 0));
  const file = join(aFolder(), 'next.json');
  writeFileSync(file, JSON.stringify(changed));
  for (const words of [[file, '--dry-run'], ['--yes']]) {
    const { code, notes, out } = await manage(
      at(services),
      'protocol',
      'apply',
      ...words,
      '--clinic',
      name,
      '--json',
    );
    assert.equal(code, 0, notes);
    assert.match(notes, new RegExp(`^${name} has set a protocol itself \\(1\\.0\\.1\\)`, 'm'));
    const [row] = JSON.parse(out);
    assert.match(row.protocol, /^own-\w+ 1\.0\.1$/);
    assert.equal(row.patients_changed, 0);
  }
});
