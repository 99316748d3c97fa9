import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aClinic, aClinician, anAdmin, aPatient, type TestClinic } from '../../builders.ts';
import { logIn, openPage, openSite, type Site } from '../browser.ts';

/** The password, as typed at the login. */
const birthDate = '01.01.1990';

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

async function openInformation(userType: 'patient' | 'clinician' | 'admin', options = {}): Promise<Page> {
  const makers = { patient: aPatient, clinician: aClinician, admin: anAdmin };
  const user = await makers[userType](site.services, clinic.id);
  const page = await openPage(site, options);
  await logIn(page, userType, {
    clinic: clinic.name,
    username: user.name,
    secret: userType === 'patient' ? birthDate : user.secret,
  });
  const path = { patient: '/patients', clinician: '/clinician', admin: '/admin' }[userType];
  await page.goto(`${path}/information`);
  await page.getByRole('heading', { level: 1, name: 'Informationen' }).waitFor();
  return page;
}

const tabsOf = (page: Page) => page.getByRole('tab').allInnerTexts();

/** Asserts that the shown page or tab offers every document in both forms. */
async function checkDocuments(page: Page): Promise<string[]> {
  const hrefs = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const own = hrefs.filter((href) => href.startsWith('/documents/'));
  for (const href of own) {
    const answer = await page.request.get(href);
    assert.equal(answer.status(), 200, href);
    const type = href.endsWith('.pdf') ? 'application/pdf' : 'text/html; charset=utf-8';
    assert.equal(answer.headers()['content-type'], type, href);
  }
  return own;
}

test('a patient finds instructions, study information and the frequent questions', async () => {
  const page = await openInformation('patient', { viewport: { width: 320, height: 640 } });
  assert.deepEqual(await tabsOf(page), [], 'one tab leaves no choice');
  assert.equal((await checkDocuments(page)).length, 4);
  const faq = page.getByRole('link', { name: 'Häufige Fragen (FAQ) öffnen' });
  assert.equal(await faq.getAttribute('href'), site.services.config.public.faq_url);
  const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  assert.equal(isWider, false);
});

test('a patient saves the instructions from the overview and from the information page', async () => {
  const page = await openInformation('patient');
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Herunterladen (PDF) Anleitung' }).click();
  assert.equal((await saving).suggestedFilename(), 'anleitung-patienten.pdf');
  await page.goto('/patients');
  const again = page.waitForEvent('download');
  await page.locator('a[download]').click();
  assert.equal((await again).suggestedFilename(), 'anleitung-patienten.pdf');
});

test('a clinician finds training slides, the test manual and the information for patients', async () => {
  const page = await openInformation('clinician');
  assert.deepEqual(await tabsOf(page), ['Mitarbeitende', 'Patient*innen']);
  const documents = await checkDocuments(page);
  assert.ok(documents.includes('/documents/schulungsfolien.pdf'));
  assert.ok(documents.includes('/documents/testmanual.html'));
  assert.ok(documents.includes('/documents/suizidalitaet-mitarbeitende.html'));
  await page.getByRole('tab', { name: 'Patient*innen' }).click();
  await page.getByRole('heading', { name: 'Informationen zur Studie' }).waitFor();
});

test('an admin finds the implementation manual, the documentation and both other tabs', async () => {
  const page = await openInformation('admin', { colorScheme: 'dark' });
  assert.deepEqual(await tabsOf(page), ['Klinik-Admins', 'Mitarbeitende', 'Patient*innen']);
  const documents = await checkDocuments(page);
  assert.ok(documents.includes('/documents/implementierungshandbuch.html'));
  assert.ok(documents.includes('/documents/suizidalitaet-admins.pdf'));
  const link = page.getByRole('link', { name: 'Dokumentation öffnen' });
  assert.equal(await link.getAttribute('href'), site.services.config.public.documentation_url);
});

test('each number of the help in a document is a link that a finger hits', async () => {
  const page = await openPage(site, { viewport: { width: 320, height: 640 } });
  await page.goto('/documents/anleitung-patienten.html');
  const numbers = page.locator('a[href^="tel:"]');
  assert.equal(await numbers.count(), site.services.config.public.help.numbers.length);
  for (const number of await numbers.all()) {
    const box = await number.boundingBox();
    assert.ok(box && box.height >= 44 && box.width >= 44, await number.innerText());
  }
});

test('the information page has no card for a link that is not configured', async () => {
  const { services } = site;
  const config = { ...services.config, public: { ...services.config.public, faq_url: '' } };
  const other = await openSite({ config });
  const elsewhere = await aClinic(other.services, { name: 'Ambulanz ohne FAQ' });
  const patient = await aPatient(other.services, elsewhere.id);
  const page = await openPage(other);
  await logIn(page, 'patient', { clinic: elsewhere.name, username: patient.name, secret: birthDate });
  await page.goto('/patients/information');
  await page.getByRole('heading', { name: 'Informationen zur Studie' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'FAQ' }).count(), 0);
});
