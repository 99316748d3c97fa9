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

/** Closes the open dialog or menu with Escape. */
export async function leave(page: Page): Promise<void> {
  const open = page.locator('dialog[open], [role=menu]');
  const count = await open.count();
  await page.keyboard.press('Escape');
  await page.waitForFunction(
    (before) => document.querySelectorAll('dialog[open], [role=menu]').length < before,
    count,
  );
}
