import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays } from '../../src/domain/dates.ts';
import { todayIn } from '../../src/domain/today.ts';
import { buildApp } from '../../src/server/app.ts';
import { withoutTenant } from '../../src/server/database/transaction.ts';
import { rare } from '../amount.ts';
import { inClinic, signIn } from '../builders.ts';
import { type Proxy, type ProxyMode, startProxy } from '../faults/proxy.ts';
import { answerSurvey } from '../survey-calls.ts';
import { focusedName, openPage, openDemoSite, reportStyled, type Site } from './browser.ts';
import { logInAgain, logInAsPatient, phone } from './patient.ts';

const clinic = { name: 'Ambulanz Musterstadt' };
const real = () => todayIn('Europe/Berlin', Date.now());
/** The number of days that the clock of the server is ahead. */
let daysLater = 0;

let site: Site;
let proxy: Proxy;
// The demo data have windows in every state.
before(async () => {
  const server = await openDemoSite({ today: () => addDays(real(), daysLater) });
  proxy = await startProxy(Number(new URL(server.origin).port));
  site = { ...server, origin: `http://127.0.0.1:${proxy.port}` };
});
after(() => proxy.close());

async function openHome(code: string, options = {}): Promise<Page> {
  const page = await openPage(site, options);
  await logInAsPatient(page, clinic, { name: code });
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  return page;
}

const section = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

async function openSection(page: Page, name: string): Promise<void> {
  await section(page, name).click();
}

const panel = (page: Page) => page.getByRole('tabpanel').innerText();

async function tabText(page: Page, name: string): Promise<string> {
  await page.getByRole('tab', { name }).click();
  return panel(page);
}

rare('each entry of the patient’s side menu opens its section and leads there, also on a phone', async () => {
  const page = await openHome('P1001');
  for (const name of ['Profil', 'Befragungen', 'Berichte', 'Ambulanz', 'Aktuelles']) {
    await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name }).click();
    // The pressed link has the same name and the focus first, so the section is searched in the page's content.
    await page.waitForFunction(
      (title) => document.querySelector('main button:focus')?.textContent === title,
      name,
    );
    assert.equal(await section(page, name).getAttribute('aria-expanded'), 'true', name);
  }
  await page.setViewportSize(phone.viewport);
  await page.getByRole('button', { name: 'Menü', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Ambulanz' }).click();
  await page.waitForFunction(() => document.querySelector('main button:focus')?.textContent === 'Ambulanz');
  await page.getByRole('link', { name: 'kontakt@musterstadt.example' }).waitFor();
  const box = await section(page, 'Ambulanz').boundingBox();
  assert.ok(box && box.y >= 0 && box.y < phone.viewport.height, 'the section is in sight');
});

rare('a bookmark of a section opens it at once, and after a login on another device', async () => {
  const page = await openHome('P1001');
  await page
    .getByRole('navigation', { name: 'Hauptmenü' })
    .getByRole('link', { name: 'Befragungen' })
    .click();
  const bookmark = page.url();
  assert.equal(new URL(bookmark).hash, '#survey');
  await page.goto('/impressum');
  await page.goto(bookmark);
  await page.waitForFunction(
    () => document.querySelector('main button:focus')?.textContent === 'Befragungen',
  );

  const elsewhere = await openPage(site);
  await elsewhere.goto(bookmark);
  await logInAgain(elsewhere, clinic, { name: 'P1001' });
  await elsewhere.waitForURL(bookmark);
  await elsewhere.waitForFunction(
    () => document.querySelector('main button:focus')?.textContent === 'Befragungen',
  );
  assert.equal(await section(elsewhere, 'Befragungen').getAttribute('aria-expanded'), 'true');
});

test('the title of a new page takes the focus, and English words are marked as English', async () => {
  const page = await openHome('P1001');
  await page.waitForFunction(() => document.activeElement?.textContent === 'Willkommen');
  await page.reload();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Willkommen');
  await page.getByRole('button', { name: 'Profilmenü' }).click();
  const logout = page.getByRole('menuitem', { name: 'Logout' });
  assert.equal(await logout.locator('[lang=en]').innerText(), 'Logout');
  await page.goto('/gibt-es-nicht');
  assert.equal(await page.getByText('404 Not Found').getAttribute('lang'), 'en');
});

