import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { idleText } from '../../src/text/frame.ts';
import { registerText } from '../../src/text/patients.ts';
import { uiText } from '../../src/text/ui.ts';
import { surveyText } from '../../src/text/survey.ts';
import { rare } from '../amount.ts';
import { aPatient, PASSWORD } from '../builders.ts';
import { aStaffedClinic, openAdminHome } from './admin.ts';
import { focusedName, logIn, openPage, openSite } from './browser.ts';
import { openMyPatients } from './clinician.ts';
import { logInAsPatient, openSurvey, phone } from './patient.ts';

const site = await openSite();
const clinic = await aStaffedClinic(site);
const aNewPatient = () => aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id });

for (const [name, options] of [
  ['a phone', phone],
  ['a wide screen', {}],
] as const)
  rare(
    `on ${name} the buttons of a dialog stand in the order in which the keyboard reaches them`,
    async () => {
      const page = await openPage(site, options);
      await openSurvey(page, clinic, await aNewPatient());
      await page.getByRole('link', { name: 'Impressum' }).click();
      const dialog = page.getByRole('alertdialog', { name: surveyText.leaveTitle });
      await dialog.waitFor();
      const places = await dialog.getByRole('button').evaluateAll((buttons) =>
        buttons.map((button) => {
          const { x, y } = button.getBoundingClientRect();
          return y * 10_000 + x;
        }),
      );
      assert.ok(places.length >= 2);
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      );
    },
  );

rare('a screen reader hears of the end of an idle session ten and five seconds before it', async () => {
  const page = await openPage(site);
  await page.clock.install();
  await logInAsPatient(page, clinic, await aNewPatient());
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The server's answers to a refresh would lengthen the session.
  await page.route('**/api/refresh-tokens', () => undefined);
  const dialog = page.getByRole('alertdialog', { name: idleText.title });
  const announced = dialog.locator('output');
  while (!(await dialog.count())) await page.clock.runFor(5000);
  const left = async () => Number(/\d+/.exec(await dialog.getByRole('timer').innerText())?.[0]);
  assert.equal(await announced.textContent(), '');
  const heard: [number, string | null][] = [];
  for (let text: string | null = ''; (await left()) > 2; await page.clock.runFor(1000)) {
    const now = await announced.textContent();
    if (now !== text) heard.push([await left(), now]);
    text = now;
  }
  assert.deepEqual(heard, [
    [10, idleText.seconds(10)],
    [5, idleText.seconds(5)],
  ]);
});

test('a dialog that is still on its way is waited for in sight, can be given up, and takes the focus when it is there', async () => {
  const page = await openPage(site);
  const parts: Route[] = [];
  await page.route(/RegisterPatient-[^/]*\.js$/, (route) => void parts.push(route));
  await logIn(page, 'clinician', { clinic: clinic.name, username: clinic.weber.name, secret: PASSWORD });
  const opener = page.getByRole('button', { name: registerText.open });
  await opener.click();
  const wait = page.getByRole('dialog', { name: uiText.loadingTitle });
  await wait.waitFor();
  await page.keyboard.press('Escape');
  await wait.waitFor({ state: 'detached' });
  assert.ok(await opener.evaluate((button) => button === document.activeElement));
  await opener.click();
  await wait.waitFor();
  for (const part of parts) await part.continue();
  const dialog = page.getByRole('dialog', { name: registerText.title });
  await dialog.waitFor();
  assert.equal(await wait.count(), 0);
  assert.ok(await dialog.evaluate((element) => element.contains(document.activeElement)));
});

/** Opens a dialog, closes it with Escape, and asserts that the focus is back at the button. */
async function comesBack(page: Page, opener: string, action?: string): Promise<void> {
  await page.getByRole('button', { name: opener }).click();
  if (action) await page.getByRole('menuitem', { name: action }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).first();
  await dialog.waitFor();
  await page.getByText('Bitte warten …').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await focusedName(page), opener, action);
}

test('the focus comes back from every dialog of the lists to the button that opened it', async () => {
  const { name } = await aNewPatient();
  const list = await openMyPatients(site, clinic.name, clinic.weber);
  const rows = ['Patient*in bearbeiten', 'Anderen Mitarbeitenden zuweisen'];
  for (const action of rows) await comesBack(list, `${name} bearbeiten`, action);
  for (const kind of ['Befragungsstatus', 'Ergebnis']) await comesBack(list, `Anzeigen: ${kind} von ${name}`);
  await comesBack(list, 'Patient*in anlegen');
  const page = await openAdminHome(site, clinic);
  for (const action of rows) await comesBack(page, `${name} bearbeiten`, action);
  await comesBack(page, `Anzeigen: Befragungsstatus von ${name}`);
  for (const opener of ['Patient*in anlegen', 'Patient*innen importieren']) await comesBack(page, opener);
  await page.getByRole('main').getByRole('button', { name: 'Mitarbeitende', exact: true }).click();
  for (const action of ['Patient*innen übertragen', 'Passwort zurücksetzen'])
    await comesBack(page, 'Weber bearbeiten', action);
});
