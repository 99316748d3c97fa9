import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Answers the shown page of a survey: chooses the second option or types a value. */
export async function answerPage(page: Page): Promise<void> {
  const items = page.locator('[data-item]');
  const count = await items.count();
  for (let index = 0; index < count; index += 1) await answerItem(items.nth(index));
}

async function answerItem(item: ReturnType<Page['locator']>): Promise<void> {
  const radios = item.getByRole('radio');
  if ((await radios.count()) > 0) return radios.nth(1).check();
  const boxes = item.getByRole('checkbox');
  if ((await boxes.count()) > 0) return boxes.first().check();
  const select = item.locator('select');
  if ((await select.count()) > 0) return void (await select.selectOption({ index: 1 }));
  const area = item.locator('textarea');
  if ((await area.count()) > 0) return area.fill('Etwas mehr Ruhe.');
  const field = item.locator('input:not([type=range])').first();
  const type = await field.getAttribute('type');
  const mode = await field.getAttribute('inputmode');
  if (type === 'email') return;
  const values: Record<string, string> = { numeric: '3', decimal: '1,5' };
  await field.fill(values[mode ?? ''] ?? 'Deutsch');
}

/** The button that leads to the next page, of questions or of help. */
export const goOn = (page: Page) => page.getByRole('button', { name: /^(Weiter|Befragung fortsetzen)$/ });

/** Goes to the next page, also from a page of help, and waits for it or for the dialog after the last page. */
export async function nextPage(page: Page): Promise<void> {
  const button = await goOn(page).elementHandle();
  assert.ok(button);
  await button.click();
  // The response alone is not enough, because the page is painted after it.
  await button.waitForElementState('hidden');
}

/** The first question of the shown page. */
export function firstQuestion(page: Page): Promise<string> {
  return page.locator('[data-item]').first().innerText();
}
