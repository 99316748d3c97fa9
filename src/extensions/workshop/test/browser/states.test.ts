import type { Page } from 'playwright-core';
import { aStaffedClinic, openAdminHome } from '../../../../../test/browser/admin.ts';
import { logIn, openPage, openSite, reportStyled } from '../../../../../test/browser/browser.ts';
import { opened, press, reads } from '../../../../../test/browser/states/steps.ts';
import { type State, walk } from '../../../../../test/browser/states/walk.ts';
import { stepText } from '../../text/workshop.ts';
import { goOn, MORE_KINDS, openDraft, openNew, paste, saveAndGoOn, TABLE } from './draft-page.ts';

// The states of the table that this extension adds.

const site = await openSite();
const clinic = await aStaffedClinic(site);

const own = (name: string, reach: State['reach']): State => ({
  name,
  page: 'adminQuestionnaires',
  ...(reach && { reach }),
});
const next = (step: keyof typeof stepText) => own(step, (page) => goOn(page, stepText[step].title));

/** The browser itself shows what is inside the frame of the phone. */
const phoneReads = (page: Page, words: string) =>
  page.frameLocator('iframe').getByText(words).first().waitFor();

walk('the questionnaires of a clinic', {
  reader: 'staff',
  open: () => openAdminHome(site, clinic),
  states: [
    own('the list', opened('Fragebögen')),
    own('a new one, without a file', async (page) => {
      await openNew(page);
      await press(page, 'Entwurf anlegen');
      await reads(page, 'Bitte wählen Sie zuerst eine Datei.');
    }),
    own('a table that cannot be read', async (page) => {
      await paste(page, 'Frage\nIch war müde.');
      await reads(page, /konnte nicht gelesen werden/);
    }),
    own('a structure', (page) => page.getByText('Aus einer bekannten Struktur').click()),
    own('what came in', async (page) => {
      await paste(page, `${TABLE}\n${MORE_KINDS}`);
      await reads(page, '6 Fragen sind übernommen.');
    }),
    own('basics, with a section of its own', async (page) => {
      await openDraft(page);
      await page.getByLabel('Wo steht er im Bericht?').selectOption({ label: 'in einem eigenen Abschnitt' });
      await page.getByLabel('Überschrift für Behandelnde').waitFor();
    }),
    own('licence, with its number', async (page) => {
      await saveAndGoOn(page, stepText.licence.title);
      await page.getByText('Frei nach Registrierung').click();
    }),
    own('questions', async (page) => {
      await saveAndGoOn(page, stepText.questions.title);
      await page.getByLabel('Antworten', { exact: true }).first().selectOption({ label: 'eigene Antworten' });
      await page.getByLabel('Neue Seite ab hier').nth(1).check();
    }),
    own('scoring, with cut-offs', async (page) => {
      await saveAndGoOn(page, stepText.scoring.title);
      await press(page, 'Grenzwert hinzufügen (Belastung)');
      await page.getByLabel('Wenn Antworten fehlen').selectOption({ label: 'darf eine feste Zahl fehlen' });
    }),
    own('danger', async (page) => {
      await saveAndGoOn(page, stepText.danger.title);
      await press(page, 'Frage 1: keine Antwort zeigt Gefahr');
      const marks = page.getByRole('radiogroup', { name: 'immer' }).last();
      await marks.getByText('dringend').click();
      await page.getByLabel('Was Behandelnde dazu lesen').waitFor();
    }),
    own('a preview that waits for something', async (page) => {
      await saveAndGoOn(page, stepText.preview.title);
      await reads(page, 'Diese Ansicht gibt es, sobald dies geklärt ist:');
    }),
    own('examples, equal and not equal', async (page) => {
      await goOn(page, stepText.examples.title);
      for (const [index, row] of ['0 3 0', '0 3 0 9 9 9 9 9'].entries()) {
        await page.getByLabel('Antworten', { exact: true }).nth(index).fill(row);
        await page.getByLabel('Belastung laut Manual').nth(index).fill(String(index));
      }
      await reads(page, 'nicht gleich: die Auswertung ergibt 0');
    }),
    own('signatures', (page) => saveAndGoOn(page, stepText.signatures.title)),
    next('publish'),
    own('the list with a draft', async (page) => {
      await page.getByRole('link', { name: 'Zurück zur Liste' }).click();
      await page.getByRole('link', { name: /weiter bearbeiten$/ }).waitFor();
    }),
    own('the windows, with a dry run', async (page) => {
      await page.getByRole('link', { name: 'In die Messzeitpunkte aufnehmen' }).click();
      await page.getByRole('table', { name: 'Fragebögen in den Messzeitpunkten' }).waitFor();
      await press(page, 'Probelauf');
      await reads(page, 'Der Probelauf hat nichts gespeichert.');
    }),
  ],
});

walk('a questionnaire to sign', {
  reader: 'staff',
  open: async () => {
    const admin = await openAdminHome(site, clinic);
    await admin.goto('/admin/questionnaires');
    await openNew(admin);
    await paste(admin, TABLE);
    await openDraft(admin);
    await admin.getByRole('button', { name: 'Unterschriften' }).click();
    await admin.getByLabel('Weber').check();
    await press(admin, 'Um Unterschrift bitten');
    await reads(admin, 'Die Gefragten finden den Entwurf');
    const page = await openPage(site);
    const { name, secret } = clinic.weber;
    await logIn(page, 'clinician', { clinic: clinic.name, username: name, secret });
    return page;
  },
  states: [
    { name: 'the list', page: 'clinicianQuestionnaires', reach: opened('Fragebögen') },
    {
      name: 'questions',
      page: 'clinicianQuestionnaires',
      reach: (page) => page.getByRole('button', { name: /ansehen und unterschreiben$/ }).click(),
    },
    ...['Auswertung', 'Gefahr'].map((tab): State => ({
      name: tab,
      page: 'clinicianQuestionnaires',
      reach: (page) => page.getByRole('tab', { name: tab }).click(),
    })),
    {
      name: 'the phone of the preview',
      page: 'clinicianQuestionnaires',
      reach: async (page) => {
        await page.getByRole('tab', { name: 'Vorschau' }).click();
        await phoneReads(page, 'Ich war müde.');
      },
    },
    {
      name: 'the report of the preview',
      page: 'clinicianQuestionnaires',
      reach: async (page) => {
        await page.getByRole('tab', { name: 'Bericht für Behandelnde' }).click();
        await reportStyled(page);
      },
    },
  ],
});
