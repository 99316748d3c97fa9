import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { aClinic, aClinician, type TestUser } from '../builders.ts';
import { codeAt, offerSecondFactor } from '../second-factor.ts';
import { eventually, focusedName, logIn, openPage, openSite } from './browser.ts';

// Every new code advances the server's clock, so that all codes differ.
let skew = 0;
const site = await openSite({ now: () => Date.now() + skew });
const TITLE = 'Zwei-Faktor-Anmeldung';

function nextCode(secret: string): string {
  skew += 30_000;
  return codeAt(secret, Date.now() + skew);
}

async function aClinicThatOffers(): Promise<{ name: string; clinician: TestUser }> {
  const { id, name } = await aClinic(site.services);
  await offerSecondFactor(site.services, [id]);
  return { name, clinician: await aClinician(site.services, id) };
}

async function openProfile(page: Page): Promise<void> {
  // A new page takes the focus when it is shown.
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByRole('button', { name: /^Profilmenü/ }).click();
}

async function openDialog(page: Page): Promise<Locator> {
  await openProfile(page);
  await page.getByRole('menuitem', { name: TITLE }).click();
  const dialog = page.getByRole('dialog', { name: TITLE });
  await dialog.getByRole('button', { name: /Einrichten|Ausschalten/ }).waitFor();
  return dialog;
}

/** The number of pixels by which the dialog is wider than the window. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]') ?? document.documentElement;
    return dialog.scrollWidth - dialog.clientWidth;
  });
}

/** Waits for the recovery codes and reads them. */
async function readCodes(page: Page): Promise<string[]> {
  const sheet = page.getByRole('alertdialog', { name: 'Ihre Wiederherstellungscodes' });
  await sheet.getByRole('listitem').first().waitFor();
  const codes = await sheet.getByRole('listitem').allInnerTexts();
  assert.equal(codes.length, 10);
  return codes;
}

type Ready = { page: Page; secret: string; codes: string[] };

