import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { giveGeneratedPassword } from '../../src/server/login/new-password.ts';
import { rare } from '../amount.ts';
import { aClinic, aClinician, inClinic } from '../builders.ts';
import { startProxy } from '../faults/proxy.ts';
import { readMessage } from './admin.ts';
import { focusedName, logIn, openPage, openSite } from './browser.ts';

const site = await openSite();
const proxy = await startProxy(Number(new URL(site.origin).port));
after(() => proxy.close());
const NEXT = 'Neues-Kennwort-2031';

async function openPasswordDialog(page: Page): Promise<void> {
  // A new page takes the focus when it is shown.
  await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
  await page.getByRole('button', { name: 'Profilmenü' }).click();
  await page.getByRole('menuitem', { name: 'Passwort ändern' }).click();
  await page.getByRole('dialog', { name: 'Passwort ändern' }).waitFor();
}

async function submit(page: Page, [old, next, confirmed]: readonly [string, string, string]): Promise<void> {
  await page.getByLabel('Altes Passwort', { exact: true }).fill(old);
  await page.getByLabel('Neues Passwort', { exact: true }).fill(next);
  await page.getByLabel('Neues Passwort bestätigen', { exact: true }).fill(confirmed);
  await page.getByRole('button', { name: 'Ändern', exact: true }).click();
}

test('a clinician changes the password, sees each mistake explained, and then logs in only with the new password', async () => {
  const clinic = await aClinic(site.services);
  const { name: username, secret: old } = await aClinician(site.services, clinic.id);
  const page = await openPage(site);
  const login = { clinic: clinic.name, username };
  await logIn(page, 'clinician', { ...login, secret: old });
  await openPasswordDialog(page);
  await page
    .getByText('Mind. 10 Zeichen. Mind. 1 Kleinbuchstabe, 1 Großbuchstabe und 1 Zahl', { exact: true })
    .waitFor();
  await submit(page, [old, NEXT, `${NEXT}x`]);
  await page
    .getByText('Das neue Passwort und das bestätigte Passwort stimmen nicht überein.', { exact: true })
    .waitFor();
  await submit(page, ['Falsches-Kennwort-1', NEXT, NEXT]);
  await page.getByText('Ihr Passwort wurde nicht geändert.').waitFor();
  await submit(page, [old, NEXT, NEXT]);
  assert.equal(await readMessage(page), 'Das Passwort wurde erfolgreich geändert.');
  assert.equal(await focusedName(page), `Profilmenü: ${username}`);
  const other = await openPage(site);
  await logIn(other, 'clinician', { ...login, secret: NEXT });
  await other.getByRole('heading', { name: 'Übersicht' }).waitFor();
});

rare('the notice of wrong tries waits until a provisional password is replaced', async () => {
  const clinic = await aClinic(site.services);
  const clinician = await aClinician(site.services, clinic.id);
  const generated = await inClinic(site.services, clinic.id, (db) =>
    giveGeneratedPassword(db, site.services.keys, clinic.id, clinician.id),
  );
  const old = String(generated);
  const login = { clinic: clinic.name, username: clinician.name };
  const body = {
    clinic_id: clinic.id,
    username: clinician.name,
    password: 'Falsch-2031',
    userType: 'clinician',
  };
  const page = await openPage(site);
  const news = page.getByRole('alertdialog', { name: /falschen Versuch/ });
  const headers = { 'X-Requested-With': 'resonanz' };
  await page.request.post('/api/clinicians/login', { data: body, headers });
  await logIn(page, 'clinician', { ...login, secret: old });
  await page.getByRole('dialog', { name: 'Passwort ändern' }).waitFor();
  assert.equal(await news.count(), 0);
  // While the list is loading, its notice takes the press.
  await page.getByText('Noch sind keine Patient*innen angelegt.').waitFor();
  await submit(page, [old, NEXT, NEXT]);
  await page.getByText('Das Passwort wurde erfolgreich geändert.').waitFor();
  assert.equal(await news.count(), 0);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Schließen' }).click();
  await news.waitFor();
});

test('a password change with a lost answer is confirmed when the clinician sends it again', async () => {
  const clinic = await aClinic(site.services);
  const { name: username, secret: old } = await aClinician(site.services, clinic.id);
  const page = await openPage({ ...site, origin: `http://127.0.0.1:${proxy.port}` });
  await logIn(page, 'clinician', { clinic: clinic.name, username, secret: old });
  await openPasswordDialog(page);
  proxy.setMode('cut-answer');
  await submit(page, [old, NEXT, NEXT]);
  await page.getByText('Ihr Passwort wurde nicht geändert.').waitFor();
  assert.ok(proxy.counts().cut > 0);
  proxy.setMode('pass');
  // The old password is void by now, so only a repetition of the same request can succeed.
  await page.getByRole('button', { name: 'Ändern', exact: true }).click();
  assert.equal(await readMessage(page), 'Das Passwort wurde erfolgreich geändert.');
});
