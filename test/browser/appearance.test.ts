import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aStaffedClinic } from './admin.ts';
import { aPatient } from '../builders.ts';
import { openPage, openSite, stillness } from './browser.ts';
import { openMyPatients } from './clinician.ts';
import { logInAsPatient, openSurvey } from './patient.ts';

const site = await openSite();

/** Text spacing for easier reading (WCAG 1.4.12). It must not cut off any text. */
async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
        'p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

/** The texts that reach beyond the window, or beyond a box that cuts them off or scrolls. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { currentNode: text } = walker;
      const parent = text.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true })) continue;
      if (parent.closest('.visually-hidden, select')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { right, width } = range.getBoundingClientRect();
      const edge = Math.min(...boxesOf(parent).map((box) => box.getBoundingClientRect().right));
      if (width > 0 && right > edge + 1) found.push(text.textContent ?? '');
    }
    return found;
    // The inner function must travel to the page with the outer one.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    function boxesOf(element: Element): Element[] {
      const boxes: Element[] = [document.documentElement];
      for (let box: Element | null = element; box; box = box.parentElement) {
        const { overflowX, borderRightWidth } = getComputedStyle(box);
        if (overflowX !== 'visible' || parseFloat(borderRightWidth) > 0) boxes.push(box);
      }
      return boxes;
    }
  });
}

test('no text leaves its box on the smallest phone with wide text spacing', async () => {
  const page = await openPage(site, { viewport: { width: 320, height: 640 } });
  for (const path of ['/', '/loginpatient', '/contact', '/impressum', '/barrierefreiheit']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await spaceText(page);
    assert.deepEqual(await cutOff(page), [], path);
  }
});

test('a patient reads the whole overview on the smallest phone with wide text spacing', async () => {
  const clinic = await aStaffedClinic(site);
  const patient = await aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id });
  const page = await openPage(site, { viewport: { width: 320, height: 640 } });
  await logInAsPatient(page, clinic, patient);
  for (const section of ['Profil', 'Befragungen', 'Berichte', 'Ambulanz'])
    await page.getByRole('main').getByRole('button', { name: section, exact: true }).click();
  await page.getByRole('tab', { name: 'Geplant' }).waitFor();
  await spaceText(page);
  assert.deepEqual(await cutOff(page), []);
});

test('high contrast shows the chosen tab and the progress in its colours', async () => {
  const clinic = await aStaffedClinic(site);
  const patient = await aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id });
  const page = await openPage(site, { forcedColors: 'active' });
  await logInAsPatient(page, clinic, patient);
  await page.getByRole('main').getByRole('button', { name: 'Befragungen', exact: true }).click();
  const lineOf = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await lineOf('Geplant'), ground);
  assert.notEqual(await lineOf('Aktuell'), ground);
  await page.getByRole('link', { name: 'Befragung starten' }).first().click();
  const bar = page.getByRole('progressbar');
  await bar.waitFor();
  const drawnAt = async (percent: number) => {
    await bar.evaluate((progress: HTMLProgressElement, value) => {
      progress.value = value;
    }, percent);
    await stillness(page);
    return bar.screenshot();
  };
  assert.notDeepEqual(await drawnAt(20), await drawnAt(80));
});

test('a phone shows the whole list of diagnoses', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openMyPatients(site, clinic.name, clinic.weber, {
    viewport: { width: 320, height: 640 },
  });
  await page.getByRole('button', { name: 'Patient*in anlegen' }).click();
  await page.getByRole('button', { name: 'Aus der Liste wählen' }).click();
  await page.getByRole('checkbox').first().waitFor();
  assert.deepEqual(await cutOff(page), []);
});

test('a question dialog has two buttons and no cross, and Escape means the button without a change', async () => {
  const clinic = await aStaffedClinic(site);
  const patient = await aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id });
  const page = await openPage(site);
  await openSurvey(page, clinic, patient);
  await page.getByRole('link', { name: 'Profil' }).click();
  const question = page.getByRole('alertdialog', { name: 'Befragung verlassen' });
  await question.waitFor();
  assert.deepEqual(await question.getByRole('button').allInnerTexts(), [
    'Weiter ausfüllen',
    'Befragung verlassen',
  ]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  assert.match(page.url(), /\/patients\/survey$/);
});

test('each link of the landing page leads to its login or registration', async () => {
  const page = await openPage(site);
  for (const [name, path] of [
    ['Patient*in', '/loginpatient'],
    ['Mitarbeitende', '/loginclinician'],
    ['Klinik-Admin', '/loginadmin'],
    ['Admin registrieren', '/regist'],
  ] as const) {
    await page.goto('/');
    await page.getByRole('link', { name }).click();
    await page.waitForURL(`**${path}`);
  }
});
