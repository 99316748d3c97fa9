import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';

/**
 * Keeps a shown page for the Nu checker, as the browser has it and as the server sent it. The run checks all pages together
 * at its end (test/run-nu.ts), because a start of the checker takes seconds.
 */
export async function keepForNu(page: Page, html: string): Promise<void> {
  const { NU_FOLDER: folder } = process.env;
  const { pathname, protocol } = new URL(page.url());
  // A page that a test itself wrote carries the styles inside, and the checker's CSS is too old for them.
  if (!folder || protocol === 'about:') return;
  keep(folder, html, pathname, html);
  const sentName = nameOf(folder, `sent ${pathname}`);
  if (existsSync(sentName)) return;
  // Some tests cut the connection. Another test shows the same path with one.
  const sent = await page.request.get(page.url()).catch(() => null);
  if (sent) keep(folder, `sent ${pathname}`, pathname, await sent.text());
}

// Most states differ in a few elements only, and equal ones have the same name.
function keep(folder: string, key: string, path: string, html: string): void {
  writeFileSync(nameOf(folder, key), `${html}<!-- ${path} -->`);
}

function nameOf(folder: string, key: string): string {
  return join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 16)}.html`);
}
