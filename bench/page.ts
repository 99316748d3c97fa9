import { createRequire } from 'node:module';
import process from 'node:process';
import lighthouse from 'lighthouse';
import type { Browser, Page } from 'playwright-core';
import { pages } from '../src/contract/pages.ts';
import { createDemoData } from '../src/server/demo/demo.ts';
import { aClinic, aPatient, clinicNamed, inClinic, signIn, type TestUser } from '../test/builders.ts';
import { answerPage } from '../test/browser/answer-page.ts';
import { withBrowser } from './load/browser.ts';
import { quantile } from './load/figures.ts';
import { freePort } from '../test/free-port.ts';
import type { LoadedServer } from './load/server.ts';

export const name = "The patient's pages: turning a page, Lighthouse on a phone";

type Row = { what: string; value: string; target: string };
type Patient = TestUser & { clinic: string };
type Place = { origin: string; port: number };

// One of them on a slow line.
const PATIENTS = 3;
// Single runs differ, so the median counts.
const AUDITS = 3;
const shownAudits = [
  ['first-contentful-paint', 'FCP'],
  ['largest-contentful-paint', 'LCP'],
  ['total-blocking-time', 'TBT'],
  ['cumulative-layout-shift', 'CLS'],
] as const;
const categories = ['performance', 'accessibility', 'best-practices'] as const;

// Lighthouse drives the page with its own library.
type Puppeteer = {
  connect(options: { browserURL: string; defaultViewport: null }): Promise<{
    newPage(): Promise<PuppeteerPage>;
    disconnect(): Promise<void>;
  }>;
};
type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];
type PuppeteerPage = NonNullable<Parameters<typeof lighthouse>[3]>;
const { default: puppeteer }: { default: Puppeteer } = await import(
  createRequire(import.meta.resolve('lighthouse')).resolve('puppeteer-core')
);

// Text, because only a browser knows these names. Measures from the click to the frame with the next page, or to the end.
const turnPage = `new Promise((resolve) => {
  const shown = () => {
    const { item, help } = document.querySelector('[data-item], [data-help]')?.dataset ?? {};
    return item ?? help;
  };
  const before = shown();
  const began = performance.now();
  const observer = new MutationObserver(() => {
    if (document.querySelector('dialog progress')) resolve(null);
    if (shown() === before || shown() === undefined) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => resolve(performance.now() - began);
      painted.port2.postMessage(null);
    });
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  document.querySelector('button[type=submit], [data-help] button').click();
})`;

const bareRoundTrip = `(async () => {
  const began = performance.now();
  await (await fetch('/api/clinics', { cache: 'no-store' })).text();
  return performance.now() - began;
})()`;

async function openSurvey(page: Page, { clinic, name: code }: Patient): Promise<void> {
  await page.goto('/loginpatient?redirectTo=/patients/survey');
  await page.getByLabel('Klinik', { exact: true }).selectOption({ label: clinic });
  await page.getByLabel('Ihre ID').fill(code);
  await page.getByLabel('Geburtsdatum (tt.mm.jjjj)', { exact: true }).fill('01.01.1990');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('button', { name: 'Weiter' }).waitFor();
}

/** For every page of a survey the time from Weiter to the next page, and of a bare round trip, in milliseconds. */
async function turnPages(page: Page): Promise<Turned> {
  const turns: number[] = [];
  const trips: number[] = [];
  for (;;) {
    await answerPage(page);
    const turn = await page.evaluate<number | null>(turnPage);
    if (turn === null) return { turns, trips };
    turns.push(turn);
    trips.push(await page.evaluate<number>(bareRoundTrip));
  }
}

// A 3G line as the developer tools of Chromium imitate it.
const SLOW = { offline: false, latency: 300, downloadThroughput: 90_000, uploadThroughput: 90_000 };

type Turned = { turns: number[]; trips: number[] };

async function timeTurns(
  browser: Browser,
  origin: string,
  patients: readonly Patient[],
  line?: typeof SLOW,
): Promise<Turned> {
  const turns: number[] = [];
  const trips: number[] = [];
  for (const patient of patients) {
    const viewport = { width: 390, height: 844 };
    const context = await browser.newContext({ baseURL: origin, locale: 'de-DE', viewport });
    const page = await context.newPage();
    await openSurvey(page, patient);
    if (line) await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', line);
    const one = await turnPages(page);
    turns.push(...one.turns);
    trips.push(...one.trips);
    await context.close();
  }
  return { turns, trips };
}

const inTrips = ({ turns, trips }: Turned) => (quantile(turns, 0.5) / quantile(trips, 0.5)).toFixed(1);

