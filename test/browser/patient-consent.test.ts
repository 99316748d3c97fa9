import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import standard from '../../protocols/standard.json' with { type: 'json' };
import { rare } from '../amount.ts';
import { aClinic, aClinician, aPatient, type TestClinic } from '../builders.ts';
import { withoutTenant } from '../../src/server/database/transaction.ts';
import { consented, storedConsents } from '../consent.ts';
import { answerPage, firstQuestion, nextPage } from './answer-page.ts';
import { eventually, focusedName, logIn, openPage, openSite, type Site } from './browser.ts';
import { logInAsPatient, nextQuestion, phone, storedPages } from './patient.ts';

const folder = mkdtempSync(join(tmpdir(), 'resonanz-consent-'));
after(() => rmSync(folder, { recursive: true }));

let site: Site;
let clinic: TestClinic;
before(async () => {
  const protocolFile = join(folder, 'protocol.json');
  writeFileSync(protocolFile, JSON.stringify({ ...standard, id: 'with-consent', consent: 'on' }));
  site = await openSite({}, { survey: { protocolFile, instrumentsDir: undefined } });
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const title = 'Einwilligung in die Teilnahme an der Studie';
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: title });
const giving = (page: Page) => page.getByRole('button', { name: 'Einwilligen und weiter' });

async function openConsent(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Befragung starten' }).first().click();
  await heading(page).waitFor();
  // The focus moves after the text appears. A key pressed before would go elsewhere.
  await eventually(async () => assert.equal(await focusedName(page), title));
}

async function withdraw(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Einwilligung widerrufen' }).click();
  await page.getByText('Offene und geplante Befragungen werden beendet.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Einwilligung widerrufen' }).click();
  await page.getByText('Ihre Einwilligung ist widerrufen.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Schließen' }).last().click();
}

test('a patient who withdraws the consent gets no more questions, and the clinician sees the withdrawal', async () => {
  const clinician = await aClinician(site.services, clinic.id);
  const patient = await aPatient(site.services, clinic.id, { clinicianId: clinician.id });
  const page = await openPage(site, phone);
  await logInAsPatient(page, clinic, patient);
  await page.getByText('Vor der ersten Frage bitten wir Sie um Ihre Einwilligung').waitFor();
  await openConsent(page);
  await page.getByRole('checkbox').check();
  await giving(page).click();
  await page.getByRole('button', { name: 'Weiter', exact: true }).waitFor();
  await answerPage(page);
  await nextPage(page);
  assert.equal(await storedPages(site, patient), 1);

  await page.goto('/patients');
  await page.getByRole('button', { name: 'Profil', exact: true }).click();
  await page.getByText(/^Erteilt am \d\d\.\d\d\.\d{4} \(Fassung 1\.1\)$/).waitFor();
  await page.getByText('Text der Einwilligung lesen').click();
  await withdraw(page);
  await eventually(async () => assert.equal(await focusedName(page), 'Einwilligung in die Studie'));
  await page.getByText(/^Widerrufen am/).waitFor();
  const text = page.locator('details', { hasText: 'Text der Einwilligung lesen' });
  assert.equal(await text.getAttribute('open'), null, 'the text leaves room for the button below it');
  await page.getByRole('heading', { name: 'Ihre Befragungen sind beendet' }).waitFor();
  assert.equal(await page.getByRole('link', { name: /^Befragung (starten|fortsetzen)$/ }).count(), 0);

  const staff = await openPage(site);
  await logIn(staff, 'clinician', {
    clinic: clinic.name,
    username: clinician.name,
    secret: clinician.secret,
  });
  await staff.getByRole('button', { name: `Anzeigen: Befragungsstatus von ${patient.name}` }).click();
  await staff.getByText(/Die Einwilligung in die Studie wurde am .* widerrufen/).waitFor();
  await staff.keyboard.press('Escape');
  await staff.getByLabel('Filter: Befragungsstatus').selectOption('Einwilligung widerrufen');
  await staff.getByRole('rowheader', { name: patient.name }).waitFor();
  await staff.getByText('1 Eintrag').waitFor();
});

rare(
  'a patient who agreed to a text that said the same reads so in the profile and is not asked again',
  async () => {
    const patient = await aPatient(site.services, clinic.id);
    const [earlier] = site.services.config.consent.same_as;
    assert.ok(earlier);
    // The row of the text, as the version before has left it.
    await withoutTenant(site.services.pool, (db) =>
      db
        .insertInto('consent_texts')
        .values({ version: earlier, hash: 'of the version before', content: '{}' })
        .execute(),
    );
    await consented(site.services, patient, earlier);
    const page = await openPage(site, phone);
    await logInAsPatient(page, clinic, patient);
    await page.getByRole('button', { name: 'Profil', exact: true }).click();
    const { version } = site.services.config.consent;
    await page
      .getByText(`(Fassung ${earlier}). Die Fassung ${version} sagt dasselbe mit anderen Worten.`)
      .waitFor();
    await page.getByRole('link', { name: 'Befragung starten' }).first().click();
    await page.getByRole('button', { name: 'Weiter', exact: true }).waitFor();
  },
);

rare(
  'a patient who does not agree returns to the overview and can agree later with the keyboard',
  async () => {
    const patient = await aPatient(site.services, clinic.id);
    const page = await openPage(site);
    await logInAsPatient(page, clinic, patient);
    await openConsent(page);
    await giving(page).click();
    await page.getByText('setzen Sie bitte das Häkchen').waitFor();
    assert.ok(await page.getByRole('checkbox').evaluate((box) => box === document.activeElement));
    await page.getByRole('button', { name: 'Nicht teilnehmen' }).click();
    await page.getByText('Ohne Ihre Einwilligung werden Ihnen keine Fragen gestellt.').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/patients');
    assert.deepEqual(await storedConsents(site.services, patient), []);

    await openConsent(page);
    await page.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Weiter', exact: true }).waitFor();
    assert.equal((await storedConsents(site.services, patient)).length, 1);
  },
);

test('a withdrawal in another tab interrupts the open survey, and a new consent sends its answers', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await logInAsPatient(page, clinic, patient);
  await openConsent(page);
  await page.getByRole('checkbox').check();
  await giving(page).click();
  await page.getByRole('button', { name: 'Weiter', exact: true }).waitFor();
  await answerPage(page);
  const question = await firstQuestion(page);
  const gone = await page.evaluate(async () => {
    const headers = { 'x-requested-with': 'resonanz' };
    return (await fetch('/api/auth/patients/consent', { method: 'DELETE', headers })).status;
  });
  assert.equal(gone, 200);
  await page.getByRole('button', { name: 'Weiter', exact: true }).click();
  await page.getByText('Sie haben Ihre Einwilligung widerrufen und werden nicht mehr befragt.').waitFor();
  assert.equal(await storedPages(site, patient), 0);
  await page.getByRole('checkbox').check();
  await giving(page).click();
  // The page is shown again while its answers are sent.
  await nextQuestion(page, question);
  assert.equal(await storedPages(site, patient), 1);
});
