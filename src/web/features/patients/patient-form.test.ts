import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeOver } from '../../api/meanwhile.ts';
import {
  areDatesMoved,
  distinct,
  editOf,
  emptyForm,
  farDates,
  formOf,
  type PatientForm,
  patientParts,
  patientProblems,
  refusedFields,
  registrationOf,
} from './patient-form.ts';

const today = '2026-05-04';
const depression = { id: 'F32.1', description: 'Mittelgradige depressive Episode' };
const anxiety = { id: 'F41.1', description: 'Generalisierte Angststörung' };

function aForm(changed: Partial<PatientForm> = {}): PatientForm {
  return {
    ...emptyForm(today, 'therapie1', ''),
    code: 'K7Q2M9XA',
    gender: 'FEMALE',
    diagnoses: [depression],
    discharge: '05.05.2026',
    ...changed,
  };
}

const patient = {
  id: 'b6f5a1de-0000-4000-8000-000000000001',
  revision: '0',
  code: 'P1003',
  date_of_birth: '1990-01-01',
  gender: 'DIVERSE' as const,
  admission: '2026-01-01',
  discharge: '2026-12-31',
  clinician_id: 'b6f5a1de-0000-4000-8000-000000000002',
  clinician_username: 'therapie1',
  diagnoses: [depression],
  labels: [
    { key: 'CLUSTER' as const, value: 'S-17' },
    { key: 'THERAPY_END_REASON' as const, value: 'REGULAR_ENDING' },
    { key: 'THERAPY_END_SESSION_COUNT' as const, value: '12' },
  ],
  created: '2026-01-01T08:00:00.000Z',
  viewed: true,
  duplicate: false,
  survey_time_windows: [],
  survey_statuses: [],
};

const problemsOf = (changed: Partial<PatientForm>) => patientProblems(aForm(changed), today, 'Resonanz');

test('a new patient form has the birth date 01.01.1990 and today as admission and discharge', () => {
  const { date_of_birth, admission, discharge, code, gender } = emptyForm(today, '', 'K7Q2M9XA');
  assert.deepEqual([date_of_birth, admission, discharge], ['01.01.1990', '04.05.2026', '04.05.2026']);
  assert.deepEqual([code, gender], ['K7Q2M9XA', '']);
});

test('a complete patient form can be sent', () => {
  assert.deepEqual(problemsOf({}), {});
});

test('each missing field of a patient form shows its sentence', () => {
  assert.deepEqual(patientProblems(emptyForm(today, '', ''), today, 'Resonanz'), {
    code: 'Sie müssen eine Resonanz-ID angeben.',
    gender: 'Sie müssen ein Geschlecht auswählen.',
    clinician: 'Sie müssen eine*n Mitarbeitende*n auswählen.',
    diagnoses: 'Sie müssen eine Diagnose auswählen.',
    discharge: 'Das Entlassdatum muss nach dem Aufnahmedatum liegen.',
  });
});

test('a patient form accepts a code of up to 255 letters and digits', () => {
  for (const code of ['AB 1', 'AB-1', 'A_1', '<b>'])
    assert.ok(problemsOf({ code }).code?.includes('nur Buchstaben und Ziffern'), code);
  assert.equal(problemsOf({ code: 'Ä1' }).code, undefined);
  assert.equal(problemsOf({ code: 'A'.repeat(255) }).code, undefined);
  assert.ok(problemsOf({ code: 'A'.repeat(256) }).code);
});

test('a patient form refuses a discharge on or before the day of admission and accepts the next day', () => {
  const message = 'Das Entlassdatum muss nach dem Aufnahmedatum liegen.';
  assert.equal(problemsOf({ admission: '10.03.2026', discharge: '09.03.2026' }).discharge, message);
  assert.equal(problemsOf({ admission: '10.03.2026', discharge: '10.03.2026' }).discharge, message);
  assert.equal(problemsOf({ admission: '10.03.2026', discharge: '11.03.2026' }).discharge, undefined);
});

test('a patient form refuses a birth date that does not exist, lies in the future or before 1900', () => {
  assert.ok(problemsOf({ date_of_birth: '30.02.1990' }).date_of_birth);
  assert.ok(problemsOf({ date_of_birth: '05.05.2026' }).date_of_birth);
  assert.equal(problemsOf({ date_of_birth: '04.05.2026' }).date_of_birth, undefined);
  assert.ok(problemsOf({ date_of_birth: '31.12.1899' }).date_of_birth);
});

