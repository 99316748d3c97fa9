import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { aClinic, aPatient, type TestClinic } from '../builders.ts';
import { answerPage, nextPage } from './answer-page.ts';
import { openPage, openSite, type Site } from './browser.ts';
import { everyItemSurvey } from './every-item.ts';
import { openSurvey } from './patient.ts';

// The line from 0 to 100 under a finger and a mouse: only a meant answer is one, and every number can be given.

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite({}, { survey: everyItemSurvey() });
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const touchPhone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

const QUESTION = 'Wie geht es Ihnen heute?';

const slider = (page: Page) => page.getByRole('slider', { name: QUESTION });
const number = (page: Page) => page.getByRole('textbox', { name: QUESTION });

async function openSlider(options: Parameters<typeof openPage>[1]): Promise<Page> {
  const page = await openPage(site, options);
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  await page.getByRole('heading', { level: 1, name: 'Auswählen' }).waitFor();
  await answerPage(page);
  await nextPage(page);
  await slider(page).scrollIntoViewIfNeeded();
  return page;
}

type Point = { x: number; y: number };

/** The place of a share of the line, from 0 to 1, as pixels of the window. */
async function lineAt(page: Page, share: number): Promise<Point> {
  const { left, top, width, height } = await slider(page).evaluate((line) =>
    line.getBoundingClientRect().toJSON(),
  );
  return { x: left + width * share, y: top + height / 2 };
}

/** Moves one finger through the points, as a screen reports it. */
async function drag(page: Page, points: readonly Point[]): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  for (const [index, point] of points.entries())
    await touch(finger, index === 0 ? 'touchStart' : 'touchMove', [point]);
  await touch(finger, 'touchEnd', []);
}

function touch(finger: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) {
  return finger.send('Input.dispatchTouchEvent', { type, touchPoints });
}

/** The way of a thumb that scrolls: mostly down the page, never exactly. */
async function scrollFrom(page: Page, share: number): Promise<number> {
  const { x, y } = await lineAt(page, share);
  const before = await page.evaluate(() => scrollY);
  const steps = Array.from({ length: 20 }, (_, step) => ({ x: x + step / 2, y: y - step * 10 }));
  await drag(page, steps);
  await page.waitForFunction((from) => Math.abs(scrollY - from) > 50, before);
  return (await page.evaluate(() => scrollY)) - before;
}

test('a scroll that begins on the line neither answers the question nor changes a given answer', async () => {
  const page = await openSlider(touchPhone);
  await scrollFrom(page, 0.22);
  assert.equal(await number(page).inputValue(), '');

  await number(page).fill('70');
  await page.evaluate(() => scrollTo(0, 0));
  await scrollFrom(page, 0.3);
  assert.equal(await number(page).inputValue(), '70');
});

rare('a tap in the middle of the line gives 50, and a tap on an end gives the end', async () => {
  const page = await openSlider(touchPhone);
  for (const [share, value] of [
    [0.5, '50'],
    [0.01, '0'],
    [0.99, '100'],
  ] as const) {
    await drag(page, [await lineAt(page, share)]);
    assert.equal(await number(page).inputValue(), value);
  }
});

rare('a finger that begins anywhere on the line and moves along it draws the knob with it', async () => {
  const page = await openSlider(touchPhone);
  const shares = [0.2, 0.25, 0.35, 0.5, 0.65, 0.75];
  await drag(page, await Promise.all(shares.map((share) => lineAt(page, share))));
  assert.ok(Math.abs(Number(await number(page).inputValue()) - 77) < 3, await number(page).inputValue());
});

rare(
  'a press of the mouse in the middle of the line gives 50, and a drawn mouse takes the knob along',
  async () => {
    const page = await openSlider({});
    const middle = await lineAt(page, 0.5);
    await page.mouse.click(middle.x, middle.y);
    assert.equal(await number(page).inputValue(), '50');
    assert.ok(await slider(page).evaluate((line) => line === document.activeElement));

    await page.mouse.down();
    const end = await lineAt(page, 1);
    await page.mouse.move(end.x, end.y, { steps: 4 });
    await page.mouse.up();
    assert.equal(await number(page).inputValue(), '100');
  },
);

test('the buttons beside the number change it by one and stop at the ends, and a screen reader hears the result', async () => {
  const page = await openSlider(touchPhone);
  const less = page.getByRole('button', { name: `Eins weniger: ${QUESTION}` });
  const more = page.getByRole('button', { name: `Eins mehr: ${QUESTION}` });
  await more.tap();
  assert.equal(await number(page).inputValue(), '51', 'the buttons begin where the knob stands');
  await less.tap();
  assert.equal(await number(page).inputValue(), '50');
  await page.getByRole('status').getByText('50', { exact: true }).waitFor();
  for (const [typed, button] of [
    ['0', less],
    ['100', more],
  ] as const) {
    await number(page).fill(typed);
    await button.tap();
    assert.equal(await number(page).inputValue(), typed);
  }
});

rare(
  'the words that say what to do and what the ends mean belong to the line and to the number',
  async () => {
    const demonstration = await openSite();
    const practice = await aClinic(demonstration.services, { name: 'Ambulanz Musterstadt' });
    const page = await openPage(demonstration, touchPhone);
    await openSurvey(page, practice, await aPatient(demonstration.services, practice.id));
    const line = page.getByRole('slider');
    while (!(await line.isVisible())) {
      await answerPage(page);
      await nextPage(page);
    }
    const described = (control: typeof line) =>
      control.evaluate(({ ariaDescribedByElements: all }) =>
        all?.map(({ textContent }) => textContent).join(' '),
      );
    const ends = /0 = die schlechteste Gesundheit.*, 100 = die beste Gesundheit/;
    assert.match((await described(line)) ?? '', ends);
    const box = await described(page.locator('[data-item] input[type=text]'));
    assert.match(box ?? '', ends);
    assert.match(box ?? '', /Oder Zahl von 0 bis 100 eingeben:/);
    assert.ok(await page.getByText('Tippen Sie auf die Linie oder ziehen Sie den Regler:').isVisible());
  },
);
