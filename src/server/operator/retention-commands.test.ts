import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { aClinic, aClinician, aPatient, inClinic, type TestClinic } from '../../../test/builders.ts';
import { manage, rowsOf } from '../../../test/operator.ts';
import { testServices } from '../../../test/services.ts';
import { addDays } from '../../domain/dates.ts';
import type { Services } from '../services.ts';

const dataDir = tmpdir();
let services: Services;

before(async () => {
  services = await testServices();
});

async function aClinicWithDuePatients(count: number): Promise<TestClinic> {
  const clinic = await aClinic(services);
  const clinicianId = (await aClinician(services, clinic.id)).id;
  for (let made = 0; made < count; made++)
    await aPatient(services, clinic.id, { clinicianId, admission: '1990-01-01', discharge: '1991-01-01' });
  return clinic;
}

const retention = ({ name }: TestClinic, ...words: string[]) =>
  rowsOf({ services, dataDir }, 'clinic', 'retention', name, ...words);
const refusal = async ({ name }: TestClinic, ...words: string[]) => {
  const { code, notes } = await manage({ services, dataDir }, 'clinic', 'retention', name, ...words);
  return `${code} ${notes}`;
};

test('the operator sets how long a clinic keeps patients, and confirms if some are due at once', async () => {
  const clinic = await aClinicWithDuePatients(1);
  const state = { clinic: clinic.name, months: null, due_now: 0, most_a_day: 10, halted: null };
  assert.deepEqual(await retention(clinic), [state]);
  assert.match(await refusal(clinic, '--months', '12'), /^2 .*1 patient\(s\) would be erased/);
  assert.deepEqual(await retention(clinic), [state]);
  const set = { ...state, months: 12, due_now: 1 };
  assert.deepEqual(await retention(clinic, '--months', '12', '--yes'), [set]);
  assert.deepEqual(await retention(clinic, '--never'), [state]);
  for (const words of [
    ['--months', '0'],
    ['--months', '1.5'],
    ['--months', '3', '--never'],
    ['--months', '3', '--erase-now'],
  ])
    assert.match(await refusal(clinic, ...words), /^2 /);
});

test('the operator sees how many due patients wait, and erases them at once with a confirmation', async () => {
  const clinic = await aClinicWithDuePatients(12);
  await retention(clinic, '--months', '12', '--yes');
  assert.match(await refusal(clinic), /^0 12 patients wait; 10 are erased a day/);
  assert.match(await refusal(clinic, '--erase-now'), /^2 .*12 patient\(s\) would be erased at once/);
  const [state] = await retention(clinic, '--erase-now', '--yes');
  assert.deepEqual([state.months, state.due_now], [12, 0]);
});

test('no command erases while the clocks differ, and setting the months again confirms a day after a long rest', async () => {
  const clinic = await aClinicWithDuePatients(1);
  await retention(clinic, '--months', '12', '--yes');
  const { today } = services;
  services.today = () => addDays(today(), 15 * 365);
  for (const words of [
    ['--months', '24', '--yes'],
    ['--erase-now', '--yes'],
  ])
    assert.match(await refusal(clinic, ...words), /^1 .*clocks of the program and of the database differ/);
  services.today = today;
  await inClinic(services, clinic.id, (db) =>
    sql`UPDATE clinics SET retention_day = retention_day - 61 WHERE id = ${clinic.id}`.execute(db),
  );
  assert.equal((await retention(clinic))[0].halted, 'day_leapt');
  assert.match(await refusal(clinic, '--erase-now', '--yes'), /^1 .*more than 60 days/);
  assert.equal((await retention(clinic, '--months', '12', '--yes'))[0].halted, null);
});
