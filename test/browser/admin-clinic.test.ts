import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { CrisisLevel } from '../../src/domain/crisis.ts';
import { rare } from '../amount.ts';
import { aPatient, inClinic, type TestUser } from '../builders.ts';
import { aCrisisEvent } from '../crisis-rows.ts';
import { aStaffedClinic, type Clinic, openAdminHome, openClinicSection } from './admin.ts';
import { eventually, focusedName, openPage, openSite } from './browser.ts';
import { openSurvey } from './patient.ts';

// Product 2.16 and 19.6.

const site = await openSite();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const preview = (page: Page) => page.getByRole('region', { name: 'So sehen es Patient*innen' });
const save = (page: Page) => button(page, 'Speichern').click();
const saved = (page: Page) => page.getByText('Die Angaben der Klinik sind gespeichert.').waitFor();
const unsaved = (page: Page) => page.getByText('Ihre Änderungen sind noch nicht gespeichert.');

/** The names of the numbers in the form, from top to bottom. */
const names = (page: Page) =>
  page
    .getByLabel(/^Bezeichnung/)
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

const hasFocus = (page: Page, name: string) =>
  eventually(async () => assert.equal(await focusedName(page), name));

const storedSettings = ({ id }: Clinic) =>
  inClinic(site.services, id, (db) =>
    db.selectFrom('clinics').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );

rare('the preview shows the help while the admin types', async () => {
  const page = await openClinicSection(site, await aStaffedClinic(site));
  await field(page, 'Text').fill('Sie stören nicht.');
  await field(page, 'Bezeichnung (Nummer 2)').fill('Krisendienst Musterstadt');
  await field(page, 'Telefonnummer (Nummer 2)').fill('030 / 123 45-6');
  for (const words of ['Sie stören nicht.', 'Krisendienst Musterstadt', '030 / 123 45-6'])
    await preview(page).getByText(words).waitFor();
});

test('numbers are added, moved and removed with the keyboard, and the focus is never lost', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openClinicSection(site, clinic);
  const press = (name: string) => button(page, name).press('Enter');
  await press('Nummer hinzufügen');
  await eventually(async () =>
    assert.equal(
      await field(page, 'Bezeichnung (Nummer 6)').evaluate((input) => input.matches(':focus')),
      true,
    ),
  );
  await page.keyboard.type('Krisendienst');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0800 655 3000');
  for (const place of [6, 5, 4, 3]) {
    await press(`Nummer ${place} nach oben`);
    await hasFocus(page, `Nummer ${place - 1} nach oben`);
  }
  await press('Nummer 2 nach oben');
  // The first number cannot go further up.
  await hasFocus(page, 'Nummer 1 nach unten');
  await page.getByText('Krisendienst steht jetzt an Stelle 1 von 6.').waitFor({ state: 'attached' });
  await press('Nummer 6 entfernen');
  await hasFocus(page, 'Nummer 5 entfernen');
  await press('Nummer 2 entfernen');
  await hasFocus(page, 'Nummer 2 entfernen');
  assert.deepEqual(await names(page), [
    'Krisendienst',
    'Ärztlicher Bereitschaftsdienst',
    'TelefonSeelsorge',
    'TelefonSeelsorge',
  ]);
  for (const place of [4, 3, 2]) await press(`Nummer ${place} entfernen`);
  // One number must stay.
  await eventually(async () =>
    assert.equal(
      await field(page, 'Bezeichnung (Nummer 1)').evaluate((input) => input.matches(':focus')),
      true,
    ),
  );
  assert.equal(await button(page, 'Nummer 1 entfernen').isDisabled(), true);
  await page.keyboard.press('Enter');
  await saved(page);
  const { help } = await storedSettings(clinic);
  assert.deepEqual((help as { numbers: unknown }).numbers, [
    { name: 'Krisendienst', number: '0800 655 3000', hours: '' },
  ]);
});

test('each refused value is marked at its field, also after its number moved, and nothing typed is lost', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openClinicSection(site, clinic);
  await field(page, 'Text').fill(' ');
  await field(page, 'Telefonnummer (Nummer 2)').fill('eins eins zwei');
  await field(page, 'Bereitschaftsadresse (E-Mail)').fill('dienst');
  await field(page, 'Stunden bei „dringend“').fill('0');
  await save(page);
  await page.getByText('Bitte prüfen Sie die markierten Angaben.').waitFor();
  const marked = (label: string, description: RegExp) =>
    page.getByRole('textbox', { name: label, description, exact: true }).waitFor();
  await marked('Text', /Diese Angabe fehlt/);
  await marked('Telefonnummer (Nummer 2)', /Bitte geben Sie eine Telefonnummer an/);
  await marked('Bereitschaftsadresse (E-Mail)', /Bitte geben Sie eine gültige E-Mail-Adresse an/);
  await marked('Stunden bei „dringend“', /ganze Stunden von 1 bis 720/);
  assert.equal(await field(page, 'Text').evaluate((input) => input.matches(':focus')), true);
  await button(page, 'Nummer 2 nach oben').click();
  await marked('Telefonnummer (Nummer 1)', /Bitte geben Sie eine Telefonnummer an/);
  await field(page, 'Stunden bei „Hinweis“').fill('zwei Tage');
  await save(page);
  await marked('Stunden bei „Hinweis“', /ganze Stunden von 1 bis 720/);
  assert.equal(await field(page, 'Telefonnummer (Nummer 1)').inputValue(), 'eins eins zwei');
  assert.deepEqual(
    [(await storedSettings(clinic)).help, (await storedSettings(clinic)).urgent_hours],
    [null, 4],
  );
});

