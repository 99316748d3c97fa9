import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { type Page as PageName, pages } from '../../../src/contract/pages.ts';
import { isWhole } from '../../amount.ts';
import { type Look, looksAt, type Reader, wear } from './looks.ts';
import { findingsOf } from './findings.ts';

// The table of states: the files of this folder, and `states.test.ts` of an extension, bring a page to every state that a
// person meets, and each state is looked at once, by all checkers. Beside this table no test calls a checker.

export type State = {
  name: string;
  /** The page of the contract that shows it. Null for everything else that a browser can show. */
  page: PageName | null;
  /** The component of the dialog that is open. */
  dialog?: string;
  /**
   * The button of a menu, or of another part that closes when the window changes its size. It is pressed for each look in
   * which it is shown.
   */
  opener?: string | RegExp;
  /** The state ends when the focus moves, so no look walks through the controls. */
  endsWithFocus?: boolean;
  /** Leads there from the state before. `path` is the address of the page. */
  reach?: (page: Page, path: string) => Promise<unknown>;
};

type Way = {
  reader: Reader;
  /** Opens the page at which the first state begins. */
  open: () => Promise<Page>;
  /** In the order in which a person would walk through them. */
  states: readonly State[];
};

let turn = 0;

/** A test that walks through states, and finds nothing in any of them that shuts a person out. */
export function walk(title: string, { reader, open, states }: Way): void {
  const first = turn;
  turn += states.length;
  test(`${title}: everybody can use each state`, async () => {
    const page = await open();
    const usual = page.viewportSize() ?? { width: 1440, height: 900 };
    const browser = await page.context().newCDPSession(page);
    const plain = { name: 'as it was', ...usual };
    assert.ok(states.length > 0);
    const found: string[] = [];
    for (const [index, state] of states.entries()) {
      await state.reach?.(page, state.page ? pages[state.page] : '');
      await assertIsThere(page, state);
      const looks = looksAt(reader, first + index, isWhole);
      const seen = await visit(page, browser, { state, reader, looks });
      found.push(...seen.map((one) => `${state.name}, ${one}`));
      await wear(page, browser, plain);
    }
    assert.deepEqual(found, []);
  });
}

// A state that is not where the table says would be a check of something else.
async function assertIsThere(page: Page, { name, page: shown, dialog, opener }: State): Promise<void> {
  if (shown) assert.equal(new URL(page.url()).pathname, pages[shown], name);
  if (dialog && !opener) await page.locator('dialog[open]').last().waitFor();
  if (!dialog) assert.equal(await page.locator('dialog[open]').count(), 0, `${name}: a dialog is open`);
}

type Visit = { state: State; reader: Reader; looks: readonly Look[] };

async function visit(page: Page, browser: CDPSession, { state, reader, looks }: Visit): Promise<string[]> {
  const found: string[] = [];
  let count = 0;
  for (const look of looks) {
    await wear(page, browser, look);
    if (!(await openAgain(page, state))) continue;
    // The pointer must not rest on a control that explains itself.
    await page.mouse.move(0, 0);
    const isWalked = look.isWalked === true && !state.endsWithFocus;
    const seen = await findingsOf(page, reader, { ...look, isWalked });
    found.push(...seen.map((one) => `${look.name}: ${one}`));
    count += 1;
    if (state.opener) await page.keyboard.press('Escape');
  }
  assert.ok(count > 1, `${state.name} was looked at ${count} times`);
  return found;
}

/** False where the look has no button that opens the state. */
async function openAgain(page: Page, { opener, dialog }: State): Promise<boolean> {
  if (!opener) return true;
  const button = page.getByRole('button', { name: opener, exact: true }).first();
  if (!(await button.isVisible())) return false;
  await button.click();
  await page.locator(dialog ? 'dialog[open]' : '[role=menu]').waitFor();
  return true;
}
