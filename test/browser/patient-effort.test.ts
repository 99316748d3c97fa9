import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aClinic, aPatient, type TestClinic } from '../builders.ts';
import { answerPage, goOn, nextPage } from './answer-page.ts';
import { openPage, openSite, type Site } from './browser.ts';
import { openSurvey } from './patient.ts';

// What the first survey costs a thumb on a phone: taps, and screens of scrolling until the last question and "Weiter" were seen.

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const HEIGHT = 664;
const touchPhone = { viewport: { width: 390, height: HEIGHT }, hasTouch: true, isMobile: true };
const quick = (page: Page) => page.getByRole('checkbox', { name: 'Nach dem Antippen gleich weiter' });

type Effort = { pages: number; questions: number; taps: number; scrolled: number };

/** Counts one page: a tap for each question and field, and the pixels until its last question is above the bar. */
async function countPage(page: Page): Promise<{ questions: number; scrolled: number }> {
  return page.evaluate(() => {
    const items = [...document.querySelectorAll('[data-item]')];
    const asked = items.filter((item) => item.querySelector('input, select, textarea'));
    const bar = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Weiter');
    const end = items.at(-1)?.getBoundingClientRect().bottom ?? 0;
    const visible = Math.min(bar?.getBoundingClientRect().top ?? innerHeight, innerHeight);
    return { questions: asked.length, scrolled: Math.max(0, Math.round(end - visible)) };
  });
}

async function fillIn(page: Page, isQuick: boolean): Promise<Effort> {
  const effort: Effort = { pages: 0, questions: 0, taps: 0, scrolled: 0 };
  let wished = false;
  while (await goOn(page).count()) {
    const { questions, scrolled } = await countPage(page);
    const oneTap = isQuick && (await quick(page).count()) > 0;
    if (oneTap && !wished) effort.taps += 1;
    wished ||= oneTap;
    // A page that goes on by itself costs the tap on the answer alone.
    effort.taps += questions + (oneTap ? 0 : 1);
    effort.pages += 1;
    effort.questions += questions;
    effort.scrolled += scrolled;
    await answerPage(page);
    await nextPage(page);
  }
  return effort;
}

test('the first survey costs few taps and little scrolling on a phone', async (context) => {
  const page = await openPage(site, touchPhone);
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  const effort = await fillIn(page, true);
  const screens = effort.scrolled / HEIGHT;
  context.diagnostic(JSON.stringify({ ...effort, screens }));
  assert.ok(effort.questions > 30);
  // Each question costs a tap: 67 of them in the standard protocol. The rest is the wish itself and "Weiter" on seven pages.
  assert.ok(effort.taps - effort.questions <= 8, `${effort.taps} taps`);
  assert.ok(screens <= 6, `${screens} screens`);
});
