import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { clinicNamed, inClinic } from '../builders.ts';
import { type Proxy, type ProxyMode, startProxy } from '../faults/proxy.ts';
import { openPage, openDemoSite, type Site } from './browser.ts';
import { logInAsPatient, phone } from './patient.ts';

// The home's card: how long the survey takes, how far it has come, what comes after it, and that nothing jumps.

const clinic = { name: 'Ambulanz Musterstadt' };
let site: Site;
let proxy: Proxy;
// The demo data have windows in every state.
before(async () => {
  const server = await openDemoSite();
  proxy = await startProxy(Number(new URL(server.origin).port));
  site = { ...server, origin: `http://127.0.0.1:${proxy.port}` };
});
after(() => proxy.close());

async function openHome(code: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(site, options);
  await logInAsPatient(page, clinic, { name: code });
  await card(page).getByRole('heading', { level: 3 }).first().waitFor();
  return page;
}

const card = (page: Page) => page.locator('#current');

test('the home says how long a survey takes, and at its pause how far it has come', async () => {
  const fresh = await openHome('P1001', phone);
  await card(fresh).getByText('etwa 15 Minuten · jederzeit unterbrechen').waitFor();
  await card(fresh).getByRole('link', { name: 'Befragung starten' }).waitFor();
  const begun = await openHome('P1002', phone);
  const reached = await card(begun)
    .getByText(/^\d+ % geschafft, noch etwa \d+ Minuten$/)
    .innerText();
  assert.equal(await card(begun).getByRole('progressbar').getAttribute('value'), /\d+/.exec(reached)?.[0]);
});

rare('a survey whose first page was only looked at is not shown as 0 % done', async () => {
  const page = await openHome('P1007', phone);
  await card(page).getByRole('link', { name: 'Befragung starten' }).click();
  await page.getByRole('link', { name: 'Pause machen' }).click();
  await page.getByRole('button', { name: 'Befragung verlassen' }).click();
  await card(page).getByRole('link', { name: 'Befragung fortsetzen' }).waitFor();
  await card(page).getByText('etwa 15 Minuten · jederzeit unterbrechen').waitFor();
  assert.equal(await card(page).getByRole('progressbar').count(), 0);
});

test('after the survey the home thanks, says what happens now, and offers help and the way out', async () => {
  const page = await openHome('P1003', phone);
  const text = await card(page).innerText();
  assert.match(text, /Vielen Dank, alles erledigt!/);
  assert.match(text, /kann Ihre Antworten jetzt ansehen/);
  assert.match(text, /Als Nächstes: „Verlauf 1“ ab dem/);
  await card(page).getByRole('button', { name: 'Hilfe in einer Krise' }).click();
  await page.getByRole('dialog').getByRole('link', { name: /112/ }).waitFor();
  await page.keyboard.press('Escape');
  await card(page).getByRole('button', { name: 'Abmelden' }).click();
  await page.waitForURL('**/loginpatient');
});

rare(
  'the home says who reads the answers after the therapy, and once they were read what the report says',
  async () => {
    const page = await openHome('P1005', phone);
    const text = await card(page).innerText();
    const said = /Gelesen von Ihrer Therapeutin oder Ihrem Therapeuten am [\d.]+\./.exec(text)?.[0];
    assert.ok(said, text);
    assert.doesNotMatch(text, /nicht sofort gelesen/);
    await card(page)
      .getByRole('link', { name: /^Bericht ansehen/ })
      .click();
    await page.getByText(said).waitFor();
    const clinicId = await clinicNamed(site.services, clinic.name);
    await inClinic(site.services, clinicId, (db) =>
      db.updateTable('survey_sessions').set({ report_viewed_at: null }).execute(),
    );
    const later = await openHome('P1005', phone);
    await card(later)
      .getByText('Ihre frühere Klinik kann Ihre Antworten jetzt ansehen. Sie werden nicht sofort gelesen.')
      .waitFor();
  },
);

/** Loads the home anew and gives the sum of its layout shifts and the sentences that were on it on the way. */
async function loadHome(page: Page, mode: ProxyMode): Promise<{ shift: number; sentences: string }> {
  await page.addInitScript(() => {
    const seen = { shift: 0, sentences: '' };
    Object.assign(window, { seen });
    // Chromium knows layout-shift entries; the types of the DOM do not.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    new MutationObserver(() => {
      if (!document.querySelector('#current'))
        seen.sentences += document.querySelector('main')?.textContent ?? '';
    }).observe(document, { childList: true, subtree: true });
  });
  proxy.setMode(mode);
  await page.reload();
  await card(page).getByRole('heading', { level: 3 }).first().waitFor();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
  proxy.setMode('pass');
  return page.evaluate(() => (window as unknown as { seen: { shift: number; sentences: string } }).seen);
}

for (const [kind, mode] of [
  ['normal', 'pass'],
  ['slow', { delay: 700 }],
] as const)
  rare(`nothing jumps and nothing false is said while the home loads on a ${kind} network`, async () => {
    for (const options of [phone, { viewport: { width: 390, height: 664 } }, {}])
      for (const code of ['P1001', 'P1003', 'P1005']) {
        const { shift, sentences } = await loadHome(await openHome(code, options), mode);
        assert.ok(shift < 0.02, `${code} ${JSON.stringify(options)}: ${shift}`);
        assert.doesNotMatch(sentences, /keine Befragung offen/);
      }
  });

rare('the tabs of the surveys are equally wide on a phone, and none is cut', async () => {
  const page = await openHome('P1001', { viewport: { width: 390, height: 664 } });
  await page.getByRole('main').getByRole('button', { name: 'Befragungen', exact: true }).click();
  const tabs = await page.getByRole('tab').evaluateAll((all) =>
    all.map((tab) => ({
      width: Math.round(tab.getBoundingClientRect().width),
      isCut: tab.scrollWidth > tab.clientWidth || tab.getBoundingClientRect().right > window.innerWidth,
    })),
  );
  assert.equal(tabs.length, 3);
  const widths = tabs.map(({ width }) => width);
  assert.ok(Math.max(...widths) - Math.min(...widths) <= 12, widths.join());
  assert.ok(tabs.every(({ isCut }) => !isCut));
});
