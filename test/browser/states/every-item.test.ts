import { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { buildApp } from '../../../src/server/app.ts';
import { aClinic, aPatient, type TestClinic } from '../../builders.ts';
import { type Proxy, startProxy } from '../../faults/proxy.ts';
import { answerPage, nextPage } from '../answer-page.ts';
import { openPage, openSite, type Site, webFolder } from '../browser.ts';
import { everyItemSurvey } from '../every-item.ts';
import { matrixSurvey } from '../matrix-survey.ts';
import { logInAsPatient, openSurvey, phone } from '../patient.ts';
import { leave, press, reads } from './steps.ts';
import { walk } from './walk.ts';

// Consent, every kind of question, and what can go wrong in a survey.

let site: Site;
let clinic: TestClinic;
let proxy: Proxy;
before(async () => {
  site = await openSite({}, { survey: everyItemSurvey('on') });
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
  proxy = await startProxy(Number(new URL(site.origin).port));
});
after(() => proxy.close());

async function openHome(at: Site = site): Promise<Page> {
  const page = await openPage(at, phone);
  await logInAsPatient(page, clinic, await aPatient(site.services, clinic.id));
  return page;
}

async function consent(page: Page): Promise<void> {
  await page.getByRole('checkbox').check();
  await press(page, 'Einwilligen und weiter');
}

const titled = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor();

/** Answers the shown page and waits for the next one. */
const next = (title: string) => async (page: Page) => {
  await answerPage(page);
  const since = page.getByLabel('Seit wann?');
  if (await since.isVisible()) await since.fill('29.02.2024');
  await nextPage(page);
  await titled(page, title);
};

/** The dialog of the end counts in such steps, and closes by itself at their end. */
const COUNT_MS = 80;

const withoutTimersOf = (page: Page, left: number) =>
  page.evaluate((milliseconds) => {
    const { setTimeout: later } = window;
    const others = (work: () => void, wait?: number) => (wait === milliseconds ? 0 : later(work, wait));
    Reflect.set(window, 'setTimeout', others);
  }, left);

walk('a whole survey', {
  reader: 'patient',
  open: () => openHome(),
  states: [
    {
      name: 'the consent',
      page: 'survey',
      reach: async (page) => {
        await page.getByRole('link', { name: 'Befragung starten' }).first().click();
        await titled(page, 'Einwilligung in die Teilnahme an der Studie');
      },
    },
    {
      name: 'the consent that was not ticked',
      page: 'survey',
      reach: async (page) => {
        await press(page, 'Einwilligen und weiter');
        await reads(page, 'setzen Sie bitte das Häkchen');
      },
    },
    {
      name: 'choices',
      page: 'survey',
      reach: async (page) => {
        await consent(page);
        await titled(page, 'Auswählen');
      },
    },
    {
      name: 'missing choices',
      page: 'survey',
      reach: async (page) => {
        await press(page, 'Weiter');
        await reads(page, 'Bitte beantworten Sie diese Frage.');
      },
    },
    { name: 'numbers', page: 'survey', reach: next('Zahlen') },
    {
      name: 'refused numbers',
      page: 'survey',
      reach: async (page) => {
        await page.getByRole('textbox', { name: 'Wie viele?' }).fill('drei');
        await page.getByRole('textbox', { name: 'Wie groß?' }).fill('0,0');
        await page.getByRole('textbox', { name: 'Seit wann?' }).fill('31.02.2024');
        await press(page, 'Weiter');
        await reads(page, 'Bitte geben Sie nur Zahlen ein.');
      },
    },
    { name: 'words', page: 'survey', reach: next('Worte') },
    { name: 'addresses', page: 'survey', reach: next('Adressen') },
    {
      name: 'the end',
      page: 'survey',
      dialog: 'FinishDialog',
      reach: async (page) => {
        await withoutTimersOf(page, COUNT_MS);
        await answerPage(page);
        await press(page, 'Weiter');
        await page.getByRole('dialog', { name: 'Vielen Dank!' }).waitFor();
      },
    },
  ],
});

walk('a matrix of questions', {
  reader: 'patient',
  open: async () => {
    const tabled = await openSite({}, { survey: matrixSurvey() });
    const ambulance = await aClinic(tabled.services, { name: 'Ambulanz Beispielhausen' });
    const page = await openPage(tabled, phone);
    await openSurvey(page, ambulance, await aPatient(tabled.services, ambulance.id));
    return page;
  },
  states: [
    {
      name: 'its rows',
      page: 'survey',
      reach: async (page) => {
        await page.getByRole('radio', { name: 'ja' }).check();
        await nextPage(page);
        await page.getByRole('group', { name: 'Wie oft' }).waitFor();
      },
    },
    {
      name: 'rows that are missing',
      page: 'survey',
      reach: async (page) => {
        await page.getByRole('radio').first().check();
        await page.getByRole('checkbox', { name: 'Trifft nicht zu' }).nth(1).check();
        await press(page, 'Weiter');
        await reads(page, 'Bitte beantworten Sie diese Frage.');
      },
    },
  ],
});

walk('the consent in the profile', {
  reader: 'patient',
  open: async () => {
    const page = await openHome();
    await page.getByRole('link', { name: 'Befragung starten' }).first().click();
    await consent(page);
    await titled(page, 'Auswählen');
    return page;
  },
  states: [
    {
      name: 'its text',
      page: 'patientHome',
      reach: async (page, path) => {
        await page.goto(path);
        await press(page, 'Profil');
        await page.getByText('Text der Einwilligung lesen').click();
      },
    },
    {
      name: 'the question before the withdrawal',
      page: 'patientHome',
      dialog: 'WithdrawModal',
      reach: async (page) => {
        await press(page, 'Einwilligung widerrufen');
        await reads(page, 'Offene und geplante Befragungen werden beendet.');
      },
    },
    {
      name: 'withdrawn',
      page: 'patientHome',
      reach: async (page) => {
        await press(page, 'Einwilligung widerrufen');
        await reads(page, 'Ihre Einwilligung ist widerrufen.');
        await leave(page);
        await reads(page, /^Widerrufen am/);
      },
    },
  ],
});

let began = 0;

async function openQuestions(at: Site = site, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await openPage(at, phone);
  await prepare?.(page);
  began = Date.now();
  await logInAsPatient(page, clinic, await aPatient(site.services, clinic.id));
  await page.getByRole('link', { name: 'Befragung starten' }).first().click();
  await consent(page);
  await titled(page, 'Auswählen');
  return page;
}

walk('a survey without a connection', {
  reader: 'patient',
  open: () => openQuestions({ ...site, origin: `http://127.0.0.1:${proxy.port}` }),
  states: [
    {
      name: 'answers that wait',
      page: 'survey',
      reach: async (page) => {
        await answerPage(page);
        proxy.setMode('cut-request');
        await press(page, 'Weiter');
        await reads(page, 'Keine Verbindung zum Server.');
      },
    },
  ],
});

walk('a survey whose script fails', {
  reader: 'patient',
  open: () => openQuestions(),
  states: [
    {
      name: 'the message',
      page: 'survey',
      dialog: 'Messages',
      reach: async (page) => {
        // The error is made on purpose.
        page.removeAllListeners('pageerror');
        await page.evaluate(() => {
          const stack = `Error: x\n at ${location.origin}/assets/main.js:1:1`;
          const error = Object.assign(new Error('x'), { stack });
          window.dispatchEvent(new ErrorEvent('error', { error }));
        });
        await page.getByRole('alertdialog', { name: 'Irgendetwas ist schief gelaufen.' }).waitFor();
      },
    },
  ],
});

const IDLE_MS = 30 * 60_000;

walk('a survey without a touch for half an hour', {
  reader: 'patient',
  // A refresh would begin the half hour again.
  open: () => openQuestions(site, (page) => page.route('**/api/refresh-tokens', () => undefined)),
  states: [
    {
      name: 'the warning',
      page: 'survey',
      dialog: 'IdleWarning',
      reach: async (page) => {
        await page.evaluate((at) => Reflect.set(Date, 'now', () => at), began + IDLE_MS - 5000);
        await page.getByRole('alertdialog', { name: 'Achtung!' }).waitFor();
      },
    },
  ],
});

walk('a question that a newer server sends', {
  reader: 'patient',
  open: async () => {
    const { services } = site;
    const { registry } = services;
    const pinnedInstruments: typeof registry.pinnedInstruments = async (...wanted) =>
      JSON.parse(
        JSON.stringify(await registry.pinnedInstruments(...wanted)).replaceAll(
          '"type":"QUESTION_SELECT"',
          '"type":"HOLOGRAM"',
        ),
      );
    const app = await buildApp({ ...services, registry: { ...registry, pinnedInstruments } }, { webFolder });
    after(() => app.close());
    return openQuestions({ services, origin: await app.listen({ host: '127.0.0.1', port: 0 }) });
  },
  states: [
    {
      name: 'explained',
      page: 'survey',
      reach: (page) => reads(page, 'Dieser Fragetyp ist nicht implementiert.'),
    },
  ],
});
