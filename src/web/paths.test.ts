import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loginWithRedirect, paths, knownPath } from './paths.ts';

test('a login redirects only to pages of the application', () => {
  assert.equal(knownPath('/patients/survey'), '/patients/survey');
  for (const path of Object.values(paths)) assert.equal(knownPath(path), path);
});

test('a redirect to another site, a script or an unknown page is ignored', () => {
  const refused = [
    null,
    '',
    'https://evil.example/patients',
    '//evil.example',
    '/\\evil.example',
    '\\patients',
    'javascript:alert(1)',
    '/patients/survey?x=1',
    '/patients/survey/../..',
    ' /patients',
    '/nirgends',
    'patients',
  ];
  for (const path of refused) assert.equal(knownPath(path), null, String(path));
});

test('the login for a survey leads back to the survey', () => {
  assert.equal(loginWithRedirect('patient', paths.survey), '/loginpatient?redirectTo=/patients/survey');
  assert.equal(loginWithRedirect('admin'), '/loginadmin');
});
