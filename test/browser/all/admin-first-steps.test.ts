import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { aClinic, aClinician, anAdmin } from '../../builders.ts';
import { logIn, openPage, openSite, type Site } from '../browser.ts';

let site: Site;
before(async () => {
  site = await openSite();
});

/** The home of an admin whose clinic has no patient, and perhaps a clinician. */
async function openEmptyClinic({ withClinician }: { withClinician: boolean }) {
  const { id, name } = await aClinic(site.services);
  const admin = await anAdmin(site.services, id);
  if (withClinician) await aClinician(site.services, id);
  const page = await openPage(site);
  await logIn(page, 'admin', { clinic: name, username: admin.name, secret: admin.secret });
  return { page, steps: page.getByRole('region', { name: 'Die ersten Schritte' }) };
}

test('an empty clinic shows the first steps, which lead to clinicians and help', async () => {
  const { page, steps } = await openEmptyClinic({ withClinician: false });
  await steps.waitFor();
  await page.getByRole('button', { name: 'Patient*in anlegen' }).click();
  await page.getByText('Legen Sie zuerst Mitarbeitende an.').waitFor();
  await page.keyboard.press('Escape');
  await steps.getByRole('button', { name: 'Zu Kontakt und Hilfe' }).click();
  await page.getByRole('form', { name: 'Angaben der Klinik' }).waitFor();
  await page.goto(`${site.origin}/admin`);
  await steps.getByRole('button', { name: 'Zu den Mitarbeitenden' }).click();
  await page.getByRole('button', { name: /anlegen/ }).waitFor();
});

test('the step of the clinicians is done once there is one', async () => {
  const { steps } = await openEmptyClinic({ withClinician: true });
  await steps.getByText('Erledigt').waitFor();
  assert.equal(await steps.getByRole('button', { name: 'Zu den Mitarbeitenden' }).count(), 0);
});