rare('a patient sees the own ID and clinic, and no way to change a password', async () => {
  const page = await openHome('P1001');
  await openSection(page, 'Profil');
  const facts = await page.locator('#info').innerText();
  assert.match(facts, /Patient\*innen-ID\s+P1001/);
  assert.match(facts, /Klinik\s+Ambulanz Musterstadt/);
  await page.getByRole('button', { name: 'Profilmenü' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Passwort ändern' }).count(), 0);
});

test('the patient overview shows every survey window with label, dates and status', async () => {
  const page = await openHome('P1001');
  await openSection(page, 'Befragungen');
  assert.match(
    await panel(page),
    /Erstgespräch\s+\d\d\.\d\d\.\d{4} bis \d\d\.\d\d\.\d{4}\s+Ausstehend \(Nicht begonnen\)/,
  );
  assert.match(await tabText(page, 'Geplant'), /Verlauf 1\s+(\S+) bis \S+\s+Nicht Verfügbar\s+ab \1/);
  assert.match(await tabText(page, 'Abgelaufen'), /Hier erscheinen Befragungen, deren Zeitraum vorbei ist/);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await focusedName(page), 'Aktuell');
  const begun = await openHome('P1002');
  await openSection(begun, 'Befragungen');
  assert.match(await panel(begun), /Ausstehend \(begonnen\)/);
  assert.match(await begun.locator('#current').innerText(), /Sie haben schon begonnen/);
});

rare('the patient overview without an open survey names the next step', async () => {
  const expired = await openHome('P1006');
  await expired.getByText('Zurzeit ist keine Befragung offen').waitFor();
  await expired.getByText(/^Als Nächstes: „Verlauf 1“ ab dem \d\d\.\d\d\.\d{4}\.$/).waitFor();
  await openSection(expired, 'Befragungen');
  assert.match(await tabText(expired, 'Abgelaufen'), /Erstgespräch\s+\S+ bis \S+\s+Abgelaufen/);
  await openSection(expired, 'Berichte');
  await expired.getByText('Noch gibt es keinen Bericht.').waitFor();
  const done = await openHome('P1003');
  await done.getByText('Vielen Dank, alles erledigt!').waitFor();
});

test('the patient overview shows a dialog while it loads, and after a failure the reason and another try', async () => {
  const page = await openHome('P1001');
  const openAnew = async (mode: ProxyMode) => {
    await page.goto('/patients/information');
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    proxy.setMode(mode);
    await page.getByRole('link', { name: 'Aktuelles' }).click();
  };
  await openAnew({ delay: 2500 });
  await page.getByText('Ihre Daten werden geladen. Dies kann einen Moment dauern.').waitFor();
  await page.getByText('Ihre Daten werden geladen.').waitFor({ state: 'detached' });
  proxy.setMode('pass');
  await openAnew('cut-request');
  await page.getByText(/^Beim Laden der Befragungszeiträume ist ein Netzwerkfehler aufgetreten\./).waitFor();
  // The page cannot know whether an answer showed danger.
  await page.getByRole('main').getByRole('link', { name: 'Notruf 112' }).first().waitFor();
  proxy.setMode('pass');
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await page.getByRole('link', { name: 'Befragung starten' }).waitFor();
  await openAnew('cut-request');
  await page.getByRole('button', { name: 'Erneut versuchen' }).waitFor();
  proxy.setMode('pass');
  await page.evaluate(() => {
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
  });
  await page.getByRole('link', { name: 'Befragung starten' }).waitFor();
});

async function openReport(page: Page): Promise<void> {
  await openSection(page, 'Berichte');
  await page.locator('#report').getByRole('link', { name: 'Bericht ansehen: Nachsorge 6 Monate' }).click();
  await page.getByRole('heading', { name: 'Ihr Bericht: Nachsorge 6 Monate' }).waitFor();
  await reportStyled(page);
}

const scripts = (page: Page) => page.locator('script[src="/js/final_report.js"]').count();

test('a patient reads and prints the own report in plain words, with overview and help in a crisis', async () => {
  const refusals: string[] = [];
  const page = await openPage(site);
  page.on(
    'console',
    (message) => message.text().includes('Content Security Policy') && refusals.push(message.text()),
  );
  await logInAsPatient(page, clinic, { name: 'P1005' });
  assert.equal(await scripts(page), 0);
  await openReport(page);
  const report = await page.locator('.rz-report').innerText();
  // The stars are for the eyes; a screen reader hears the word.
  assert.match(report, /Geburtsdatum\s+\*+\s*verborgen\s+Geschlecht\s+\*+\s*verborgen/);
  assert.match(report, /P1005/);
  assert.ok(report.includes('Wenn es Ihnen sehr schlecht geht'));
  assert.doesNotMatch(report, /Kritisch|[Aa]uffällig|Depression|T-Wert|1990/);
  assert.equal(await scripts(page), 1);
  // The toolbar and the section links work only if the script inside the report ran.
  const overview = page.getByRole('navigation', { name: 'Inhalt' });
  await overview.getByRole('link', { name: 'Meine Gesundheit' }).click();
  await page.waitForFunction(() => {
    const top = document.querySelector('#eq5d')?.getBoundingClientRect().top ?? 9999;
    return top >= 0 && top < window.innerHeight;
  });
  await printReport(page);
  await page.getByRole('link', { name: 'Zurück zur Übersicht' }).click();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Berichte');
  assert.equal(await scripts(page), 0);
  assert.deepEqual(refusals, []);
});

async function printReport(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.print = () => (document.documentElement.dataset['printed'] = 'yes');
  });
  await page.getByText('Bericht drucken').click();
  await page.getByRole('button', { name: 'Drucken', exact: true }).click();
  await page.waitForFunction(() => document.documentElement.dataset['printed'] === 'yes');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('navigation', { name: 'Hauptmenü' }).isVisible(), false);
  assert.equal(await page.getByRole('link', { name: 'Zurück zur Übersicht' }).isVisible(), false);
  assert.equal(await page.locator('#dep').isVisible(), true);
  await page.emulateMedia({ media: null });
}