/** Sets the second factor up like a user with an authenticator app. */
async function setUp(page: Page, password: string): Promise<Ready> {
  const dialog = await openDialog(page);
  await dialog.getByLabel('Ihr Passwort', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Einrichten' }).click();
  await dialog.getByRole('img', { name: 'QR-Code mit dem Schlüssel für die App' }).waitFor();
  const secret = (await dialog.getByRole('code').innerText()).replaceAll(/\s/g, '');
  await dialog.getByLabel('Code aus der App').fill(nextCode(secret));
  await dialog.getByRole('button', { name: 'Bestätigen' }).click();
  return { page, secret, codes: await readCodes(page) };
}

test('a clinician who sets up a second factor sees the recovery codes once and can copy and print them', async () => {
  const { name, clinician } = await aClinicThatOffers();
  const page = await openPage(site, { viewport: { width: 320, height: 640 }, colorScheme: 'dark' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await logIn(page, 'clinician', { clinic: name, username: clinician.name, secret: clinician.secret });
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Einrichten' }).click();
  await dialog.getByText('Bitte geben Sie Ihr Passwort ein.').waitFor();
  await dialog.getByLabel('Ihr Passwort', { exact: true }).fill('Falsch-geraten-1');
  await dialog.getByRole('button', { name: 'Einrichten' }).click();
  await dialog.getByText('Das Passwort ist nicht richtig.').waitFor();
  await dialog.getByLabel('Ihr Passwort', { exact: true }).fill(clinician.secret);
  await dialog.getByRole('button', { name: 'Einrichten' }).click();
  const secret = (await dialog.getByRole('code').innerText()).replaceAll(/\s/g, '');
  assert.equal(await overflow(page), 0);
  await dialog.getByLabel('Code aus der App').fill('000000');
  await dialog.getByRole('button', { name: 'Bestätigen' }).click();
  await dialog.getByText(/^Der Code ist nicht richtig/).waitFor();
  await dialog.getByLabel('Code aus der App').fill(nextCode(secret));
  await dialog.getByRole('button', { name: 'Bestätigen' }).click();

  const sheet = page.getByRole('alertdialog', { name: 'Ihre Wiederherstellungscodes' });
  const codes = await readCodes(page);
  assert.equal(await overflow(page), 0);
  await sheet.getByRole('button', { name: 'Codes kopieren' }).click();
  await sheet.getByText('Die Codes wurden kopiert.').waitFor();
  assert.deepEqual((await page.evaluate(() => navigator.clipboard.readText())).split('\n'), codes);
  await page.keyboard.press('Escape');
  assert.ok(await sheet.isVisible(), 'the codes are not closed by mistake');
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.getByText(codes[0]!).isVisible());
  assert.ok(await page.getByText(`${clinician.name}, ${name}`).isVisible());
  for (const elsewhere of ['Drucken', 'Meine Patient*innen'])
    assert.equal(await page.getByText(elsewhere, { exact: true }).first().isVisible(), false);
  await page.emulateMedia({ media: 'screen' });
  await sheet.getByRole('button', { name: 'Ich habe die Codes gesichert' }).click();
  assert.match(await focusedName(page), /^Profilmenü/);
  assert.equal(await page.getByText(codes[0]!).count(), 0);
});

test('the login asks for the code, keeps the typed values and also takes a recovery code', async () => {
  const { name, clinician } = await aClinicThatOffers();
  const login = { clinic: name, username: clinician.name, secret: clinician.secret };
  const first = await openPage(site);
  await logIn(first, 'clinician', login);
  const { secret, codes } = await setUp(first, clinician.secret);

  const page = await openPage(site, { viewport: { width: 320, height: 640 } });
  await page.goto('/loginclinician');
  await page.getByLabel('Klinik', { exact: true }).selectOption({ label: name });
  await page.getByLabel('Mitarbeitenden-ID').fill(clinician.name);
  await page.getByLabel('Passwort', { exact: true }).fill(clinician.secret);
  const submit = () => page.getByRole('button', { name: 'Anmelden' }).click();
  await submit();
  const code = page.getByLabel('Code aus der App');
  await code.waitFor();
  await eventually(async () =>
    assert.equal(await code.evaluate((input) => input === document.activeElement), true),
  );
  assert.equal(await code.getAttribute('autocomplete'), 'one-time-code');
  assert.equal(await page.getByLabel('Mitarbeitenden-ID').inputValue(), clinician.name);
  assert.equal(await page.getByLabel('Passwort', { exact: true }).inputValue(), clinician.secret);
  assert.equal(await overflow(page), 0);
  await submit();
  await page.getByText('Bitte geben Sie den Code ein.').waitFor();
  await code.fill('000000');
  await submit();
  await page.getByText(/^Der Code ist nicht richtig/).waitFor();
  assert.equal(await code.inputValue(), '000000');
  await code.fill(nextCode(secret));
  await submit();
  await page.waitForURL('**/clinician');

  const other = await openPage(site);
  await other.goto('/loginclinician');
  await other.getByLabel('Klinik', { exact: true }).selectOption({ label: name });
  await other.getByLabel('Mitarbeitenden-ID').fill(clinician.name);
  await other.getByLabel('Passwort', { exact: true }).fill(clinician.secret);
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click();
  await other.getByLabel('Wiederherstellungscode', { exact: true }).fill(codes[0]!.toLowerCase());
  await other.keyboard.press('Enter');
  await other.waitForURL('**/clinician');
  const dialog = await openDialog(other);
  await dialog.getByText('Sie haben noch 9 Wiederherstellungscodes.').waitFor();
});

rare(
  'a clinician renews the recovery codes and switches the second factor off with password and code',
  async () => {
    const { name, clinician } = await aClinicThatOffers();
    const page = await openPage(site);
    await logIn(page, 'clinician', { clinic: name, username: clinician.name, secret: clinician.secret });
    const { secret, codes } = await setUp(page, clinician.secret);
    await page.getByRole('button', { name: 'Ich habe die Codes gesichert' }).click();

    const state = await openDialog(page);
    await state.getByRole('button', { name: 'Neue Wiederherstellungscodes' }).click();
    const renewal = page.getByRole('dialog', { name: 'Neue Wiederherstellungscodes' });
    await renewal.getByLabel('Ihr Passwort', { exact: true }).fill(clinician.secret);
    await renewal.getByLabel(/^Code aus der App/).fill(codes[0]!);
    await renewal.getByRole('button', { name: 'Neue Codes erzeugen' }).click();
    const renewed = await readCodes(page);
    assert.equal(new Set([...codes, ...renewed]).size, 20);
    await page.getByRole('button', { name: 'Ich habe die Codes gesichert' }).click();

    await (await openDialog(page)).getByRole('button', { name: 'Ausschalten' }).click();
    const removal = page.getByRole('dialog', { name: 'Zwei-Faktor-Anmeldung ausschalten' });
    await removal.getByLabel('Ihr Passwort', { exact: true }).fill(clinician.secret);
    await removal.getByLabel(/^Code aus der App/).fill(nextCode(secret));
    await removal.getByRole('button', { name: 'Ausschalten' }).click();
    await page.getByText('Die Zwei-Faktor-Anmeldung ist ausgeschaltet.').waitFor();
    const next = await openPage(site);
    await logIn(next, 'clinician', { clinic: name, username: clinician.name, secret: clinician.secret });
  },
);

rare('the profile menu mentions the second factor only if the clinic offers it', async () => {
  const clinic = await aClinic(site.services);
  const clinician = await aClinician(site.services, clinic.id);
  const page = await openPage(site);
  const asked = page.waitForResponse('**/api/auth/second-factor');
  await logIn(page, 'clinician', { clinic: clinic.name, username: clinician.name, secret: clinician.secret });
  await (await asked).finished();
  await openProfile(page);
  await page.getByRole('menuitem', { name: 'Passwort ändern' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: TITLE }).count(), 0);
});
