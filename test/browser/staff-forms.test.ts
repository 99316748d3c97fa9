import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { aClinic, anAdmin } from '../builders.ts';
import { aStaffedClinic, openAdminHome } from './admin.ts';
import { focusedName, logIn, openPage, openSite } from './browser.ts';

const site = await openSite();

async function openRegistration(): Promise<Page> {
  const page = await openAdminHome(site, await aStaffedClinic(site));
  await page.getByRole('button', { name: 'Patient*in anlegen' }).click();
  await page.getByRole('dialog', { name: 'Patient*in anlegen' }).waitFor();
  return page;
}

test('Escape asks before it closes a form with something typed, and the form stays as long as wished', async () => {
  const page = await openRegistration();
  const form = page.getByRole('dialog', { name: 'Patient*in anlegen' });
  const code = form.getByLabel('Resonanz-ID');
  await code.fill('K7M2XP4Q');
  for (let time = 0; time < 2; time += 1) {
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog', { name: 'Eingaben verwerfen?' }).waitFor();
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    assert.equal(await code.inputValue(), 'K7M2XP4Q');
    assert.equal(await form.isVisible(), true);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Verwerfen', exact: true }).click();
  await form.waitFor({ state: 'detached' });
});

rare('an untouched form closes at once', async () => {
  const page = await openRegistration();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('alertdialog').count(), 0);
});

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
] as const)
  rare(`the whole form of a new patient is in sight at ${width}x${height}`, async () => {
    const page = await openRegistration();
    await page.setViewportSize({ width, height });
    await page.getByRole('combobox', { name: 'Diagnosen' }).waitFor();
    const dialog = page.getByRole('dialog', { name: 'Patient*in anlegen' });
    assert.ok(await dialog.evaluate((element) => element.scrollHeight <= element.clientHeight));
  });

rare('a birth date in the future is refused at its field, with one sentence', async () => {
  const page = await openRegistration();
  const field = page.getByLabel('Geburtsdatum', { exact: true });
  await field.fill('01.01.2990');
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
  await page.getByText('Das Geburtsdatum darf nicht in der Zukunft liegen.').waitFor();
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  assert.equal(await page.getByText('zwischen 1900 und 2200').count(), 0);
});

rare(
  'a button sets the discharge some months after the admission, and a day that does not exist is named at once',
  async () => {
    const page = await openRegistration();
    await page.getByLabel('Aufnahmedatum').fill('31.08.2026');
    await page.getByRole('button', { name: '+18 Monate' }).click();
    assert.equal(await page.getByLabel('Entlassdatum', { exact: true }).inputValue(), '29.02.2028');
    await page.getByLabel('Aufnahmedatum').fill('31.02.2027');
    await page.getByLabel('Entlassdatum', { exact: true }).focus();
    await page.getByText('Dieses Datum gibt es nicht.').waitFor();
  },
);

test('the Tab key names a day that does not exist, also on the way to a button', async () => {
  const page = await openRegistration();
  await page.getByLabel('Entlassdatum', { exact: true }).fill('31.02.2027');
  await page.keyboard.press('Tab');
  assert.equal(await focusedName(page), '+6 Monate');
  await page.getByText('Dieses Datum gibt es nicht.').waitFor();
});

rare(
  'depression and anxiety come first in the list of diagnoses, and the chosen ones before all',
  async () => {
    const page = await openRegistration();
    const field = page.getByRole('combobox', { name: 'Diagnosen' });
    await field.fill('depress');
    assert.match(await page.getByRole('listbox').getByRole('option').first().innerText(), /^F32 /);
    await field.fill('F20.4');
    await page.keyboard.press('Enter');
    await field.fill('F32.1');
    await page.keyboard.press('Enter');
    const second = page.getByRole('list', { name: 'Ausgewählt' }).getByRole('listitem').nth(1);
    assert.equal(await second.locator('s').count(), 1, 'only the first diagnosis is saved');
    await page.getByText('Beim Anlegen wird nur die erste Diagnose gespeichert.').waitFor();
    await page.getByRole('button', { name: 'Aus der Liste wählen' }).click();
    const names = await page
      .getByRole('dialog')
      .last()
      .locator('label:has(input[type=checkbox])')
      .allInnerTexts();
    assert.deepEqual(
      names.slice(0, 3).map((name) => name.trim().split(' ')[0]),
      ['F20.4', 'F32.1', 'F30'],
    );
  },
);

rare('in a clinic without clinicians the form to register a patient leads to them', async () => {
  const clinic = await aClinic(site.services);
  const admin = await anAdmin(site.services, clinic.id);
  const page = await openPage(site);
  await logIn(page, 'admin', { clinic: clinic.name, username: admin.name, secret: admin.secret });
  await page.getByRole('button', { name: 'Patient*in anlegen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Zu den Mitarbeitenden' }).click();
  await page.getByRole('button', { name: 'Mitarbeitende anlegen' }).waitFor();
  assert.notEqual(await focusedName(page), '');
});
