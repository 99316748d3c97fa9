import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aStaffedClinic } from '../admin.ts';
import { aPatient } from '../../builders.ts';
import { openPage, openSite, stillness } from '../browser.ts';
import { logInAsPatient, openSurvey, phone } from '../patient.ts';

const site = await openSite();

test('high contrast shows the chosen tab and the progress in its colours', async () => {
  const clinic = await aStaffedClinic(site);
  const patient = await aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id });
  const page = await openPage(site, { forcedColors: 'active' });
  await logInAsPatient(page, clinic, patient);
  await page.getByRole('main').getByRole('button', { name: 'Befragungen', exact: true }).click();
  const lineOf = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await lineOf('Geplant'), ground);
  assert.notEqual(await lineOf('Aktuell'), ground);
  await page.getByRole('link', { name: 'Befragung starten' }).first().click();
  const bar = page.getByRole('progressbar');
  await bar.waitFor();
  const drawnAt = async (percent: number) => {
    await bar.evaluate((progress: HTMLProgressElement, value) => {
      progress.value = value;
    }, percent);
    await stillness(page);
    return bar.screenshot();
  };
  assert.notDeepEqual(await drawnAt(20), await drawnAt(80));
});

test('high contrast frames the chosen answer of a question, and no other', async () => {
  const clinic = await aStaffedClinic(site);
  const patient = await aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id });
  const page = await openPage(site, { ...phone, forcedColors: 'active' });
  await openSurvey(page, clinic, patient);
  await page.getByRole('radio').first().check();
  const outlines = await page.evaluate(() =>
    [...document.querySelectorAll('label')].map((label) => getComputedStyle(label).outlineStyle),
  );
  assert.deepEqual([...new Set(outlines.slice(1))], ['none']);
  assert.equal(outlines[0], 'solid');
});

test('a question dialog has two buttons and no cross, and Escape means the button without a change', async () => {
  const clinic = await aStaffedClinic(site);
  const patient = await aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id });
  const page = await openPage(site);
  await openSurvey(page, clinic, patient);
  await page.getByRole('link', { name: 'Pause machen' }).click();
  const question = page.getByRole('alertdialog', { name: 'Befragung verlassen' });
  await question.waitFor();
  assert.deepEqual(await question.getByRole('button').allInnerTexts(), [
    'Befragung verlassen',
    'Weiter ausfüllen',
  ]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  assert.match(page.url(), /\/patients\/survey$/);
});

test('each link of the landing page leads to its login or registration', async () => {
  const page = await openPage(site);
  for (const [name, path] of [
    ['Patient*in', '/loginpatient'],
    ['Mitarbeitende', '/loginclinician'],
    ['Klinik-Admin', '/loginadmin'],
    ['Admin registrieren', '/regist'],
  ] as const) {
    await page.goto('/');
    await page.getByRole('link', { name }).click();
    await page.waitForURL(`**${path}`);
  }
});
