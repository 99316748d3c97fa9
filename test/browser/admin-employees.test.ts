import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { aClinician, aPatient, inClinic } from '../builders.ts';
import { aStaffedClinic, type Clinic, openEmployees, readMessage } from './admin.ts';
import { eventually, focusedName, logIn, openPage, openSite } from './browser.ts';
import { chooseFor, rowOf } from './clinician.ts';

const site = await openSite();

async function submitUsername(page: Page, field: string, username: string, button: string) {
  await page.getByLabel(field, { exact: true }).fill(username);
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
}

async function canLogIn(clinic: Clinic, username: string, secret: string): Promise<boolean> {
  const page = await openPage(site);
  const loggedIn = logIn(page, 'clinician', { clinic: clinic.name, username, secret }).then(() => true);
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

test('the employee table shows ID, masked password and number of patients, and marks disabled clinicians', async () => {
  const clinic = await aStaffedClinic(site);
  await aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id });
  const page = await openEmployees(site, clinic);
  assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), [
    'Bearbeiten',
    'Mitarbeitenden-ID',
    'Passwort',
    'Vertretung',
    'Anzahl Patient*innen',
  ]);
  assert.match(await rowOf(page, 'Weber').innerText(), /Weber\s+\*{10}\s.*\s1$/s);
  assert.match(await rowOf(page, 'Sommer').innerText(), /Sommer\s+\(deaktiviert\)/);
  assert.doesNotMatch(await rowOf(page, 'Kaya').innerText(), /deaktiviert/);
});

test('a new clinician gets a password that is shown once and opens the account', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openEmployees(site, clinic);
  await page.getByRole('button', { name: 'Mitarbeitende anlegen' }).click();
  await submitUsername(page, 'Mitarbeitenden-ID', 'Yildiz', 'Anlegen');
  const alert = page.getByRole('alertdialog');
  const password = await alert.getByRole('code').innerText();
  assert.match(password, /^\S{16}$/);
  await alert.getByRole('button', { name: 'Schließen' }).click();
  await rowOf(page, 'Yildiz').waitFor();
  assert.equal(await page.getByText(password).count(), 0);
  assert.equal(await canLogIn(clinic, 'Yildiz', password), true);
});

rare('the password of a new clinician can be copied', async () => {
  const page = await openEmployees(site, await aStaffedClinic(site));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Mitarbeitende anlegen' }).click();
  await submitUsername(page, 'Mitarbeitenden-ID', 'Yildiz', 'Anlegen');
  await page.getByRole('button', { name: 'Passwort kopieren' }).click();
  await page.getByText('Das Passwort wurde kopiert.').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, await page.getByRole('code').innerText());
});

test('an invalid or taken user name gets an explanation at its field', async () => {
  const page = await openEmployees(site, await aStaffedClinic(site));
  await page.getByRole('button', { name: 'Mitarbeitende anlegen' }).click();
  const cases = [
    ['', 'Sie müssen einen Benutzernamen angeben.'],
    ['Frau Weber', 'Der Benutzername darf keine Leer- oder Sonderzeichen enthalten.'],
    ['x'.repeat(256), 'Der Benutzername darf maximal 255 Zeichen lang sein.'],
    ['weber', 'Beim Registrieren ist ein Fehler aufgetreten: Die Mitarbeitenden-ID ist schon vergeben'],
  ] as const;
  for (const [username, sentence] of cases) {
    await submitUsername(page, 'Mitarbeitenden-ID', username, 'Anlegen');
    await page.getByText(sentence, { exact: true }).waitFor();
    const field = page.getByRole('textbox', { name: 'Mitarbeitenden-ID', description: sentence });
    assert.equal(await field.count(), 1, sentence);
  }
});

