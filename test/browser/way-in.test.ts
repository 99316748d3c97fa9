import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { aClinic, aPatient, type TestClinic, type TestUser } from '../builders.ts';
import { openPage, openSite, type Site } from './browser.ts';
import { logInAsPatient } from './patient.ts';

// The way of a patient into the product: link, login, second tab, logout.

const tall = { viewport: { width: 390, height: 664 }, hasTouch: true };

let site: Site;
let clinic: TestClinic;
let other: TestClinic;
let patient: TestUser;
before(async () => {
  site = await openSite();
  other = await aClinic(site.services, { name: 'Ambulanz Beispielhausen' });
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
  patient = await aPatient(site.services, clinic.id);
});

const idField = (page: Page) => page.getByLabel('Ihre ID', { exact: true });
const dateField = (page: Page) => page.getByLabel('Geburtsdatum (tt.mm.jjjj)', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Anmelden' }).tap();
const chosenClinic = (page: Page, { id }: TestClinic) =>
  page.waitForFunction((value) => document.querySelector<HTMLSelectElement>('select')?.value === value, id);

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profilmenü/ }).tap();
  await page.getByRole('menuitem', { name: 'Logout' }).tap();
}

const homeOf = (page: Page) => page.waitForURL(({ pathname }) => pathname === '/patients');

rare('a phone shows the whole login with its button without scrolling', async () => {
  const page = await openPage(site, tall);
  for (const [width, height] of [
    [390, 664],
    [360, 640],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/loginpatient');
    const box = await page.getByRole('button', { name: 'Anmelden' }).boundingBox();
    assert.ok(box && box.y + box.height <= height, `${width}x${height}: ${JSON.stringify(box)}`);
  }
});

test('a link with the clinic and the survey leads through the login to the survey, with a birth date that stays readable', async () => {
  const page = await openPage(site, tall);
  await page.goto(`/loginpatient?klinik=${clinic.id}&redirectTo=/patients/survey`);
  await chosenClinic(page, clinic);
  await idField(page).fill(patient.name);
  await dateField(page).fill('');
  await dateField(page).pressSequentially('1.1.91');
  assert.equal(await dateField(page).getAttribute('type'), 'text');
  await submit(page);
  await page.getByText('Ihre Anmeldedaten sind fehlerhaft').waitFor();
  assert.equal(await dateField(page).inputValue(), '01.01.1991');
  assert.equal(await dateField(page).getAttribute('type'), 'text');
  await page.getByRole('button', { name: 'Eingabe anzeigen' }).tap();
  assert.equal(await dateField(page).getAttribute('type'), 'password');
  await dateField(page).fill('');
  await dateField(page).pressSequentially('1990-01-01');
  await submit(page);
  await page.waitForURL('**/patients/survey');
  await page.getByRole('button', { name: 'Weiter' }).waitFor();
  await page.getByRole('link', { name: 'Pause machen' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Befragung verlassen' }).tap();
  await homeOf(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(
    await page.getByText('falscher Versuch').or(page.getByText('falschen Versuch')).count(),
    0,
    'the own slip is no news',
  );
});

test('after the second failure the way to the clinic opens by itself, and its number dials', async () => {
  const page = await openPage(site, tall);
  await page.route('**/api/clinics', (route) =>
    route.fulfill({ json: [{ id: clinic.id, name: clinic.name, contact: 'Telefon 030 123456' }] }),
  );
  await page.goto('/loginpatient');
  await chosenClinic(page, clinic);
  await idField(page).fill('Niemand1');
  for (const date of ['02.02.1990', '03.02.1990']) {
    await dateField(page).fill(date);
    const answered = page.waitForResponse('**/api/patients/login');
    await submit(page);
    await answered;
  }
  const phone = page.getByRole('link', { name: '030 123456' });
  await phone.waitFor();
  assert.equal(await phone.getAttribute('href'), 'tel:030123456');
});

test('a login without a connection says what to check, and keeps what was typed', async () => {
  const page = await openPage(site, tall);
  await page.goto(`/loginpatient?klinik=${clinic.id}`);
  await chosenClinic(page, clinic);
  await idField(page).fill(patient.name);
  await dateField(page).fill('01.01.1990');
  await page.context().setOffline(true);
  await submit(page);
  await page.getByText('Prüfen Sie bitte Ihre Internetverbindung.').waitFor();
  await page.context().setOffline(false);
  await submit(page);
  await homeOf(page);
});

rare('a logged-in user who opens the start page or a login is sent home', async () => {
  const page = await openPage(site, tall);
  await logInAsPatient(page, clinic, patient);
  for (const path of ['/', '/loginpatient', '/loginclinician', `/loginpatient?klinik=${other.id}`]) {
    await page.goto(path);
    await homeOf(page);
  }
  await page.goto('/loginpatient?redirectTo=/patients/survey');
  await page.waitForURL('**/patients/survey');
});

test('a second tab joins the session, a login in one tab is known in the other, and a logout too', async () => {
  const first = await openPage(site, tall);
  const second = await first.context().newPage();
  await second.goto('/loginpatient');
  await logInAsPatient(first, clinic, patient);
  await homeOf(second);
  const third = await first.context().newPage();
  await third.goto('/patients/survey');
  await third.getByRole('button', { name: 'Weiter' }).waitFor();
  await first.getByRole('heading', { level: 1 }).waitFor();
  await logOut(first);
  for (const page of [first, second]) {
    await page.waitForURL('**/loginpatient');
    await page.getByText('Sie sind abgemeldet.').waitFor();
  }
  await first.getByText('Ihre Antworten sind gespeichert.').waitFor();
  await third.waitForURL('**/loginpatient**');
});

rare('the clinic of the last login stays chosen after a logout, and nothing else does', async () => {
  const page = await openPage(site, tall);
  await logInAsPatient(page, clinic, patient);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await logOut(page);
  await page.waitForURL('**/loginpatient');
  await page.reload();
  await chosenClinic(page, clinic);
  assert.equal(await idField(page).inputValue(), '');
  await page.goto(`/loginpatient?klinik=${other.id}`);
  await chosenClinic(page, other);
});
