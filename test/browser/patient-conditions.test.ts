import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Page as PageName, pages } from '../../src/contract/pages.ts';
import { createDemoData } from '../../src/server/demo/demo.ts';
import { aClinic, aPatient } from '../builders.ts';
import { answerPage, goOn, nextPage } from './answer-page.ts';
import { checkConditions } from './conditions.ts';
import { openPage, openSite, reportStyled, type Site } from './browser.ts';
import { everyItemSurvey } from './every-item.ts';
import { logInAsPatient } from './patient.ts';

// Large letters, zoom, text spacing, high contrast and small windows on every page that a patient can open. A new page
// of the contract is visited without a change here.

const clinic = { name: 'Ambulanz Musterstadt' };

let site: Site;
before(async () => {
  site = await openSite();
  await createDemoData(site.services);
});

const isOfStaff = (path: string) => /^\/(?:clinician|admin)(?:\/|$)/.test(path);
const isOfPatient = (path: string) => path.startsWith(pages.patientHome);
const names = (Object.keys(pages) as PageName[]).filter((name) => !isOfStaff(pages[name]));

/** What a page shows only after some steps. Each step is a state of its own. */
const steps: Partial<Record<PageName, readonly [string, (page: Page) => Promise<void>][]>> = {
  loginPatient: [
    [
      'errors',
      async (page) => {
        await page.getByText('ID vergessen?').click();
        await page.getByRole('button', { name: 'Anmelden' }).click();
        await page.getByText('Keine Klinik ausgewählt.').waitFor();
      },
    ],
    [
      'contact',
      async (page) => {
        await page.getByRole('button', { name: 'Kontakt' }).click();
        await page.getByRole('dialog', { name: 'Kontakt' }).waitFor();
      },
    ],
  ],
  patientHome: [
    [
      'sections',
      async (page) => {
        for (const name of ['Profil', 'Befragungen', 'Berichte', 'Ambulanz'])
          await page.getByRole('main').getByRole('button', { name, exact: true }).click();
        await page.getByRole('link', { name: 'Bericht ansehen: Nachsorge 6 Monate' }).last().waitFor();
      },
    ],
    ['planned', (page) => page.getByRole('tab', { name: 'Geplant' }).click()],
  ],
  patientReport: [
    [
      'everything open',
      async (page) => {
        await reportStyled(page);
        for (const summary of await page.locator('.rz-report summary').all()) await summary.click();
      },
    ],
  ],
};

async function visit(page: Page, name: PageName): Promise<void> {
  await page.goto(pages[name]);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await checkConditions(page, name);
  for (const [state, step] of steps[name] ?? []) {
    await page.setViewportSize({ width: 390, height: 844 });
    await step(page);
    await checkConditions(page, `${name}, ${state}`);
  }
}

test('every public page can be read and reached with large letters, zoom, spacing, high contrast and small windows', async () => {
  const page = await openPage(site);
  for (const name of names.filter((one) => !isOfPatient(pages[one]))) await visit(page, name);
  await page.goto('/nirgendwo');
  await page.getByRole('heading', { level: 1, name: 'Seite nicht gefunden' }).waitFor();
  await checkConditions(page, 'not found');
});

test('every page of a patient can be read and reached under the same conditions', async () => {
  const page = await openPage(site);
  await logInAsPatient(page, clinic, { name: 'P1005' });
  for (const name of names.filter((one) => isOfPatient(pages[one]) && one !== 'survey'))
    await visit(page, name);
});

test('the menus of a signed-in patient fit into the window under the same conditions', async () => {
  const page = await openPage(site, { viewport: { width: 390, height: 844 } });
  await logInAsPatient(page, clinic, { name: 'P1005' });
  await page.getByRole('button', { name: 'Profilmenü' }).click();
  await checkConditions(page, 'profile menu');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menü', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await checkConditions(page, 'menu');
});

test('consent, every kind of question and the end of a survey can be read and reached under the same conditions', async () => {
  const survey = await openSite({}, { survey: everyItemSurvey('on') });
  const { id, name } = await aClinic(survey.services);
  const patient = await aPatient(survey.services, id);
  const page = await openPage(survey);
  await logInAsPatient(page, { name }, patient);
  await page.goto(pages.survey);
  await page.getByRole('checkbox').waitFor();
  await checkConditions(page, 'consent');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Einwilligen und weiter' }).click();
  for (const title of ['Auswählen', 'Zahlen', 'Worte', 'Adressen']) {
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    // With its messages a page is at its longest.
    if (title === 'Zahlen') await goOn(page).click();
    await checkConditions(page, title);
    await answerPage(page);
    if (title === 'Zahlen') await page.getByLabel('Seit wann?').fill('29.02.2024');
    await nextPage(page);
  }
});
