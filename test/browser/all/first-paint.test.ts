import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { uiText } from '../../../src/text/ui.ts';
import { aPatient } from '../../builders.ts';
import { aStaffedClinic } from '../admin.ts';
import { openPage, openSite } from '../browser.ts';
import { logInAsPatient, phone } from '../patient.ts';

const site = await openSite();
const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

for (const colorScheme of ['light', 'dark'] as const)
  test(`a ${colorScheme} page has its ground and a sentence before its scripts have arrived`, async () => {
    const page = await openPage(site, { ...phone, colorScheme });
    await page.route(/\.(js|css)$/, () => undefined);
    await page.goto('/loginpatient', { waitUntil: 'commit' });
    await page.getByText('Wird geladen …').waitFor();
    const first = await groundOf(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await groundOf(page), first);
  });

test('a browser with a chosen scheme paints it first, whatever the system prefers', async () => {
  const page = await openPage(site, { ...phone, colorScheme: 'dark' });
  await page.context().addCookies([{ name: 'scheme', value: 'light', url: site.origin }]);
  await page.route(/\.(js|css)$/, () => undefined);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByText('Wird geladen …').waitFor();
  const [red = 0] = (/\d+/.exec(await groundOf(page)) ?? []).map(Number);
  assert.ok(red > 200, `${red}`);
});

test('a browser without scripts shows what to do, and does not wait for the page', async () => {
  const page = await openPage(site, { ...phone, javaScriptEnabled: false });
  await page.goto('/loginpatient');
  // Playwright finds no text inside of a noscript element.
  const help = page.locator('noscript .first-help');
  await help.waitFor();
  assert.match(await help.innerText(), /^Diese Seite braucht JavaScript\. Bitte schalten Sie/);
  assert.equal(await help.locator('a').getAttribute('href'), 'tel:112');
  assert.equal(await page.getByText('Wird geladen …').isVisible(), false);
});

/** Lets the time pass that a page waits for its scripts. */
const passPatience = (page: Page) =>
  page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));

for (const file of ['app', 'main', 'vendor'])
  test(`a page whose script "${file}" does not arrive says so, and offers to load it again`, async () => {
    const page = await openPage(site, phone);
    const script = new RegExp(`/assets/${file}-[^/]*\\.js$`);
    await page.route(script, (route) => route.abort());
    // The first script cannot import the others: an error of the page.
    page.removeAllListeners('pageerror');
    await page.goto('/loginpatient');
    await page.getByText('Wird geladen …').waitFor();
    const help = page.getByRole('alert');
    assert.equal(await help.count(), 0);
    await passPatience(page);
    await help.waitFor();
    assert.match(
      await help.innerText(),
      /^Die Seite konnte noch nicht geladen werden\s+Bitte laden Sie die Seite neu\./,
    );
    assert.equal(await help.getByRole('link', { name: '112' }).getAttribute('href'), 'tel:112');
    assert.equal(await page.getByText('Wird geladen …').isVisible(), false);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await help.getByRole('link', { name: 'laden Sie die Seite neu' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await passPatience(page);
    assert.equal(await page.getByText('konnte noch nicht geladen').count(), 0);
  });

type Shown = { shift: number; waits: string[] };

/** Sums up the layout shifts of each page that is opened from now on, and notes the spinners that it shows. */
function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const shown: Shown = { shift: 0, waits: [] };
    Object.assign(globalThis, { shown });
    new PerformanceObserver((list) => {
      // Chromium knows layout-shift entries; the types of the DOM do not.
      for (const entry of list.getEntries()) shown.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLElement)
          shown.waits.push(...[node, ...node.querySelectorAll('output')].map((one) => one.textContent));
    }).observe(document, { childList: true, subtree: true });
  });
}

const shownOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { shown: Shown }).shown);

test('nothing moves when the face of the product arrives late', async () => {
  const page = await openPage(site, phone);
  const { promise: late, resolve: send } = Promise.withResolvers<void>();
  await page.route(/\.woff2$/, async (route) => {
    await late;
    await route.continue();
  });
  await watchShifts(page);
  await page.goto('/barrierefreiheit', { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  send();
  await page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => family.includes('Atkinson') && status === 'loaded'),
  );
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const { shift } = await shownOf(page);
  assert.ok(shift <= 0.02, `${shift}`);
});

test('start, login, overview and survey have one axis, the middle of a wide window', async () => {
  const clinic = await aStaffedClinic(site);
  const patient = await aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id });
  const page = await openPage(site);
  const assertCentred = async (what: string) => {
    const middle = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const { left, width } = (heading.closest('form, main > *') ?? heading).getBoundingClientRect();
      return left + width / 2 - document.documentElement.clientWidth / 2;
    });
    assert.ok(Math.abs(middle) <= 1, `${what}: ${middle} px beside the middle`);
  };
  for (const path of ['/', '/loginpatient', '/contact']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await assertCentred(path);
  }
  await logInAsPatient(page, clinic, patient);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await assertCentred('overview');
  await page.getByRole('link', { name: 'Befragung starten' }).first().click();
  await page.getByRole('button', { name: 'Weiter' }).waitFor();
  await assertCentred('survey');
});

test('overview and survey are opened again without a spinner for their parts, and nothing moves', async () => {
  const clinic = await aStaffedClinic(site);
  const patient = await aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id });
  const page = await openPage(site, phone);
  await logInAsPatient(page, clinic, patient);
  await page.getByRole('link', { name: 'Befragung starten' }).first().waitFor();
  await watchShifts(page);
  for (const [path, role, name] of [
    ['/patients', 'link', 'Befragung starten'],
    ['/patients/survey', 'button', 'Weiter'],
  ] as const) {
    await page.goto(path);
    await page.getByRole(role, { name }).first().waitFor();
    const { shift, waits } = await shownOf(page);
    assert.ok(shift <= 0.02, `${path}: ${shift}`);
    assert.ok(!waits.includes(uiText.pending), path);
  }
});