rare('a patient has two reports after the second follow-up, one for each measurement point', async () => {
  daysLater = 180;
  await answerFollowUp('P1005');
  const page = await openHome('P1005');
  await page.getByRole('heading', { name: 'Ihr Bericht „Nachsorge 12 Monate“ steht bereit' }).waitFor();
  await page.getByRole('link', { name: 'Bericht ansehen: Nachsorge 12 Monate' }).click();
  await page.getByRole('heading', { name: 'Ihr Bericht: Nachsorge 12 Monate' }).waitFor();
  const points = page.getByRole('navigation', { name: 'Messzeitpunkte' });
  assert.match((await points.locator('[aria-current=page]').innerText()) ?? '', /Nachsorge 12 Monate/);
  await points.getByRole('link', { name: 'Nachsorge 6 Monate' }).click();
  await page.getByRole('heading', { name: 'Ihr Bericht: Nachsorge 6 Monate' }).waitFor();
});

rare(
  'a report that is opened again by its address is asked for once, so that the trail has one view',
  async () => {
    const page = await openHome('P1005');
    await page
      .getByRole('link', { name: /^Bericht ansehen/ })
      .first()
      .click();
    await page.getByRole('heading', { name: /^Ihr Bericht:/ }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/reports$|patient-reports/.test(request.url())) asked.push(new URL(request.url()).pathname);
    });
    await page.reload();
    await page.getByRole('heading', { name: /^Ihr Bericht:/ }).waitFor();
    await reportStyled(page);
    assert.equal(asked.length, 2, asked.join());
    assert.equal(new Set(asked).size, 2);
  },
);

async function answerFollowUp(code: string): Promise<void> {
  const { services } = site;
  const { id: clinicId } = await withoutTenant(services.pool, (db) =>
    db.selectFrom('clinics').select('id').where('name', '=', clinic.name).executeTakeFirstOrThrow(),
  );
  const { id } = await inClinic(services, clinicId, (db) =>
    db.selectFrom('patients').select('id').where('code', '=', code).executeTakeFirstOrThrow(),
  );
  const app = await buildApp(services);
  after(() => app.close());
  await answerSurvey(app, await signIn(services, { clinicId, id, role: 'patient', name: code, secret: '' }));
}

test('the profile shows the login before this one, and the top of the home that of a device of the clinic', async () => {
  const first = await openHome('P1004', phone);
  assert.equal(await first.getByText('Zuletzt angemeldet').count(), 0);
  const second = await openHome('P1004', phone);
  assert.equal(await second.getByText('Waren Sie das nicht selbst?').isVisible(), false);
  await openSection(second, 'Profil');
  await second
    .getByText(
      /^Zuletzt angemeldet am \d\d\.\d\d\.\d{4} um \d\d:\d\d\sUhr, mit Chrome unter Linux\. Waren Sie das nicht selbst\? Dann fragen Sie bitte in Ihrer Klinik nach\.$/,
    )
    .waitFor();
  const { services } = site;
  await withoutTenant(services.pool, async (db) => {
    const { id } = await db
      .selectFrom('clinics')
      .select('id')
      .where('name', '=', clinic.name)
      .executeTakeFirstOrThrow();
    await inClinic(services, id, (own) =>
      own.updateTable('login_sessions').set({ at_staff_device: true }).execute(),
    );
  });
  const third = await openHome('P1004', phone);
  await third
    .getByRole('status')
    .filter({
      hasText:
        /^Ein neues Gerät hat sich am .* Dieses Gerät hat vorher auch jemand aus Ihrer Klinik benutzt\./,
    })
    .waitFor();
});
