import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { pages, type Page as PageName } from '../../src/contract/pages.ts';
import { createDemoData } from '../../src/server/demo/demo.ts';
import { STAFF_PASSWORD } from '../../src/server/demo/demo-plan.ts';
import { accessibilityFindings } from './accessibility.ts';
import { logIn, openPage, openSite, reportStyled, type Site, stillness } from './browser.ts';
import { openPatientVersion } from './clinician.ts';
import { coveredInFocus, misfits } from './layout-findings.ts';

// Every page of the staff, with its dialogs, in every size and look, and every control with the focus. The pages come from the list of pages: a new page
// that is not for patients and not a legal one does not compile until it has its place here.

const CLINIC = 'Ambulanz Musterstadt';

type LegalPage = 'imprint' | 'privacy' | 'contact' | 'accessibility';
type PatientPage = 'loginPatient' | 'survey' | `patient${string}`;
type StaffPage = Exclude<PageName, 'landing' | LegalPage | PatientPage>;
/** Leads to the states of a page one after the other, from the home of its role, or from a page without a login. */
type States = (page: Page, check: (what: string) => Promise<void>) => Promise<void>;

type Look = { name: string; width: number; height: number; letters?: number; media?: Media };
type Media = Parameters<Page['emulateMedia']>[0];

const looks: readonly Look[] = [
  { name: '1280', width: 1280, height: 720 },
  { name: '1920, dark', width: 1920, height: 1080, media: { colorScheme: 'dark' } },
  { name: '390', width: 390, height: 844 },
  { name: '320, dark', width: 320, height: 640, media: { colorScheme: 'dark' } },
  { name: 'zoom 200 %', width: 720, height: 450 },
  { name: 'text 200 %', width: 1280, height: 900, letters: 32 },
  { name: 'forced colours', width: 1280, height: 900, media: { forcedColors: 'active' } },
];

let site: Site;
before(async () => {
  site = await openSite();
  await createDemoData(site.services);
});

// A long user name or measurement point ends with dots in the bar; its menu has the whole name.
const isMeant = (finding: string) => finding.startsWith('span._name_');

async function findingsOf(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  const found: string[] = [];
  for (const { name, width, height, letters = 16, media } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({
      colorScheme: 'light',
      forcedColors: 'none',
      ...media,
    });
    await browser.send('Page.setFontSizes', { fontSizes: { standard: letters } });
    await stillness(page);
    const seen = [
      ...(await accessibilityFindings(page)),
      ...(await misfits(page)),
      ...(await coveredInFocus(page)),
    ];
    found.push(...seen.filter((one) => !isMeant(one)).map((one) => `${name}: ${one}`));
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await page.setViewportSize({ width: 1440, height: 900 });
  await browser.detach();
  return found;
}

async function withDialog(page: Page, opener: string, what: string, check: (what: string) => Promise<void>) {
  await page.getByRole('button', { name: opener }).click();
  await page.getByRole('dialog').waitFor();
  await check(what);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function openReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Anzeigen: Ergebnis von P1005' }).click();
  await page.getByRole('link', { name: 'Bericht öffnen: Nachsorge 6 Monate' }).click();
  await page.getByRole('heading', { name: 'Ergebnisbericht: Nachsorge 6 Monate' }).waitFor();
  await reportStyled(page);
}

function wayIn(name: StaffPage, heading: string): States {
  return async (page, check) => {
    await page.goto(pages[name]);
    await page.getByRole('heading', { name: heading }).waitFor();
    await check('empty');
    await page.getByRole('main').getByRole('button').last().click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    await check('refused');
  };
}

const withoutLogin: ReadonlySet<string> = new Set<StaffPage>(['loginClinician', 'loginAdmin', 'register']);

const states = {
  loginClinician: wayIn('loginClinician', 'Anmeldung für Mitarbeitende'),
  loginAdmin: wayIn('loginAdmin', 'Anmeldung für Klinik-Admins'),
  register: wayIn('register', 'Admin registrieren'),
  clinicianHome: async (page, check) => {
    await page.getByRole('button', { name: 'Anzeigen: Ergebnis von P1005' }).waitFor();
    await check('home');
    await withDialog(page, 'Patient*in anlegen', 'register', check);
    await withDialog(page, 'Anzeigen: Ergebnis von P1005', 'result', check);
    await withDialog(page, 'Anzeigen: Befragungsstatus von P1005', 'status', check);
    await withDialog(page, 'Rücklauf', 'monitor', check);
  },
  clinicianReport: async (page, check) => {
    await openReport(page);
    await check('report');
  },
  clinicianPatientReport: async (page, check) => {
    await openReport(page);
    await openPatientVersion(page);
    await check('report for patients');
  },
  clinicianInformation: async (page, check) => {
    await page.getByRole('link', { name: 'Informationen' }).first().click();
    await page.getByRole('tab').first().waitFor();
    await check('information');
  },
  adminHome: async (page, check) => {
    await page.getByRole('table').first().waitFor();
    await check('patients');
    await withDialog(page, 'Patient*in anlegen', 'register', check);
    await withDialog(page, 'Patient*innen importieren', 'import', check);
    await page.getByRole('main').getByRole('button', { name: 'Mitarbeitende', exact: true }).click();
    await page.getByRole('table', { name: 'Mitarbeitende' }).waitFor();
    await check('employees');
    await withDialog(page, 'Mitarbeitende anlegen', 'new clinician', check);
    await page.getByRole('main').getByRole('button', { name: 'Klinik', exact: true }).click();
    await page.getByRole('form', { name: 'Angaben der Klinik' }).waitFor();
    await check('clinic');
  },
  adminInformation: async (page, check) => {
    await page.getByRole('link', { name: 'Informationen' }).first().click();
    await page.getByRole('tab').first().waitFor();
    await check('information');
  },
} as const satisfies Record<StaffPage, States>;

for (const [name, lead] of Object.entries(states)) {
  test(`${name}: nothing is inaccessible or out of reach, whatever the size and the look`, async () => {
    const page = await openPage(site, { viewport: { width: 1440, height: 900 } });
    const isAdmin = name.startsWith('admin');
    if (!withoutLogin.has(name))
      await logIn(page, isAdmin ? 'admin' : 'clinician', {
        clinic: CLINIC,
        username: isAdmin ? 'adminmusterstadt' : 'therapie1',
        secret: STAFF_PASSWORD,
      });
    const found: string[] = [];
    await lead(page, async (what) => {
      // A state that is not where the list of pages says would check the wrong page.
      assert.equal(new URL(page.url()).pathname, pages[name as StaffPage]);
      found.push(...(await findingsOf(page)).map((one) => `${what}, ${one}`));
    });
    assert.deepEqual(found, []);
  });
}
