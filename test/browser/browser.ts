import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import type { UserType } from '../../src/contract/accounts.ts';
import { extensions } from '../../src/extensions/list.ts';
import { buildApp } from '../../src/server/app.ts';
import type { Services } from '../../src/server/services.ts';
import { loadRegistry } from '../../src/server/instruments/registry.ts';
import { openChromium } from '../chromium.ts';
import { demoServices } from '../demo-services.ts';
import { atFileEnd, atTestEnd } from '../file-end.ts';
import { testServices } from '../services.ts';

export { eventually } from '../eventually.ts';

export type Site = { services: Services; origin: string };

/** The folder of the built pages. A second build at the same time needs another folder. */
export const webFolder =
  process.env['WEB_FOLDER'] ?? fileURLToPath(new URL('../../dist/web', import.meta.url));

type SiteFiles = {
  /** The built pages. */
  web?: string;
  /** The instrument and protocol files, instead of the standard protocol. */
  survey?: Parameters<typeof loadRegistry>[1];
};

/** Starts the whole product on a fresh database and returns its address. It ends with the file's tests. */
export async function openSite(changed: Partial<Services> = {}, files: SiteFiles = {}): Promise<Site> {
  const { survey } = files;
  const standard = await testServices({ extensions, ...changed });
  const services = survey ? { ...standard, registry: await loadRegistry(standard.pool, survey) } : standard;
  return serve(services, files);
}

/** Starts the whole product on a copy of the demo data. It ends with the file's tests. */
export async function openDemoSite(changed: Partial<Services> = {}): Promise<Site> {
  return serve(await demoServices({ extensions, ...changed }));
}

async function serve(services: Services, { web = webFolder }: SiteFiles = {}): Promise<Site> {
  const app = await buildApp(services, { webFolder: web, extensions });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => app.close());
  return { services, origin };
}

let browser: Promise<Browser> | undefined;
const contexts: BrowserContext[] = [];
const closing: (() => Promise<unknown>)[] = [];

// An open page would keep asking a server without a database.
atTestEnd(() => Promise.all(contexts.splice(0).map((context) => context.close())));

// Services are closed by `testServices`, whose work is named first and done first.
atFileEnd(async () => {
  const opened = browser;
  browser = undefined;
  await (await opened)?.close();
  for (const close of closing.splice(0)) await close();
});

/**
 * A page of a fresh browser without cookies and storage. It closes after its test. An error in its console fails the
 * test.
 */
export async function openPage({ origin }: Site, options: BrowserContextOptions = {}): Promise<Page> {
  browser ??= openChromium();
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

/** Logs in through the form: chooses the clinic, types name and secret, and waits for the home page. */
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

/** Waits until all transitions have ended, because a colour halfway between two schemes has a wrong contrast. */
export async function stillness(page: Page): Promise<void> {
  // A transition begins in the frame after its change.
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

/** Waits for a report and its style sheet. The page asks for the style first and shows the report behind it. */
export async function reportStyled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const style = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][href="/report.css"]');
    return style?.sheet instanceof CSSStyleSheet && document.querySelector('.rz-report') !== null;
  });
}

/** The accessible name of the focused element. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? '';
  });
}
