import { before } from 'node:test';
import type { Page } from 'playwright-core';
import { aClinic, aPatient, type TestClinic } from '../../builders.ts';
import { answerPage, nextPage } from '../answer-page.ts';
import { openPage, openSite, type Site } from '../browser.ts';
import { openSurvey, phone } from '../patient.ts';
import { press, reads } from './steps.ts';
import { type State, walk } from './walk.ts';

// The survey of the standard protocol, page by page where the subject changes.

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

async function openNew(): Promise<Page> {
  const page = await openPage(site, phone);
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  return page;
}

const subject = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

async function goOn(page: Page): Promise<void> {
  await answerPage(page);
  await nextPage(page);
}

/** Answers pages until one has another subject. */
async function nextSubject(page: Page): Promise<void> {
  const before = await subject(page);
  while ((await subject(page)) === before) await goOn(page);
}

/** Answers pages until one shows the text. */
const pageWith = (text: string) => async (page: Page) => {
  while (!(await page.getByText(text).first().isVisible())) await goOn(page);
};

/** The protocol asks about so many subjects, one after the other. */
const SUBJECTS = 7;

walk('a survey on a phone', {
  reader: 'patient',
  open: openNew,
  states: Array.from({ length: SUBJECTS }, (_, index): State => ({
    name: `subject ${index + 1}`,
    page: 'survey',
    ...(index > 0 && { reach: nextSubject }),
  })),
});

walk('questions of a survey', {
  reader: 'patient',
  open: openNew,
  states: [
    {
      name: 'very large letters',
      page: 'survey',
      reach: async (page) => {
        await page.getByRole('button', { name: 'Schriftgröße' }).click();
        await page.getByRole('menuitemradio', { name: 'Sehr groß' }).click();
      },
    },
    {
      name: 'a summary of what is missing',
      page: 'survey',
      reach: async (page) => {
        await page.getByRole('button', { name: 'Schriftgröße' }).click();
        await page.getByRole('menuitemradio', { name: 'Normal' }).click();
        await goOn(page);
        await press(page, 'Weiter');
        await page.locator('[data-summary]').waitFor();
      },
    },
    {
      name: 'the line from 0 to 100',
      page: 'survey',
      reach: pageWith('Wie gut ist Ihre Gesundheit heute insgesamt?'),
    },
    {
      name: 'a chosen step of a scale',
      page: 'survey',
      reach: async (page) => {
        await pageWith('meinen festen Platz')(page);
        await page
          .getByRole('group', { name: 'Ich hatte unter diesen Menschen' })
          .getByRole('radio', { name: 'stimmt überwiegend', exact: true })
          .check();
      },
    },
    {
      name: 'an address for reminders',
      page: 'survey',
      reach: pageWith('Für alle Befragungen dieselbe Adresse'),
    },
  ],
});

walk('an address in the profile', {
  reader: 'patient',
  open: openNew,
  states: [
    {
      name: 'not confirmed yet',
      page: 'patientHome',
      reach: async (page, path) => {
        await pageWith('Für alle Befragungen dieselbe Adresse')(page);
        await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('mia.muster@web.de');
        await nextPage(page);
        await page.goto(path);
        await press(page, 'Profil');
        await reads(page, 'm…@web.de (noch nicht bestätigt)');
      },
    },
  ],
});
