import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '../../src/domain/day-count.ts';
import { formatIsoDate, parseGermanDate } from '../../src/domain/iso-date.ts';
import { STAFF_PASSWORD } from '../../src/server/demo/demo-plan.ts';
import { readMessage } from './admin.ts';
import { openDemoSite } from './browser.ts';
import { chooseFor, openMyPatients } from './clinician.ts';

const site = await openDemoSite();

test('a change of dates names the surveys that would leave the results and asks before it saves', async () => {
  const page = await openMyPatients(site, 'Ambulanz Musterstadt', {
    name: 'therapie1',
    secret: STAFF_PASSWORD,
  });
  await chooseFor(page, 'P1003', 'Patient*in bearbeiten');
  const form = page.getByRole('dialog', { name: 'Patient*in P1003 bearbeiten' });
  const admission = form.getByLabel('Aufnahmedatum');
  // The window then ends after the registration and before the survey.
  const earlier = formatIsoDate(addDays(parseGermanDate(await admission.inputValue()) ?? '', -20));
  await admission.fill(earlier);
  await form.getByRole('button', { name: 'Speichern' }).click();
  const question = page.getByRole('alertdialog', { name: 'Befragungen ohne Zeitraum' });
  await question.getByText('werden nicht mehr als Ergebnis gezeigt: Erstgespräch').waitFor();
  await question.getByText(/Als nicht ausgefüllt zählen dann: Erstgespräch/).waitFor();
  await question.getByRole('button', { name: 'Abbrechen' }).click();
  assert.equal(await admission.inputValue(), earlier, 'the form stays');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await question.getByRole('button', { name: 'Trotzdem ändern' }).click();
  assert.match(await readMessage(page), /^Die Änderungen sind gespeichert/);
});