rare('a clinician is renamed, but not to the present name or to a taken one', async () => {
  const page = await openEmployees(site, await aStaffedClinic(site));
  await chooseFor(page, 'Weber', 'Mitarbeitenden-ID ändern');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ändern' }).click();
  await dialog.getByText('Sie müssen einen Benutzernamen eingeben.').waitFor();
  await submitUsername(page, 'Neue Mitarbeitenden-ID', 'Kaya', 'Ändern');
  await dialog.getByText('Der Benutzername ist bereits vergeben.').waitFor();
  await submitUsername(page, 'Neue Mitarbeitenden-ID', 'Weber2', 'Ändern');
  assert.equal(await readMessage(page), 'Der Benutzername wurde erfolgreich geändert.');
  await rowOf(page, 'Weber2').waitFor();
});

test('a confirmed reset of a password ends the old password and shows the new one once', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openEmployees(site, clinic);
  await chooseFor(page, 'Weber', 'Passwort zurücksetzen');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Abbrechen' }).click();
  assert.equal(await canLogIn(clinic, 'Weber', clinic.weber.secret), true);
  await chooseFor(page, 'Weber', 'Passwort zurücksetzen');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zurücksetzen' }).click();
  const password = await page.getByRole('code').innerText();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Schließen' }).click();
  assert.equal(await focusedName(page), 'Weber bearbeiten');
  assert.equal(await canLogIn(clinic, 'Weber', clinic.weber.secret), false);
  assert.equal(await canLogIn(clinic, 'Weber', password), true);
});

rare('a clinician is disabled and enabled again', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openEmployees(site, clinic);
  const question = page.getByRole('alertdialog');
  await chooseFor(page, 'Weber', 'Deaktivieren');
  await question.getByRole('button', { name: 'Aktiv lassen' }).click();
  assert.equal(await canLogIn(clinic, 'Weber', clinic.weber.secret), true);
  await chooseFor(page, 'Weber', 'Deaktivieren');
  await question.getByText('Möchten Sie das Konto von Weber deaktivieren?').waitFor();
  await question.getByRole('button', { name: 'Deaktivieren' }).click();
  assert.equal(await readMessage(page), 'Der*Die Mitarbeitende Weber wurde erfolgreich deaktiviert.');
  await rowOf(page, 'Weber').getByText('deaktiviert').waitFor();
  assert.equal(await canLogIn(clinic, 'Weber', clinic.weber.secret), false);
  await chooseFor(page, 'Weber', 'Aktivieren');
  assert.equal(await readMessage(page), 'Der*Die Mitarbeitende Weber wurde erfolgreich aktiviert.');
  await rowOf(page, 'Weber').getByText('deaktiviert').waitFor({ state: 'detached' });
  assert.equal(await canLogIn(clinic, 'Weber', clinic.weber.secret), true);
});

rare('an admin sees the codes of the patients of a clinician', async () => {
  const clinic = await aStaffedClinic(site);
  for (const code of ['CODEB', 'CODEA'])
    await aPatient(site.services, clinic.id, { code, clinicianId: clinic.weber.id });
  await aPatient(site.services, clinic.id, { code: 'CODEC', clinicianId: clinic.kaya.id });
  const page = await openEmployees(site, clinic);
  await chooseFor(page, 'Weber', 'Patient*innenliste anzeigen');
  const dialog = page.getByRole('dialog', { name: 'Patient*innen von Weber' });
  await dialog.getByText('2 Patient*innen').waitFor();
  assert.deepEqual(await dialog.getByRole('listitem').allInnerTexts(), ['CODEA', 'CODEB']);
  await page.keyboard.press('Escape');
  await chooseFor(page, 'Sommer', 'Patient*innenliste anzeigen');
  await page.getByText('Sommer hat keine Patient*innen.').waitFor();
});

