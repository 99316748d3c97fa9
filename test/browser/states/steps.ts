import type { Page } from 'playwright-core';

// Steps that lead to many states.

/** Opens the page of the state and waits for its title. */
export const opened = (heading: string) => async (page: Page, path: string) => {
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).last().click();

/** Waits for a text, the first of its kind. */
export const reads = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Closes every open dialog with Escape, and gives up what was typed. */
export async function leave(page: Page): Promise<void> {
  const dialogs = page.locator('dialog[open]');
  const discard = page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' });
  for (let count = await dialogs.count(); count > 0; count = await dialogs.count()) {
    if (await discard.isVisible()) await discard.click();
    else await page.keyboard.press('Escape');
    await page.waitForFunction(
      (before) => document.querySelectorAll('dialog[open]').length !== before,
      count,
    );
  }
}
