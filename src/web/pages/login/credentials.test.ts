import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '../../../contract/errors.ts';
import { CallFailed } from '../../api/failure.ts';
import { loginFailure, loginProblems, loginRequest } from './credentials.ts';

const form = { clinic: 'c1', username: 'P1001', password: '01.02.1990', code: '' };

test('a login asks for clinic, ID and password', () => {
  const empty = { clinic: '', username: ' ', password: '', code: '' };
  for (const userType of ['patient', 'clinician', 'admin'] as const) {
    const problems = loginProblems(userType, empty);
    assert.deepEqual(Object.keys(problems), ['clinic', 'username', 'password'], userType);
    assert.equal(problems.clinic, 'Keine Klinik ausgewählt.');
  }
});

test('a typed birth date is sent as year, month and day', () => {
  assert.deepEqual(loginProblems('patient', form), {});
  assert.equal(loginRequest('patient', form).password, '1990-02-01');
});

test('a birth date with a short year is sent with the whole year', () => {
  for (const password of ['1.2.80', '01.02.80', ' 1.2.1980 '])
    assert.equal(loginRequest('patient', { ...form, password }).password, '1980-02-01', password);
  assert.deepEqual(loginProblems('patient', { ...form, password: '1.2.80' }), {});
});

test('a birth date that does not exist is explained and not sent', () => {
  assert.match(loginProblems('patient', { ...form, password: '31.02.1990' }).password ?? '', /gibt es nicht/);
});

test('the password of staff is sent as it was typed, even if it looks like a date', () => {
  assert.equal(loginRequest('clinician', form).password, '01.02.1990');
  assert.equal(loginRequest('admin', { ...form, password: ' a b ' }).password, ' a b ');
});

test('the code of the second factor is required and sent once the server has asked for it', () => {
  const staff = { ...form, code: ' 123 456 ' };
  assert.equal(loginProblems('admin', form, 'app').code, 'Bitte geben Sie den Code ein.');
  assert.deepEqual(loginProblems('admin', staff, 'recovery'), {});
  assert.equal(loginRequest('admin', staff, 'app').totp, '123 456');
  assert.equal('totp' in loginRequest('admin', staff), false);
});

test('an ID is sent as it was typed, because the server knows what counts', () => {
  for (const userType of ['patient', 'clinician', 'admin'] as const)
    assert.equal(loginRequest(userType, { ...form, username: ' P1-001 ' }).username, ' P1-001 ');
});

test('every kind of failed login is explained in a sentence', () => {
  assert.match(loginFailure(new CallFailed(401)), /^Ihre Anmeldedaten sind fehlerhaft/);
  assert.equal(loginFailure(new CallFailed(403)), 'Sie haben für diese Seite keine Berechtigung.');
  const other = 'Irgendetwas ist schief gelaufen. Bitte versuchen Sie es erneut.';
  for (const failure of [new CallFailed(500), new Error('x')]) assert.equal(loginFailure(failure), other);
  assert.equal(loginFailure(new CallFailed(null)), `${other} Prüfen Sie bitte Ihre Internetverbindung.`);
});

test('after too many failed logins the sentence says how long to wait', () => {
  const problem: Problem = { type: 'about:blank', status: 429, title: '', code: 'too_many_attempts' };
  assert.match(loginFailure(new CallFailed(429, problem, 1)), /warten Sie 1 Sekunde und/);
  assert.match(loginFailure(new CallFailed(429, problem, 61)), /warten Sie 2 Minuten und/);
  assert.match(loginFailure(new CallFailed(429, problem)), /warten Sie einen Moment und/);
});
