// The Chromium of the browser tests. The test runner starts one for all files; a file that runs alone starts its own.
import process from 'node:process';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { findChromium } from './run-chromium.ts';

// Each window of the whole Chromium would start a page of its own for its address bar, which costs as much as the page of
// the test. Only the last list counts, so this one repeats that of Playwright.
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

/** How each Chromium of the tests is started. */
export const args = [
  '--no-sandbox',
  '--no-first-run',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join()}`,
];

/** Starts the Chromium of a run. It ends with this process. */
export function serveChromium(executablePath: string): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath, args, host: '127.0.0.1' });
}

/** Connects to the run's Chromium, or starts one. Closing it ends only what this process opened. */
export function openChromium(): Promise<Browser> {
  const { RUN_CHROMIUM } = process.env;
  if (RUN_CHROMIUM !== undefined) return chromium.connect(RUN_CHROMIUM);
  const found = findChromium();
  if ('problem' in found) throw new Error(found.problem);
  return chromium.launch({ executablePath: found.path, args });
}
