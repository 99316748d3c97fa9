import { before } from 'node:test';
import type { Page } from 'playwright-core';
import { STAFF_PASSWORD } from '../../../src/server/demo/demo-plan.ts';
import { openDemoSite, reportStyled, type Site } from '../browser.ts';
import { chooseFor, openMyPatients, openPatientVersion } from '../clinician.ts';
import { leave, press, reads } from './steps.ts';
import { type State, walk } from './walk.ts';

// The home of a clinician and what it leads to, with the demo data.

let site: Site;
before(async () => {
  site = await openDemoSite();
});

async function openHome(options = {}): Promise<Page> {
  const login = { name: 'therapie1', secret: STAFF_PASSWORD };
  const page = await openMyPatients(site, 'Ambulanz Musterstadt', login, options);
  await page.getByRole('button', { name: 'P1005 bearbeiten' }).waitFor();
  return page;
}

const openResult = async (page: Page) => {
  await press(page, 'Anzeigen: Ergebnis von P1005');
  await page.getByRole('table', { name: 'Ergebnis von P1005' }).waitFor();
};

const inDialog = (page: Page) => page.getByRole('dialog').last();
const diagnoses = (page: Page) => inDialog(page).getByLabel('Diagnosen', { exact: true });

walk('the list of a clinician', {
  reader: 'staff',
  open: () => openHome(),
  states: [
    { name: 'own patients', page: 'clinicianHome' },
    { name: 'menu of a row', page: 'clinicianHome', opener: 'P1005 bearbeiten' },
    { name: 'profile menu', page: 'clinicianHome', opener: /^Profilmenü/ },
    { name: 'views and columns', page: 'clinicianHome', opener: /^Ansichten und Spalten/ },
    {
      name: 'keys',
      page: 'clinicianHome',
      dialog: 'KeysModal',
      reach: async (page) => {
        await page.getByRole('button', { name: 'Anzeigen: Ergebnis von P1005' }).focus();
        await page.keyboard.press('?');
        await page.getByRole('heading', { name: 'Tastenkürzel' }).waitFor();
      },
    },
    {
      name: 'a filter, and a view that is not kept',
      page: 'clinicianHome',
      opener: /^Ansichten und Spalten/,
      reach: async (page) => {
        await leave(page);
        await page.getByLabel('Filter: Aufnahme').fill('2025');
        await page.getByRole('button', { name: 'Filter zurücksetzen' }).waitFor();
      },
    },
    {
      name: 'a count of "Heute" that filters',
      page: 'clinicianHome',
      reach: async (page) => {
        await press(page, 'Filter zurücksetzen');
        await page
          .getByRole('region', { name: 'Heute' })
          .getByRole('button', { name: /mit ungelesenem Report/ })
          .click();
      },
    },
    {
      name: 'clinic',
      page: 'clinicianHome',
      reach: async (page) => {
        await press(page, 'Filter zurücksetzen');
        await page.getByRole('main').getByRole('button', { name: 'Klinik' }).click();
        await reads(page, 'Ihre Klinik ist die Ambulanz Musterstadt.');
      },
    },
  ],
});

const forms: readonly State[] = [
  {
    name: 'edit',
    page: 'clinicianHome',
    dialog: 'EditPatient',
    reach: async (page) => {
      await chooseFor(page, 'P1005', 'Patient*in bearbeiten');
      await diagnoses(page).waitFor();
    },
  },
  {
    name: 'edit, with a warning and a mistake',
    page: 'clinicianHome',
    dialog: 'EditPatient',
    reach: async (page) => {
      await inDialog(page).getByLabel('Entlassdatum', { exact: true }).fill('01.01.2001');
      await press(page, 'Speichern');
      await reads(page, 'Das Entlassdatum muss nach dem Aufnahmedatum liegen.');
    },
  },
  {
    name: 'checklist of diagnoses',
    page: 'clinicianHome',
    dialog: 'DiagnosisChecklist',
    reach: async (page) => {
      await press(page, 'Aus der Liste wählen');
      await inDialog(page).getByRole('checkbox').first().waitFor();
    },
  },
  {
    name: 'assign',
    page: 'clinicianHome',
    dialog: 'AssignPatient',
    reach: async (page) => {
      await leave(page);
      await chooseFor(page, 'P1005', 'Anderen Mitarbeitenden zuweisen');
      await page.getByLabel('Neue*r Mitarbeitende*r').waitFor();
    },
  },
  {
    name: 'assign, without a choice',
    page: 'clinicianHome',
    dialog: 'AssignPatient',
    reach: async (page) => {
      await press(page, 'Zuweisen');
      await reads(page, 'Sie müssen eine*n Mitarbeitende*n auswählen.');
    },
  },
  {
    name: 'register, with what is missing',
    page: 'clinicianHome',
    dialog: 'RegisterPatient',
    reach: async (page) => {
      await leave(page);
      await press(page, 'Patient*in anlegen');
      await diagnoses(page).waitFor();
      await press(page, 'Anlegen');
      await reads(page, 'Sie müssen ein Geschlecht auswählen.');
    },
  },
  {
    name: 'checklist of diagnoses, without a choice',
    page: 'clinicianHome',
    dialog: 'DiagnosisChecklist',
    reach: async (page) => {
      await press(page, 'Aus der Liste wählen');
      await press(page, 'Übernehmen');
      await reads(page, 'Sie müssen mindestens eine Diagnose wählen.');
    },
  },
  {
    name: 'suggested diagnoses',
    page: 'clinicianHome',
    dialog: 'RegisterPatient',
    endsWithFocus: true,
    reach: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Diagnosen auswählen' }).waitFor({ state: 'detached' });
      await diagnoses(page).pressSequentially('EPISODISCH PAROX');
      await page.getByRole('listbox', { name: 'Vorschläge' }).getByRole('option').first().waitFor();
    },
  },
];

