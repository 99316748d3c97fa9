import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import * as accounts from '../../src/server/clinics/queries.ts';
import { rare } from '../amount.ts';
import { aClinic, inClinic, type TestClinic } from '../builders.ts';
import { eventually, focusedName, logIn, openPage, openSite } from './browser.ts';

const site = await openSite();
const { services } = site;

async function openRegistration(clinic: TestClinic): Promise<Page> {
  const page = await openPage(site);
  await page.goto('/');
  await page.getByRole('link', { name: 'Admin registrieren' }).click();
  await page.getByLabel('Klinik', { exact: true }).selectOption({ label: clinic.name });
  return page;
}

async function submit(page: Page, username: string): Promise<void> {
  await page.getByLabel('Benutzername').fill(username);
  await page.getByRole('button', { name: 'Registrieren' }).click();
}

function activate(clinic: TestClinic): Promise<void> {
  return inClinic(services, clinic.id, async (db) => {
    const admin = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    await accounts.activateAdmin(db, clinic.id, admin.id);
  });
}

test('an admin registers, sees the password once, and logs in after the activation', async () => {
  const clinic = await aClinic(services);
  const page = await openRegistration(clinic);
  for (const [username, problem] of [
    ['', 'Sie müssen einen Benutzernamen angeben.'],
    ['Leitung 1', 'Der Benutzername darf keine Leer- oder Sonderzeichen enthalten.'],
    ['a'.repeat(256), 'Der Benutzername darf maximal 255 Zeichen lang sein.'],
  ] as const) {
    await submit(page, username);
    await page.getByText(problem, { exact: true }).waitFor();
  }
  await submit(page, 'Leitung1');
  const password = await page.getByRole('code').innerText();
  await eventually(async () => assert.equal(await focusedName(page), 'Das Konto ist angelegt'));
  await page.getByText('Das Konto muss noch freigeschaltet werden.').waitFor();

  await page.getByRole('link', { name: 'Zur Anmeldung' }).click();
  await page.getByLabel('Klinik', { exact: true }).selectOption({ label: clinic.name });
  await page.getByLabel('Admin-ID').fill('Leitung1');
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page
    .getByText('Ihre Anmeldedaten sind fehlerhaft oder Ihr Account wurde noch nicht freigeschaltet.')
    .waitFor();
  await activate(clinic);
  const next = await openPage(site);
  await logIn(next, 'admin', { clinic: clinic.name, username: 'Leitung1', secret: password });
  await next.getByRole('dialog', { name: 'Passwort ändern' }).waitFor();
});

rare('the second registration of an admin for the same clinic is refused', async () => {
  const clinic = await aClinic(services);
  const first = await openRegistration(clinic);
  await submit(first, 'Leitung1');
  await first.getByRole('code').waitFor();
  const page = await openRegistration(clinic);
  await submit(page, 'Leitung2');
  await page.getByText('In dieser Klinik existiert bereits ein Admin.', { exact: true }).waitFor();
});

test('a registration interrupted by a lost connection keeps the typed values and succeeds when sent again', async () => {
  const clinic = await aClinic(services);
  const page = await openRegistration(clinic);
  await page.context().setOffline(true);
  await submit(page, 'Leitung1');
  await page.getByText('Beim Registrieren ist ein Netzwerkfehler aufgetreten.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await page.getByRole('code').waitFor();
});
