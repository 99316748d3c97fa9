import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aClinic, aPatient, type TestClinic } from '../../builders.ts';
import { answerPage, goOn, nextPage } from '../answer-page.ts';
import { openPage, openSite, type Site } from '../browser.ts';
import { openSurvey } from '../patient.ts';

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

type Effort = { pages: number; questions: number; adaptive: number; taps: number; scrolled: number };

/** Counts one page: a tap for each question and field, and the pixels until this question is above the bar. */
async function countPage(page: Page, last: 0 | -1): Promise<{ questions: number; scrolled: number }> {
  return page.evaluate((index) => {
    const items = [...document.querySelectorAll('[data-item]')];
    const asked = items.filter((item) => item.querySelector('input, select, textarea'));
    const bar = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Weiter');
    const end = items.at(index)?.getBoundingClientRect().bottom ?? 0;
    const visible = Math.min(bar?.getBoundingClientRect().top ?? innerHeight, innerHeight);
    return { questions: asked.length, scrolled: Math.max(0, Math.round(end - visible)) };
  }, last);
}

/** One question of an adaptive test. The question about danger looks alike, but offers no wish. */
async function isAdaptive(page: Page, questions: number): Promise<boolean> {
  const often = page.getByRole('radio', { name: 'fast immer' });
  return questions === 1 && (await often.count()) === 1 && (await quick(page).count()) === 1;
}

async function fillIn(page: Page, isWished: boolean): Promise<Effort> {
  const effort: Effort = { pages: 0, questions: 0, adaptive: 0, taps: 0, scrolled: 0 };
  let isOn = false;
  while (await goOn(page).count()) {
    const isQuick = isWished && (await quick(page).count()) > 0;
    // With the wish, the page itself moves the next question into view.
    const { questions, scrolled } = await countPage(page, isQuick ? 0 : -1);
    if (isQuick && !isOn) effort.taps += 1;
    isOn ||= isQuick;
    // A page that goes on by itself costs the taps on its answers alone.
    effort.taps += questions + (isQuick ? 0 : 1);
    effort.pages += 1;
    if (await isAdaptive(page, questions)) effort.adaptive += 1;
    effort.questions += questions;
    effort.scrolled += scrolled;
    await answerPage(page);
    // An answer that shows danger leads to a page of help, which costs a tap more.
    const danger = page.locator('[data-item]', { hasText: 'Ich hatte den Wunsch' });
    if (await danger.count()) await danger.getByRole('radio', { name: 'nie', exact: true }).check();
    await nextPage(page);
  }
  return effort;
}

// Both adaptive tests together ask half of the people at most so many questions (`first-survey.test.ts`).
const ADAPTIVE = 14;

// Each question costs a tap. The rest is "Weiter", and the tap on the wish.
const most = [
  { isWished: false, taps: 97, screens: 6 },
  { isWished: true, taps: 70, screens: 3 },
];

for (const { isWished, ...limit } of most)
  test(`the first survey costs few taps and little scrolling on a phone, ${isWished ? 'with' : 'without'} going on after a tap`, async (context) => {
    const page = await openPage(site, touchPhone);
    await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
    const effort = await fillIn(page, isWished);
    const screens = effort.scrolled / HEIGHT;
    context.diagnostic(JSON.stringify({ ...effort, screens }));
    assert.ok(effort.questions > 30);
    assert.ok(effort.adaptive >= 10);
    // This robot answers without a pattern, so the tests ask it more or fewer questions than most people.
    const taps = effort.taps + (ADAPTIVE - effort.adaptive) * (isWished ? 1 : 2);
    assert.ok(taps <= limit.taps, `${taps} taps`);
    assert.ok(screens <= limit.screens, `${screens} screens`);
  });