test('changes stay without a connection, in a closed section and on another page, until they are saved or discarded', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openClinicSection(site, clinic);
  const contact = field(page, 'Kontakt der Klinik');
  await contact.fill('Telefon 030 1');
  await page.context().setOffline(true);
  await save(page);
  await page.getByText('Beim Speichern der Klinikangaben ist ein Netzwerkfehler aufgetreten.').waitFor();
  await page.context().setOffline(false);
  await button(page, 'Klinik').click();
  await button(page, 'Klinik – Änderungen nicht gespeichert').waitFor();
  await page.getByRole('link', { name: 'Informationen' }).first().click();
  await page.getByRole('tab').first().waitFor();
  await page.getByRole('link', { name: 'Klinik', exact: true }).click();
  await unsaved(page).waitFor();
  assert.equal(await contact.inputValue(), 'Telefon 030 1');
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload().then(
    () => true,
    () => false,
  );
  const question = await asked;
  assert.equal(question.type(), 'beforeunload');
  await question.dismiss();
  assert.equal(await reloaded, false, 'the page is left without a question');
  await button(page, 'Verwerfen').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }).click();
  await unsaved(page).waitFor({ state: 'detached' });
  assert.equal(await contact.inputValue(), 'kontakt@ambulanz.example');
  await contact.fill('Telefon 030 2');
  await save(page);
  await saved(page);
  assert.equal((await storedSettings(clinic)).contact, 'Telefon 030 2');
});

rare('the help goes back to the default of the operator after a question', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openClinicSection(site, clinic);
  await field(page, 'Text').fill('Eigener Text');
  await save(page);
  await saved(page);
  await button(page, 'Auf die Vorgabe zurücksetzen').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Auf die Vorgabe zurücksetzen' }).click();
  await page.getByText('Die Vorgabe ist eingesetzt. Sie gilt, sobald Sie speichern.').waitFor();
  assert.equal(await focusedName(page), 'Auf die Vorgabe zurücksetzen');
  assert.match(await field(page, 'Text').inputValue(), /^Wenn es Ihnen sehr schlecht geht/);
  await save(page);
  await saved(page);
  assert.equal((await storedSettings(clinic)).help, null);
});

test('without a duty address the home warns that no reminder goes out, and leads to the field', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openAdminHome(site, clinic);
  const sentence = page.getByText(
    'Ohne Bereitschaftsadresse wird niemand an unbestätigte Hinweise erinnert.',
  );
  await sentence.waitFor();
  await button(page, 'Adresse eintragen').press('Enter');
  const address = field(page, 'Bereitschaftsadresse (E-Mail)');
  await eventually(async () =>
    assert.equal(await address.evaluate((input) => input.matches(':focus')), true),
  );
  await page.keyboard.type('dienst@ambulanz.example');
  await page.keyboard.press('Enter');
  await saved(page);
  await sentence.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Verwaltung' }).waitFor();
  await page.getByRole('link', { name: 'Klinik', exact: true }).click();
  await address.waitFor();
  assert.equal(await sentence.count(), 0);
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Stores an urgent event and a notice that wait longer than the hours of the clinic, and a notice that does not. */
async function someOldEvents(patient: TestUser): Promise<void> {
  const { id: session } = await inClinic(site.services, patient.clinicId, (db) =>
    db.selectFrom('survey_sessions').select('id').executeTakeFirstOrThrow(),
  );
  const event = (itemId: string, level: CrisisLevel, hours: number) =>
    aCrisisEvent(site.services, patient, session, { itemId, level, at: hoursAgo(hours) });
  await event('old-urgent', 'urgent', 5);
  await event('old-notice', 'notice', 73);
  await event('new-notice', 'notice', 71);
}

test('the admin sees how many notices of a clinician wait too long, and nothing of the patient', async () => {
  const clinic = await aStaffedClinic(site);
  const patient = await aPatient(site.services, clinic.id, { code: 'GEHEIM7', clinicianId: clinic.weber.id });
  await openSurvey(await openPage(site), clinic, patient);
  const page = await openClinicSection(site, clinic);
  await page.getByText('Zurzeit wartet kein Hinweis länger als die eingestellten Stunden').waitFor();
  await someOldEvents(patient);
  await page.reload();
  const home = page.getByRole('main');
  await home.getByText('2 Hinweise warten länger als vorgesehen auf eine Bestätigung:').first().waitFor();
  const line = home.getByRole('listitem').filter({ hasText: /^Weber: 1 dringend, 1 Hinweis$/ });
  // The two places load one after the other.
  await line.nth(1).waitFor();
  assert.equal(await line.count(), 2);
  assert.doesNotMatch(await home.innerText(), /GEHEIM7/);
});
