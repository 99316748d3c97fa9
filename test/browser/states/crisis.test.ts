import { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { aClinic, aPatient, type TestClinic } from '../../builders.ts';
import { type Proxy, startProxy } from '../../faults/proxy.ts';
import { nextPage } from '../answer-page.ts';
import { openPage, openSite, type Site } from '../browser.ts';
import { answerFirstPage, crisisSurvey, onHelpPage } from '../crisis-survey.ts';
import { openSurvey, phone } from '../patient.ts';
import { press, reads } from './steps.ts';
import { walk } from './walk.ts';

// What a patient sees after an answer that shows danger (product 19.5).

let site: Site;
let clinic: TestClinic;
let proxy: Proxy;
before(async () => {
  site = await openSite({}, { survey: crisisSurvey({ patientReport: 'on' }) });
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
  proxy = await startProxy(Number(new URL(site.origin).port));
});
after(() => proxy.close());

async function openAnswered(at: Site = site): Promise<Page> {
  const page = await openPage(at, phone);
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  await answerFirstPage(page);
  return page;
}

walk('an answer that shows danger', {
  reader: 'patient',
  open: () => openAnswered(),
  states: [
    {
      name: 'the page of help',
      page: 'survey',
      reach: async (page) => {
        await press(page, 'Weiter');
        await onHelpPage(page);
      },
    },
    {
      name: 'the home with help',
      page: 'patientHome',
      reach: async (page) => {
        await press(page, 'Pause machen');
        await page.getByRole('heading', { level: 2, name: 'Hilfe in einer Krise' }).waitFor();
      },
    },
    {
      name: 'the home after the end, with a report that the clinician reads first',
      page: 'patientHome',
      reach: async (page) => {
        await page.getByRole('link', { name: 'Befragung fortsetzen' }).first().click();
        await onHelpPage(page);
        await nextPage(page);
        await page.getByRole('radio').first().check();
        await nextPage(page);
        await page.waitForURL('**/patients');
        await reads(page, 'Ihren Bericht „Erstgespräch“ liest zuerst Ihre Therapeutin');
      },
    },
    {
      name: 'the page of that report',
      page: 'patientReport',
      reach: async (page, path) => {
        await page.goto(path);
        await reads(page, 'Ihren Bericht „Erstgespräch“ liest zuerst Ihre Therapeutin');
      },
    },
  ],
});

walk('an answer that shows danger and cannot be sent', {
  reader: 'patient',
  open: () => openAnswered({ ...site, origin: `http://127.0.0.1:${proxy.port}` }),
  states: [
    {
      name: 'the page of help',
      page: 'survey',
      reach: async (page) => {
        proxy.setMode('cut-request');
        proxy.dropConnections();
        await press(page, 'Weiter');
        await onHelpPage(page);
        await reads(page, 'Ihre Antwort ist noch nicht gesendet.');
      },
    },
  ],
});
