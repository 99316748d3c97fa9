import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createDemoData } from '../../src/server/demo/demo.ts';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, openSite, reportStyled, type Site } from './browser.ts';
import { checkLooks } from './patient-looks.ts';
import { logInAsPatient, phone } from './patient.ts';

// WCAG 2.2 AA on every screen and state of a patient. patient-items covers the item types, patient-faults a lost
// connection and the idle warning, and patient-deployment a missing script.

const clinic = { name: 'Ambulanz Musterstadt' };

let site: Site;
before(async () => {
  site = await openSite();
  await createDemoData(site.services);
});

async function at(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

test('landing, legal pages, contact and the 404 page have no accessibility finding', async () => {
  const page = await openPage(site, phone);
  for (const [path, heading] of [
    ['/', 'Resonanz'],
    ['/impressum', 'Impressum'],
    ['/privacypolicy', 'Datenschutz'],
    ['/contact', 'Kontakt'],
    ['/barrierefreiheit', 'Erklärung zur Barrierefreiheit'],
    ['/nirgendwo', 'Seite nicht gefunden'],
  ] as const) {
    await at(page, path, heading);
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    await checkLooks(page, path);
  }
});

test('the login has no accessibility finding, with its errors, a refusal and its dialogs', async () => {
  const page = await openPage(site, phone);
  await at(page, '/loginpatient', 'Anmeldung für Patient*innen');
  await page.getByText('ID vergessen?').click();
  await checkLooks(page, 'login');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByText('Keine Klinik ausgewählt.').waitFor();
  await checkLooks(page, 'login errors');
  await page.getByLabel('Klinik', { exact: true }).selectOption({ label: clinic.name });
  await page.getByLabel('Ihre ID').fill('P1001');
  await page.getByLabel('Geburtsdatum (tt.mm.jjjj)', { exact: true }).fill('02.01.1990');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByText('Ihre Anmeldedaten sind fehlerhaft oder').waitFor();
  await checkLooks(page, 'login refused');
  await page.getByRole('button', { name: 'Kontakt' }).click();
  await page.getByRole('dialog', { name: 'Kontakt' }).waitFor();
  await checkLooks(page, 'contact');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Darstellung' }).click();
  await checkLooks(page, 'scheme menu');
});

test('the patient overview has no accessibility finding, with every section, tab and menu', async () => {
  const page = await openPage(site, phone);
  await logInAsPatient(page, clinic, { name: 'P1005' });
  for (const name of ['Profil', 'Befragungen', 'Berichte', 'Ambulanz'])
    await page.getByRole('main').getByRole('button', { name, exact: true }).click();
  await page.getByRole('link', { name: 'Bericht ansehen: Nachsorge 6 Monate' }).last().waitFor();
  await checkLooks(page, 'overview');
  for (const name of ['Abgelaufen', 'Geplant']) {
    await page.getByRole('tab', { name }).click();
    await checkLooks(page, name);
  }
  await page.getByRole('button', { name: 'Profilmenü' }).click();
  await checkLooks(page, 'profile menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menü', exact: true }).click();
  await checkLooks(page, 'menu');
});

test('the survey has no accessibility finding, with its tooltip, the question on leaving and missing answers', async () => {
  const page = await openPage(site, phone);
  await logInAsPatient(page, clinic, { name: 'P1002' });
  await page.getByRole('link', { name: 'Befragung fortsetzen' }).first().click();
  await page.getByRole('button', { name: 'Zurück' }).focus();
  await page.getByRole('tooltip').waitFor();
  await checkLooks(page, 'tooltip');
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByText('Bitte beantworten Sie diese Frage.').first().waitFor();
  await checkLooks(page, 'missing answers');
  await page.getByRole('link', { name: 'Pause machen' }).click();
  await page.getByRole('alertdialog', { name: 'Befragung verlassen' }).waitFor();
  await checkLooks(page, 'leaving');
});

test('the report, the information page and a forbidden page have no accessibility finding', async () => {
  const page = await openPage(site, phone);
  await logInAsPatient(page, clinic, { name: 'P1005' });
  await at(page, '/patients/information', 'Informationen');
  await checkLooks(page, 'information');
  await at(page, '/clinician', 'Keine Berechtigung');
  await checkLooks(page, 'forbidden');
  await at(page, '/patients/report', 'Ihr Bericht');
  await reportStyled(page);
  await page.getByText('Bericht drucken').click();
  for (const summary of await page.locator('.rz-report summary').all()) await summary.click();
  await page.getByText('Bericht drucken').click();
  await checkLooks(page, 'report');
  // The box has the height of a line. The letters are two thirds of it.
  const heights = await page
    .locator('#dep svg text')
    .evaluateAll((texts) =>
      texts.map((text) => text.getBoundingClientRect().height).filter((height) => height > 0),
    );
  assert.ok(heights.length >= 4 && Math.min(...heights) > 11, `chart on a phone: ${heights.join(', ')} px`);
});

test('the pages of a patient do not move if the system asks for reduced motion', async () => {
  const page = await openPage(site, { ...phone, reducedMotion: 'reduce' });
  await at(page, '/loginpatient', 'Anmeldung für Patient*innen');
  await page.getByRole('button', { name: 'Kontakt' }).click();
  await page.getByRole('dialog', { name: 'Kontakt' }).waitFor();
  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('*')].flatMap((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element);
        return `${animationDuration},${transitionDuration}`.split(',').map((text) => Number.parseFloat(text));
      }),
    ),
  );
  assert.ok(longest < 0.001, `${longest} s`);
});

test('a chosen answer and the focus are visible in forced colours', async () => {
  const page = await openPage(site, { ...phone, forcedColors: 'active' });
  await logInAsPatient(page, clinic, { name: 'P1004' });
  await page.getByRole('link', { name: 'Befragung starten' }).first().click();
  const option = page.getByRole('radio').first();
  await option.check();
  const outlines = await page.evaluate(() =>
    [...document.querySelectorAll('label')].map((label) => getComputedStyle(label).outlineStyle),
  );
  assert.deepEqual([...new Set(outlines.slice(1))], ['none']);
  assert.equal(outlines[0], 'solid');
  assert.deepEqual(await accessibilityFindings(page), []);
});
