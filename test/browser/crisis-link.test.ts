import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { aClinic, aClinician, anAdmin, aPatient, PASSWORD, type TestClinic } from '../builders.ts';
import { answerPage } from './answer-page.ts';
import { eventually, focusedName, logIn, openPage, openSite, type Site } from './browser.ts';
import { dialled, dialLinks } from './crisis-survey.ts';
import { logInAsPatient, openSurvey, phone } from './patient.ts';

// Product 19.5: every page has the link "Hilfe in einer Krise" at its foot.

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const link = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: 'Hilfe in einer Krise' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Hilfe in einer Krise' });

/** Opens help by the keyboard, and closes it: the focus comes back. */
async function helpOpens(page: Page, what: string): Promise<void> {
  // While a page loads its data, a dialog covers the link.
  await page.waitForLoadState('networkidle');
  await eventually(async () => {
    await link(page).press('Enter');
    await dialog(page).waitFor({ timeout: 2000 });
  });
  assert.deepEqual(await dialLinks(dialog(page)), dialled, what);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  assert.equal(await focusedName(page), 'Hilfe in einer Krise', what);
}

rare('every public page offers help in a crisis at its foot', async () => {
  const page = await openPage(site, phone);
  for (const path of [
    '/',
    '/loginpatient',
    '/loginclinician',
    '/loginadmin',
    '/regist',
    '/impressum',
    '/privacypolicy',
    '/contact',
    '/barrierefreiheit',
    '/nirgendwo',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await helpOpens(page, path);
  }
});

test('help in a crisis leaves the survey and its unsent answers as they are', async () => {
  const page = await openPage(site, phone);
  const patient = await aPatient(site.services, clinic.id);
  await openSurvey(page, clinic, patient);
  await answerPage(page);
  await helpOpens(page, 'survey');
  assert.equal(await page.getByRole('alertdialog').count(), 0);
  assert.ok(await page.getByRole('radio').nth(1).isChecked());
  assert.ok(page.url().endsWith('/patients/survey'));
});

rare('every page of a signed-in user offers help in a crisis at its foot', async () => {
  const { services } = site;
  const patient = await openPage(site);
  await logInAsPatient(patient, clinic, await aPatient(services, clinic.id));
  for (const path of ['/patients', '/patients/report', '/patients/information']) {
    await patient.goto(path);
    await patient.getByRole('heading').first().waitFor();
    await helpOpens(patient, path);
  }
  for (const user of [await aClinician(services, clinic.id), await anAdmin(services, clinic.id)]) {
    const page = await openPage(site);
    const login = { clinic: clinic.name, username: user.name, secret: PASSWORD };
    if (user.role !== 'patient') await logIn(page, user.role, login);
    await page.getByRole('heading').first().waitFor();
    await helpOpens(page, user.role);
  }
});

rare('a telephone number and an e-mail address on a legal page are links', async () => {
  const page = await openPage(site, phone);
  for (const path of ['/impressum', '/barrierefreiheit', '/contact']) {
    await page.goto(path);
    await page.getByRole('main').getByRole('link', { name: '+49 30 0000000' }).waitFor();
    const links = await dialLinks(page.getByRole('main'));
    assert.ok(links.includes('tel:+49300000000'), path);
  }
  await page.getByRole('main').getByRole('link', { name: 'info@resonanz.example' }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Im Notfall' }).waitFor();
  assert.deepEqual((await dialLinks(page.getByRole('main'))).slice(0, dialled.length), dialled);
});
