import { type Browser, chromium, type Page } from 'playwright-core';
import type { TestUser } from '../../test/builders.ts';
import { findChromium } from '../../test/run-chromium.ts';
import { median } from './figures.ts';
import { type LoadedServer, startLoadedServer } from './server.ts';

function openBrowser(...more: string[]): Promise<Browser> {
  const found = findChromium();
  if ('problem' in found) throw new Error(found.problem);
  return chromium.launch({ executablePath: found.path, args: ['--no-sandbox', '--disable-gpu', ...more] });
}

/** Measures with a server of its own and a browser, and stops both. */
export async function withBrowser<T>(
  measure: (server: LoadedServer, browser: Browser) => Promise<T>,
  ...more: string[]
): Promise<T> {
  const server = await startLoadedServer();
  const browser = await openBrowser(...more);
  try {
    return await measure(server, browser);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Logs a clinician in and waits for the first patient of the list. */
export async function openOwnPatients(
  page: Page,
  clinic: string,
  { name: username, secret }: TestUser,
): Promise<void> {
  await page.goto('/loginclinician');
  await page.getByLabel('Klinik', { exact: true }).selectOption({ label: clinic });
  await page.getByLabel('Mitarbeitenden-ID').fill(username);
  await page.getByLabel('Passwort', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('rowheader').first().waitFor();
}

export const inWords = (values: readonly number[]) =>
  `${median(values).toFixed(0)} ms (most ${Math.max(...values).toFixed(0)} ms)`;
