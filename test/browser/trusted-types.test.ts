import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { aClinic, aPatient, type TestClinic } from '../builders.ts';
import { openPage, openSite, type Site } from './browser.ts';
import { openSurvey } from './patient.ts';

// All browser tests run under the policy. Here the page shows that it refuses what the policy forbids (R73).

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const attempts = {
  'markup from text': () => {
    document.createElement('div').innerHTML = '<img src=x>';
  },
  'a script from text': () => {
    document.createElement('script').textContent = 'document.title = "x"';
  },
  'the address of a script': () => {
    document.createElement('script').src = '/js/final_report.js';
  },
  'a worker': () => void new Worker('/js/final_report.js'),
  'a policy of another name': () => {
    const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy(name: string): void } };
    trustedTypes.createPolicy('other');
  },
};

test('the page refuses each act of a script that got into it', async () => {
  const page = await openPage(site);
  // The refusal itself stands in the console.
  page.removeAllListeners('console');
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  for (const [what, attempt] of Object.entries(attempts))
    await assert.rejects(page.evaluate(attempt), /TypeError/, what);
});
