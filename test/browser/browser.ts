import { after, afterEach } from 'node:test';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import axe, { type AxeResults } from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import type { UserType } from '../../src/contract/accounts.ts';
import { buildApp } from '../../src/server/app.ts';
import type { Services } from '../../src/server/services.ts';
import { loadRegistry } from '../../src/server/instruments/registry.ts';
import { findChromium } from '../run-chromium.ts';
import { testServices } from '../services.ts';

export type Site = { services: Services; origin: string };

/** Where the built pages lie; another folder while somebody else is building. */
export const webFolder =
  process.env['WEB_FOLDER'] ?? fileURLToPath(new URL('../../dist/web', import.meta.url));

type SiteFiles = {
  /** The built pages. */
  web?: string;
  /** What is asked, where it is not the standard protocol. */
  survey?: Parameters<typeof loadRegistry>[1];
};

/** The whole product on a fresh database: server, pages, an address to open. It ends with the file's tests. */
export async function openSite(
  changed: Partial<Services> = {},
  { web = webFolder, survey }: SiteFiles = {},
): Promise<Site> {
  const standard = await testServices(changed);
  const services = survey ? { ...standard, registry: await loadRegistry(standard.pool, survey) } : standard;
  const app = await buildApp(services, web);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => app.close());
  return { services, origin };
}

let browser: Promise<Browser> | undefined;
let contexts: BrowserContext[] = [];
const closing: (() => Promise<unknown>)[] = [];

// A page that is still there would go on asking a database that is gone.
afterEach(async () => {
  const open = contexts;
  contexts = [];
  await Promise.all(open.map((context) => context.close()));
});

// Services are closed by `testServices`, whose hook was registered first and runs first.
after(async () => {
  await (await browser)?.close();
  for (const close of closing) await close();
});

function startBrowser(): Promise<Browser> {
  const found = findChromium();
  if ('problem' in found) throw new Error(found.problem);
  const args = [
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return chromium.launch({ executablePath: found.path, args: ['--no-sandbox', '--no-first-run', ...args] });
}

/**
 * A page of a browser that knows nothing yet: no cookies, no storage. It is closed after the test that opened it.
 * Anything it reports as an error is a failure.
 */
export async function openPage({ origin }: Site, options: BrowserContextOptions = {}): Promise<Page> {
  browser ??= startBrowser();
  const context = await (
    await browser
  ).newContext({
    baseURL: origin,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  contexts.push(context);
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  return page;
}

const loginWords = {
  patient: ['/loginpatient', 'Ihre ID', 'Geburtsdatum (tt.mm.jjjj)'],
  clinician: ['/loginclinician', 'Mitarbeitenden-ID', 'Passwort'],
  admin: ['/loginadmin', 'Admin-ID', 'Passwort'],
} as const satisfies Record<UserType, readonly [string, string, string]>;

/** Logs in as somebody does: by choosing the clinic and typing name and secret. Ends when the home page is there. */
export async function logIn(
  page: Page,
  userType: UserType,
  login: { clinic: string; username: string; secret: string },
): Promise<void> {
  const [path, username, secret] = loginWords[userType];
  await page.goto(path);
  await page.getByLabel('Klinik', { exact: true }).selectOption({ label: login.clinic });
  await page.getByLabel(username, { exact: true }).fill(login.username);
  await page.getByLabel(secret, { exact: true }).fill(login.secret);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

/** Resolves when nothing moves any more: a colour on its way from one scheme to the other is nobody's choice. */
export async function stillness(page: Page): Promise<void> {
  // What has just changed begins to move in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  );
}

const PATIENCE_MS = 30_000;

/** Waits until an assertion holds: for what comes a moment after everything that could be waited for, as the focus does. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await wait(50);
  }
}

/** Waits until the report that is shown has its style sheet, which its script brings after the text. */
export async function reportStyled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector<HTMLLinkElement>('link[href="/report.css"]')?.sheet instanceof CSSStyleSheet,
  );
}

/** What axe finds against WCAG 2.2 AA and its own good practice on the page as it is now; empty where all is well. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  await stillness(page);
  // Not a script element: the page's security policy would refuse it.
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(): Promise<AxeResults> };
    };
    return (await checker.run()).violations;
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** The accessible name of what has the focus now. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? '';
  });
}
