import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { beginFactor } from '../../src/server/login/second-factor.ts';
import { confirmSecondFactor } from '../../src/server/login/second-factor-queries.ts';
import { inClinic, type TestUser } from '../builders.ts';
import { aStaffedClinic, type Clinic, openEmployees, readMessage } from './admin.ts';
import { logIn, openPage, openSite } from './browser.ts';
import { chooseFor } from './clinician.ts';

// The admins of a clinic, in the section of the employees.

const site = await openSite();
const { services } = site;

const admins = (page: Page) => page.getByRole('region', { name: 'Verwaltungszugänge' });

async function canLogIn({ name: clinic }: Clinic, username: string, secret: string): Promise<boolean> {
  const page = await openPage(site);
  const loggedIn = logIn(page, 'admin', { clinic, username, secret }).then(() => true);
  const refused = page
    .getByText('Ihre Anmeldedaten sind fehlerhaft')
    .waitFor()
    .then(() => false);
  const result = await Promise.race([loggedIn, refused]);
  loggedIn.catch(() => {});
  refused.catch(() => {});
  await page.close();
  return result;
}

/** The password that the open dialog shows once. */
async function shownPassword(page: Page): Promise<string> {
  const alert = page.getByRole('alertdialog');
  const password = await alert.getByRole('code').innerText();
  await alert.getByRole('button', { name: 'Schließen' }).click();
  await alert.waitFor({ state: 'detached' });
  return password;
}

async function addAdmin(page: Page, username: string): Promise<string> {
  await page.getByRole('button', { name: 'Verwaltungszugang hinzufügen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Benutzername', { exact: true }).fill(username);
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click();
  return shownPassword(page);
}

async function protect({ clinicId, id }: Pick<TestUser, 'clinicId' | 'id'>): Promise<void> {
  await inClinic(services, clinicId, async (db) => {
    await beginFactor(db, services.keys, { clinicId, accountId: id });
    await confirmSecondFactor(db, clinicId, id);
  });
}

test('an admin gives another person access, and disables and enables it, but not the own one', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openEmployees(site, clinic);
  const password = await addAdmin(page, 'Zweite');
  assert.equal(await canLogIn(clinic, 'Zweite', password), true);
  const lines = await admins(page).getByRole('listitem').allInnerTexts();
  assert.equal(lines.length, 2);
  assert.match(lines[0]!, /Ihr Zugang/);
  assert.equal(await admins(page).getByRole('button', { name: 'bearbeiten' }).count(), 1);
  await chooseFor(page, 'Verwaltungszugang von Zweite', 'Deaktivieren');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deaktivieren' }).click();
  assert.equal(await readMessage(page), 'Der Verwaltungszugang von Zweite ist deaktiviert.');
  await admins(page).getByText('deaktiviert').waitFor();
  assert.equal(await canLogIn(clinic, 'Zweite', password), false);
  await chooseFor(page, 'Verwaltungszugang von Zweite', 'Aktivieren');
  assert.equal(await readMessage(page), 'Der Verwaltungszugang von Zweite ist wieder aktiv.');
  assert.equal(await canLogIn(clinic, 'Zweite', password), true);
});

test('a lost second factor of a clinician and of another admin is removed in the menu, and a new password shown', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openEmployees(site, clinic);
  await addAdmin(page, 'Zweite');
  const { id } = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('accounts').select('id').where('username', '=', 'Zweite').executeTakeFirstOrThrow(),
  );
  for (const one of [clinic.weber.id, id]) await protect({ clinicId: clinic.id, id: one });
  await page.reload();
  for (const name of ['Weber', 'Verwaltungszugang von Zweite']) {
    await chooseFor(page, name, 'Zweiten Faktor entfernen');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click();
    await page.getByText(/^Der zweite Faktor von (Weber|Zweite) wurde entfernt/).waitFor();
    const password = await shownPassword(page);
    if (name !== 'Weber') assert.equal(await canLogIn(clinic, 'Zweite', password), true);
  }
  await page.getByRole('button', { name: 'Weber bearbeiten' }).click();
  await page.getByRole('menuitem', { name: 'Passwort zurücksetzen' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Zweiten Faktor entfernen' }).count(), 0);
});