test('a transfer names each refused patient with the reason and transfers the others', async () => {
  const clinic = await aStaffedClinic(site);
  const other = await aClinician(site.services, clinic.id, { username: 'Brandt' });
  for (const code of ['BLEIBT', 'GEHT1', 'GEHT2'])
    await aPatient(site.services, clinic.id, { code, clinicianId: clinic.weber.id });
  const page = await openEmployees(site, clinic);
  await chooseFor(page, 'Weber', 'Patient*innen übertragen');
  await page.getByText('3 Patient*innen von Weber').waitFor();
  // Meanwhile another user assigns one of them to Brandt.
  await inClinic(site.services, clinic.id, (db) =>
    db.updateTable('patients').set({ clinician_id: other.id }).where('code', '=', 'BLEIBT').execute(),
  );
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Neue*r Mitarbeitende*r').selectOption('Kaya');
  await dialog.getByRole('button', { name: 'Übertragen' }).click();
  await dialog.getByText('2 von 3 Patient*innen wurden an Kaya übertragen.').waitFor();
  assert.match(
    await dialog.getByRole('listitem').innerText(),
    /^BLEIBT: Diese\*r Patient\*in ist inzwischen/,
  );
  await dialog.getByRole('button', { name: 'Schließen' }).last().click();
  assert.match(await rowOf(page, 'Kaya').innerText(), /2$/);
  assert.match(await rowOf(page, 'Brandt').innerText(), /1$/);
});

rare(
  'a clinician disabled during a transfer gets no patients, and the admin sees the reason and chooses another clinician',
  async () => {
    const clinic = await aStaffedClinic(site);
    await aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id, code: 'P9' });
    await aClinician(site.services, clinic.id, { username: 'Yilmaz' });
    const page = await openEmployees(site, clinic);
    await chooseFor(page, 'Weber', 'Patient*innen übertragen');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Neue*r Mitarbeitende*r').selectOption('Kaya');
    await inClinic(site.services, clinic.id, (db) =>
      db.updateTable('accounts').set({ enabled: false }).where('id', '=', clinic.kaya.id).execute(),
    );
    await dialog.getByRole('button', { name: 'Übertragen' }).click();
    await dialog.getByText('0 von 1 Patient*innen wurden an Kaya übertragen.').waitFor();
    await dialog.getByText('Diese*n Mitarbeitende*n gibt es nicht oder das Konto ist deaktiviert.').waitFor();
    await dialog.getByRole('button', { name: 'Rest übertragen' }).click();
    await dialog.getByText('Sie müssen noch eine*n Mitarbeitende*n auswählen').waitFor();
  },
);

rare('a new password stays visible below a user name of the greatest length', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openEmployees(site, clinic);
  await page.getByRole('button', { name: 'Mitarbeitende anlegen' }).click();
  await submitUsername(page, 'Mitarbeitenden-ID', 'x'.repeat(255), 'Anlegen');
  const password = page.getByRole('alertdialog').getByRole('code');
  await password.waitFor();
  const { width = 0 } = page.viewportSize() ?? {};
  const box = await password.boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
});

test('a transfer interrupted by a lost connection can be finished later', async () => {
  const clinic = await aStaffedClinic(site);
  for (let n = 0; n < 3; n += 1) await aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id });
  const page = await openEmployees(site, clinic);
  await chooseFor(page, 'Weber', 'Patient*innen übertragen');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Neue*r Mitarbeitende*r').selectOption('Kaya');
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Übertragen' }).click();
  await dialog.getByText('Die Verbindung ist unterbrochen.').waitFor();
  assert.equal(await focusedName(page), 'Schließen');
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Rest übertragen' }).click();
  assert.match(await readMessage(page), /erfolgreich an den\*die Mitarbeitende\*n Kaya/);
  await eventually(async () => assert.match(await rowOf(page, 'Kaya').innerText(), /3$/));
});

rare(
  'the employee menu and its dialogs work with the keyboard, and the focus returns to the menu button',
  async () => {
    const page = await openEmployees(site, await aStaffedClinic(site));
    await page.getByRole('button', { name: 'Weber bearbeiten' }).focus();
    for (const action of [
      'Mitarbeitenden-ID ändern',
      'Patient*innenliste anzeigen',
      'Patient*innen übertragen',
    ]) {
      await page.keyboard.press('Enter');
      const item = page.getByRole('menuitem', { name: action });
      await item.waitFor();
      while ((await focusedName(page)) !== action) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.equal(await focusedName(page), 'Weber bearbeiten', action);
    }
  },
);