test('a patient form accepts only digits as number of sessions', () => {
  for (const session_count of ['12a', '1,5', '-3', '1 2'])
    assert.equal(
      problemsOf({ session_count }).session_count,
      'Bitte geben Sie nur Zahlen ein.',
      session_count,
    );
  assert.equal(problemsOf({ session_count: '12' }).session_count, undefined);
});

test('a registration sends only the first diagnosis of the form', () => {
  const body = registrationOf(aForm({ diagnoses: [anxiety, depression], system_ids: ['S-17'] }));
  assert.equal(body.diagnosis_id, 'F41.1');
  assert.deepEqual(body.labels, [{ key: 'CLUSTER', value: 'S-17' }]);
  assert.equal(body.day_of_birth, '1990-01-01');
});

test('an edit sends the revision it was made from and only the fields that were changed', () => {
  const { revision, clinician_id } = patient;
  const unchanged = { revision, clinician_id };
  assert.deepEqual(editOf(patient, formOf(patient)), unchanged);
  const form = { ...formOf(patient), date_of_birth: '02.02.1992', session_count: '24' };
  const kept = patient.labels.filter(({ key }) => key !== 'THERAPY_END_SESSION_COUNT');
  assert.deepEqual(editOf(patient, form), {
    ...unchanged,
    date_of_birth: '1992-02-02',
    labels: [...kept, { key: 'THERAPY_END_SESSION_COUNT', value: '24' }],
  });
});

test('what others changed is taken over where nothing was typed, and what was typed is kept', () => {
  const before = formOf(patient);
  const theirs = { ...before, date_of_birth: '02.02.1992', system_ids: ['S-9'], session_count: '13' };
  const typed = { ...before, session_count: '24', gender: 'DIVERSE' } as const;
  const made = { by: 'admin1', at: '2026-11-27T12:51:00.000Z' };
  const conflicts = ['date_of_birth', 'labels'].map((field) => ({ field, theirs: null, ...made }));
  const { values, changes } = takeOver(patientParts, { before, theirs, typed }, conflicts);
  assert.deepEqual(values, { ...theirs, session_count: '24', gender: 'DIVERSE' });
  assert.deepEqual(
    changes.map(({ part, own }) => [part.label, own && part.text(own)]),
    [
      ['Geburtsdatum', null],
      ['System-IDs', null],
      ['Anzahl der Sitzungen', '24'],
    ],
  );
});

test('the edit form warns when admission or discharge is changed', () => {
  const form = formOf(patient);
  assert.equal(areDatesMoved(form, patient), false);
  assert.equal(areDatesMoved({ ...form, date_of_birth: '02.01.1990' }, patient), false);
  assert.equal(areDatesMoved({ ...form, discharge: '30.12.2026' }, patient), true);
});

test('a field of a patient form refused by the server shows the sentence of the server', () => {
  const errors = {
    day_of_birth: { message: 'a' },
    'diagnoses.0.id': { message: 'b' },
    somewhere_else: { message: 'c' },
  };
  assert.deepEqual(refusedFields(errors), { date_of_birth: 'a', diagnoses: 'b' });
});

test('a diagnosis chosen twice is listed once', () => {
  assert.deepEqual(distinct([depression, anxiety, { ...depression }]), [depression, anxiety]);
});

test('an open end is sent as null, needs no date, and survives an edit without a change', () => {
  assert.equal(problemsOf({ open_end: true, discharge: '' }).discharge, undefined);
  assert.equal(registrationOf(aForm({ open_end: true, discharge: '05.05.2026' })).discharge, null);
  const open = { ...patient, discharge: null };
  assert.equal(Object.hasOwn(editOf(open, formOf(open)), 'discharge'), false);
  assert.equal(editOf(patient, { ...formOf(patient), open_end: true }).discharge, null);
  assert.equal(areDatesMoved(formOf(open), open), false);
  assert.equal(areDatesMoved({ ...formOf(open), open_end: false, discharge: '31.12.2026' }, open), true);
  assert.equal(areDatesMoved({ ...formOf(patient), open_end: true }, patient), true);
});

test('a form asks about dates of the therapy that are more than five years ahead', () => {
  assert.deepEqual(farDates(aForm({ discharge: '04.05.2031' }), today), []);
  assert.deepEqual(farDates(aForm({ discharge: '05.05.2031' }), today), ['05.05.2031']);
  assert.deepEqual(farDates(aForm({ discharge: '31.12.2099', open_end: true }), today), []);
});
