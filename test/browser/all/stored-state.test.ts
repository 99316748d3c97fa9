import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { UserType } from '../../../src/contract/accounts.ts';
import { STAFF_PASSWORD } from '../../../src/server/demo/demo-plan.ts';
import { logIn, openPage, openDemoSite, type Site } from '../browser.ts';
import { rowOf } from '../clinician.ts';

// Cookies, storage and history may hold what another version, another site of the domain or a person wrote there.

const CLINIC = 'Ambulanz Musterstadt';

let site: Site;
before(async () => {
  site = await openDemoSite();
});

const form = (value: unknown) => encodeURIComponent(`1 ${JSON.stringify(value)}`);
const unknownView = {
  sort: { id: 'nothing', desc: true },
  filters: { nothing: { text: 'x', operator: '==' }, ['__proto__x']: { text: 'y', operator: '<' } },
  preset: 'nothing',
};

const broken = [
  '%',
  '',
  'null',
  '5',
  '{bad',
  '[]',
  '{"hidden":null}',
  '{"clinicId":5,"userName":{}}',
  form('{bad'),
  form(5),
  form(null),
  form({ hidden: null }),
  form({ hidden: [5], views: [null] }),
  form({ hidden: ['nothing'], views: [unknownView] }),
  form(unknownView),
  form({ sort: 'code', filters: null }),
];

const homes = {
  clinician: ['therapie1', STAFF_PASSWORD, (page: Page) => rowOf(page, 'P1001')],
  admin: ['adminmusterstadt', STAFF_PASSWORD, (page: Page) => rowOf(page, 'P1001')],
  patient: ['P1001', '01.01.1990', (page: Page) => page.getByRole('heading', { name: 'Willkommen' })],
} as const satisfies Record<UserType, readonly [string, string, (page: Page) => Locator]>;

/** Fails where the page shows an error in place of its content. */
async function opens(page: Page, shown: Locator, what: string): Promise<void> {
  const failed = page.getByRole('button', { name: 'Seite neu laden' });
  await shown
    .or(failed)
    .first()
    .waitFor()
    .catch(async (error: Error) =>
      assert.fail(`${what}: ${await page.locator('body').innerText()} ${error.message}`),
    );
  assert.equal(await failed.count(), 0, what);
}

async function openHome(userType: UserType): Promise<Page> {
  const page = await openPage(site);
  const [username, secret, shown] = homes[userType];
  await logIn(page, userType, { clinic: CLINIC, username, secret });
  await shown(page).waitFor();
  if (userType !== 'clinician') return page;
  // A kept view and a hidden column write the cookies of the table.
  await page.getByLabel('Filter: Geschlecht').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Ansichten und Spalten' }).click();
  await page.getByRole('menuitem', { name: 'Diese Ansicht merken' }).click();
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
  return page;
}

for (const userType of ['clinician', 'admin', 'patient'] as const)
  test(`the ${userType}’s home forgets broken cookies and opens`, async () => {
    const page = await openHome(userType);
    const names = await page.evaluate(() =>
      document.cookie.split('; ').map((pair) => pair.split('=')[0] ?? ''),
    );
    assert.ok(names.length > (userType === 'clinician' ? 1 : 0), names.join());
    for (const name of names)
      for (const value of broken) {
        await page.evaluate(([key, text]) => (document.cookie = `${key}=${text}; Path=/`), [
          name,
          value,
        ] as const);
        await page.reload();
        await opens(page, homes[userType][2](page), `${name}=${value}`);
      }
  });

for (const userType of ['clinician', 'admin', 'patient'] as const)
  test(`the ${userType}’s home forgets a broken storage and a broken history, and opens or asks for a login`, async () => {
    const page = await openHome(userType);
    const login = page.getByRole('button', { name: 'Anmelden' });
    const before = await page.evaluate(() => ({ ...sessionStorage }));
    const { href } = await page.evaluate(() => ({ href: location.href }));
    const state: unknown = await page.evaluate(() => history.state);
    for (const name of Object.keys(before))
      for (const value of broken) {
        await page.evaluate(([key, text]) => sessionStorage.setItem(key, text), [name, value] as const);
        await page.reload();
        await opens(page, homes[userType][2](page).or(login), `${name}=${value}`);
        await page.evaluate(
          ([kept, address, entry]) => {
            for (const [key, text] of Object.entries(kept)) sessionStorage.setItem(key, text);
            history.replaceState(entry, '', address);
          },
          [before, href, state] as const,
        );
      }
    await page.reload();
    await homes[userType][2](page).waitFor();
    for (const value of [5, 'x', [], { usr: 5, idx: 'x', key: {} }, { usr: { accordionMyPatients: {} } }]) {
      await page.evaluate((entry) => history.replaceState(entry, ''), value);
      await page.reload();
      const missing = page.getByRole('alert').getByRole('link');
      await opens(page, homes[userType][2](page).or(missing), JSON.stringify(value));
    }
  });
