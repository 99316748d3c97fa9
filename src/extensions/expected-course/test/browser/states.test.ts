import { before } from 'node:test';
import type { Page } from 'playwright-core';
import { createDemoData } from '../../../../server/demo/demo.ts';
import { STAFF_PASSWORD } from '../../../../server/demo/demo-plan.ts';
import { reportHtml } from '../../../../server/print/print-html.ts';
import { clinicianReport } from '../../../../server/reports/clinician-report.ts';
import { openBareReport, showBareReport, unfold } from '../../../../../test/browser/bare-report.ts';
import { openSite, type Site } from '../../../../../test/browser/browser.ts';
import { openMyPatients } from '../../../../../test/browser/clinician.ts';
import { press, reads } from '../../../../../test/browser/states/steps.ts';
import { walk } from '../../../../../test/browser/states/walk.ts';
import { deviate } from '../deviate.ts';
import { deviatingInput } from '../deviating.ts';

// The states of the table that this extension adds.

const CLINIC = 'Ambulanz Musterstadt';

let site: Site;
before(async () => {
  site = await openSite();
  Object.assign(site.services.registry.protocol, { expected_course: 'on' });
  await createDemoData(site.services);
  await deviate(site.services, CLINIC, 'P1005');
});

walk('a course that deviates from the expected one', {
  reader: 'staff',
  open: () => openMyPatients(site, CLINIC, { name: 'therapie1', secret: STAFF_PASSWORD }),
  states: [
    {
      name: 'above the result',
      page: 'clinicianHome',
      dialog: 'ResultModal',
      reach: async (page) => {
        await press(page, 'Anzeigen: Ergebnis von P1005');
        await page.getByRole('region', { name: 'Weicht vom erwarteten Verlauf ab' }).waitFor();
      },
    },
    {
      name: 'the form for the supervision, with what is missing',
      page: 'clinicianHome',
      dialog: 'SupervisionModal',
      reach: async (page) => {
        await press(page, 'In Supervision');
        await press(page, 'Wiedervorlegen');
        await reads(page, 'Bitte schreiben Sie kurz auf, was Sie besprechen möchten.');
      },
    },
  ],
});

walk('a report with an expected course', {
  reader: 'document',
  open: () => openBareReport(''),
  states: [
    {
      name: 'all sections open',
      page: null,
      reach: async (page: Page) => {
        await showBareReport(page, reportHtml(clinicianReport(deviatingInput())));
        await unfold(page);
      },
    },
  ],
});