async function measureTurns(browser: Browser, origin: string, patients: readonly Patient[]): Promise<Row[]> {
  const near = await timeTurns(browser, origin, patients.slice(1));
  const slow = await timeTurns(browser, origin, patients.slice(0, 1), SLOW);
  const { turns, trips } = near;
  return [
    {
      what: `click until the next page is painted (${turns.length} pages)`,
      value: inWords(turns),
      target: 'median ≤ 40 ms',
    },
    { what: 'a bare round trip of the same page', value: inWords(trips), target: '' },
    { what: 'page turn, in bare round trips', value: inTrips(near), target: '' },
    {
      what: `the same on 3G (a round trip takes ${SLOW.latency} ms and more)`,
      value: `${inWords(slow.turns)}, ${inTrips(slow)} bare round trips`,
      target: 'one round trip',
    },
  ];
}

function inWords(values: readonly number[]): string {
  return `median ${quantile(values, 0.5).toFixed(1)} ms, p95 ${quantile(values, 0.95).toFixed(1)} ms`;
}

async function audit(what: string, url: string, port: number, page?: PuppeteerPage): Promise<Row> {
  const runs: Result[] = [];
  for (let run = 0; run < AUDITS; run += 1) {
    const flags = { port, onlyCategories: [...categories], logLevel: 'error' as const };
    const result = await lighthouse(url, flags, undefined, page);
    if (!result) throw new Error('Lighthouse gave no result');
    runs.push(result.lhr);
  }
  const { categories: scores, audits } =
    runs.toSorted((a, b) => performanceOf(a) - performanceOf(b))[AUDITS >> 1] ?? none();
  const inPoints = categories.map((key) => `${key} ${Math.round((scores[key]?.score ?? 0) * 100)}`);
  const inTime = shownAudits.map(([key, short]) => `${short} ${audits[key]?.displayValue ?? '?'}`);
  return {
    what: `Lighthouse mobile, ${what}`,
    value: `${inPoints.join(', ')} (${inTime.join(', ')})`,
    target: `performance ≥ ${what === 'patientReport' ? 95 : 98}, CLS ≤ 0.02`,
  };
}

function performanceOf({ categories: scores }: Result): number {
  return scores['performance']?.score ?? 0;
}

function none(): never {
  throw new Error('there was no run');
}

/** Opens pages logged in: with the cookies and the tab storage of a login. */
async function auditAs(
  { services }: LoadedServer,
  { origin, port }: Place,
  patient: Patient,
  names: readonly ('patientHome' | 'survey' | 'patientReport')[],
): Promise<Row[]> {
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
  const page = await browser.newPage();
  const jar = await signIn(services, patient);
  await page.setCookie(...Object.entries(jar).map(([key, value]) => ({ name: key, value, url: origin })));
  await page.goto(origin + pages.imprint);
  const userInfo = { clinicId: patient.clinicId, clinicName: patient.clinic, userName: patient.name };
  const stored = {
    auth: 'true',
    usr: 'patient',
    userInfo: JSON.stringify({ ...userInfo, userType: 'patient', clinicContact: '' }),
  };
  await page.evaluate(`Object.assign(sessionStorage, ${JSON.stringify(stored)})`);
  const rows: Row[] = [];
  for (const name of names) rows.push(await audit(name, origin + pages[name], port, page));
  await browser.disconnect();
  return rows;
}

async function makePatients({ services }: LoadedServer, count: number): Promise<Patient[]> {
  const clinic = await aClinic(services);
  const patients: Patient[] = [];
  for (let made = 0; made < count; made += 1)
    patients.push({ ...(await aPatient(services, clinic.id)), clinic: clinic.name });
  return patients;
}

/** A patient of the demo data with several reports. */
async function withReport({ services }: LoadedServer): Promise<Patient> {
  await createDemoData(services);
  const clinic = 'Ambulanz Musterstadt';
  const name = 'P1005';
  const clinicId = await clinicNamed(services, clinic);
  const { id } = await inClinic(services, clinicId, (db) =>
    db.selectFrom('patients').select('id').where('code', '=', name).executeTakeFirstOrThrow(),
  );
  return { id, clinicId, role: 'patient', name, secret: '', clinic };
}

/** Measures the rows of this benchmark's table. */
export async function run(): Promise<{ rows: Row[] }> {
  const port = await freePort();
  const measure = async (server: LoadedServer, browser: Browser) => {
    const origin = `http://127.0.0.1:${server.port}`;
    const [reader, ...patients] = await makePatients(server, PATIENTS + 1);
    const rows = await measureTurns(browser, origin, patients);
    for (const open of ['landing', 'loginPatient'] as const)
      rows.push(await audit(open, origin + pages[open], port));
    const place = { origin, port };
    if (reader) rows.push(...(await auditAs(server, place, reader, ['patientHome', 'survey'])));
    rows.push(...(await auditAs(server, place, await withReport(server), ['patientReport'])));
    return { rows };
  };
  return withBrowser(measure, `--remote-debugging-port=${port}`);
}

if (import.meta.main) {
  console.table((await run()).rows);
  process.exit(0);
}
