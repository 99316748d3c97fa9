import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls, type CallName } from '../../src/contract/calls.ts';
import type { Route } from '../../src/contract/route.ts';

// Two people at one record: a write that puts a form over a row says which revision it was made from (record 270). Every
// other call that changes something says here why it needs none.

const making = 'makes a row of its own';
const step = 'one step: it names the state that it leads to, and holds nothing from a form';
const ownSecret = 'of the own account, and proves it by a secret that only the present state accepts';
const ownChoice =
  'one choice of a person about themselves: the newest one counts, and no other person makes it';
const expects = 'names the state that it expects, and is refused by a code of its own otherwise';

const withoutRevision: Partial<Record<CallName, string>> = {
  loginPatient: making,
  loginClinician: making,
  loginAdmin: making,
  logout: step,
  registerAdmin: making,
  registerPatient: making,
  addAdmin: making,
  resetSecondFactor: making,
  registerClinician: making,
  importCsv: making,
  validateCsv: 'changes nothing',
  makeAccessSheets: 'changes nothing',
  listPatientsOfClinician: 'changes nothing',
  changePassword: ownSecret,
  beginSecondFactor: ownSecret,
  confirmSecondFactor: ownSecret,
  renewRecoveryCodes: ownSecret,
  removeSecondFactor: ownSecret,
  endOtherSessions: step,
  allowDevice: step,
  assignPatient: expects,
  transferPatients: expects,
  acknowledgeCrisisEvent: expects,
  resetPassword: making,
  enableAdmin: step,
  disableAdmin: step,
  enableClinician: step,
  disableClinician: step,
  markReportUnread: step,
  setReminderAddress: ownChoice,
  submitSurvey: expects,
  saveDraft: 'names the page that it belongs to; the page itself is refused if it was answered meanwhile',
  removeMailAddresses: step,
  repeatConfirmation: step,
  giveConsent: expects,
  withdrawConsent: step,
  setSharing: ownChoice,
};

const changing = Object.entries<Route>(calls).filter(([, { method }]) => method !== 'GET');

/** The fields of a body, also of one with further checks. */
function fieldsOf({ body }: Route): readonly string[] {
  const schema = body as { entries?: object; pipe?: readonly { entries?: object }[] } | undefined;
  return Object.keys(schema?.entries ?? schema?.pipe?.[0]?.entries ?? {});
}

test('every call that puts a form over a row carries the revision that the form was made from', () => {
  const carrying = changing.filter(([, route]) => fieldsOf(route).includes('revision'));
  const excused = new Set(Object.keys(withoutRevision));
  const others = changing.filter((one) => !carrying.includes(one)).map(([name]) => name);
  assert.deepEqual(
    others.filter((name) => !excused.has(name)),
    [],
    'these calls change something: carry a revision, or say above why none is needed',
  );
  assert.deepEqual(
    [...excused].filter((name) => !others.includes(name)),
    [],
    'these exceptions need none',
  );
  assert.deepEqual(carrying.map(([name]) => name).sort(), [
    'editPatient',
    'renameClinician',
    'setClinicSettings',
    'setDeputy',
    'setDeputyOfClinician',
  ]);
});

test('a PUT is an edit, a draft or a choice about oneself, and nothing else', () => {
  const puts = changing.filter(([, { method }]) => method === 'PUT').map(([name]) => name);
  assert.ok(puts.length > 5);
  const reasons = new Set(puts.flatMap((name) => withoutRevision[name as CallName] ?? []));
  assert.deepEqual([...reasons].sort(), [withoutRevision.saveDraft, ownChoice].sort());
});