walk('the forms of a clinician', { reader: 'staff', open: () => openHome(), states: forms });

walk('the surveys of a patient', {
  reader: 'staff',
  open: () => openHome(),
  states: [
    {
      name: 'status',
      page: 'clinicianHome',
      dialog: 'SurveyStatusModal',
      reach: (page) => press(page, 'Anzeigen: Befragungsstatus von P1005'),
    },
    {
      name: 'result, with every scale and the table of values',
      page: 'clinicianHome',
      dialog: 'ResultModal',
      reach: async (page) => {
        await leave(page);
        await openResult(page);
        const course = page.getByRole('region', { name: 'Verlauf von P1005' });
        await course.getByRole('img', { name: 'Depression: Verlauf' }).waitFor();
        await course.getByText('Alle weiteren Skalen').click();
        await course.getByText('Alle Werte als Tabelle').click();
      },
    },
    {
      name: 'response monitor',
      page: 'clinicianHome',
      dialog: 'MonitorButton',
      reach: async (page) => {
        await leave(page);
        await press(page, 'Rücklauf');
        await page.getByRole('table', { name: 'Befragungen nach Messzeitpunkt' }).waitFor();
      },
    },
    {
      name: 'report, with all sections open',
      page: 'clinicianReport',
      reach: async (page) => {
        await leave(page);
        await openResult(page);
        await page.getByRole('link', { name: 'Bericht öffnen: Nachsorge 6 Monate' }).click();
        await page.getByRole('button', { name: 'Kurztext kopieren' }).waitFor();
        await reportStyled(page);
        for (const details of await page.locator('.rz-report details').all())
          await details.evaluate((element) => element.setAttribute('open', ''));
      },
    },
    {
      name: 'report for patients',
      page: 'clinicianPatientReport',
      reach: openPatientVersion,
    },
    {
      name: 'information',
      page: 'clinicianInformation',
      reach: async (page) => {
        await page.getByRole('link', { name: 'Informationen' }).first().click();
        await page.getByRole('tab').first().waitFor();
      },
    },
    {
      name: 'information for patients',
      page: 'clinicianInformation',
      reach: (page) => page.getByRole('tab', { name: 'Patient*innen' }).click(),
    },
    {
      name: 'home without its state',
      page: 'clinicianHome',
      reach: async (page, path) => {
        await page.goto(path);
        await page.getByRole('alert').waitFor();
      },
    },
  ],
});

walk('the list of a clinician on a phone', {
  reader: 'staff on a phone',
  open: () => openHome({ viewport: { width: 320, height: 640 } }),
  states: [
    { name: 'cards', page: 'clinicianHome' },
    { name: 'menu of a card', page: 'clinicianHome', opener: 'P1005 bearbeiten' },
    { name: 'menu', page: 'clinicianHome', dialog: 'Sidebar', opener: 'Menü' },
    {
      name: 'response monitor',
      page: 'clinicianHome',
      dialog: 'MonitorButton',
      reach: (page) => press(page, 'Rücklauf'),
    },
    {
      name: 'checklist of diagnoses',
      page: 'clinicianHome',
      dialog: 'DiagnosisChecklist',
      reach: async (page) => {
        await leave(page);
        await press(page, 'Patient*in anlegen');
        await press(page, 'Aus der Liste wählen');
        await inDialog(page).getByRole('checkbox').first().waitFor();
      },
    },
  ],
});

walk('a list that is not there yet', {
  reader: 'staff',
  open: async () => {
    const page = await openHome();
    await page.route('**/api/auth/clinicians/patients', () => undefined);
    return page;
  },
  states: [
    {
      name: 'the data are loading',
      page: 'clinicianHome',
      dialog: 'MyPatients',
      reach: (page) => page.reload(),
    },
  ],
});
