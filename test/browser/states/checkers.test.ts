import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage, openSite } from '../browser.ts';
import { phone } from '../patient.ts';
import { findingsOf } from './findings.ts';
import { looksAt, type Reader, wear } from './looks.ts';
import { opened } from './steps.ts';

// What is broken on purpose is found, in the looks of a usual run.

const site = await openSite();

/** What the looks of a usual run find on the login page after a change of it. */
async function findings(reader: Reader, spoil: (page: Page) => Promise<unknown>): Promise<string[]> {
  const page = await openPage(site, phone);
  await opened('Anmeldung für Patient*innen')(page, '/loginpatient');
  await spoil(page);
  const browser = await page.context().newCDPSession(page);
  const found: string[] = [];
  for (const look of looksAt(reader, 0, false)) {
    await wear(page, browser, look);
    found.push(...(await findingsOf(page, reader, look)));
  }
  return found;
}

const addRules = (page: Page, rules: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, rules);

const mistakes: readonly [string, RegExp, (page: Page) => Promise<unknown>][] = [
  [
    'a field without a label',
    /^label: <input/m,
    (page) => page.evaluate(() => document.querySelectorAll('main label').forEach((label) => label.remove())),
  ],
  [
    'a form that axe does not ask about: it has no button',
    /^WCAG2AA\.Principle3\.Guideline3_2\.3_2_2\.H32\.2: /m,
    (page) => page.evaluate(() => document.querySelector('main')?.append(document.createElement('form'))),
  ],
  [
    'a weak colour in the dark scheme alone',
    /^color-contrast: /m,
    (page) => addRules(page, '@media (prefers-color-scheme: dark) { main h1 { color: #333 !important } }'),
  ],
  [
    'a target of 30 px',
    /^BUTTON Anmelden \d+ × 30$/m,
    (page) =>
      addRules(
        page,
        'main [type=submit] { height: 30px !important; min-height: 0 !important; padding-block: 0 }',
      ),
  ],
  [
    'a text that large letters cut off',
    /cuts off \d+ px of its width$/m,
    (page) => addRules(page, 'main h1 { white-space: nowrap; overflow: hidden }'),
  ],
  [
    'a focus that a header covers',
    /is covered while it has the focus$/m,
    (page) =>
      page.evaluate(() => {
        const header = document.createElement('p');
        header.textContent = 'Resonanz';
        header.style.cssText =
          'position: fixed; inset: 0 0 auto; height: 200px; z-index: 9; background: Canvas';
        document.body.append(header);
      }),
  ],
  ['a control without a ring', /shows no ring$/m, (page) => addRules(page, '* { outline: none !important }')],
  [
    'a page that is too wide',
    /^the page is \d+ px wide/m,
    (page) => addRules(page, 'main h1 { width: 600px }'),
  ],
  [
    'a word that may be divided',
    /^Anmeldung für Patient\*innen$/m,
    (page) => addRules(page, 'main h1 { hyphens: auto !important; hyphenate-limit-chars: auto !important }'),
  ],
  [
    'a wrong entry that does not name its error',
    /^input#\S+ is wrong without naming its error$/m,
    (page) => page.evaluate(() => document.querySelector('main input')?.setAttribute('aria-invalid', 'true')),
  ],
  [
    'a movement that nobody asked for',
    /moves for 2 s$/m,
    (page) => addRules(page, 'main { transition: color 2s !important }'),
  ],
];

test('a page as it is has no finding', async () => {
  assert.deepEqual(await findings('patient', async () => {}), []);
});

for (const [name, finding, spoil] of mistakes)
  test(`the looks find ${name}`, async () => {
    assert.match((await findings('patient', spoil)).join('\n'), finding);
  });
