import process from 'node:process';
import { Client } from 'pg';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { aClinic, aClinician, signIn, type TestUser } from '../test/builders.ts';
import { findChromium } from '../test/run-chromium.ts';
import { manyPatients } from './load/patients.ts';
import { type LoadedServer, startLoadedServer } from './load/server.ts';

export const name = 'Patient table with 10,000 patients';

type Row = { what: string; value: string; target: string };

const COUNT = 10_000;

function openBrowser(): Promise<Browser> {
  const found = findChromium();
  if ('problem' in found) throw new Error(found.problem);
  return chromium.launch({ executablePath: found.path, args: ['--no-sandbox', '--disable-gpu'] });
}

// Text, because only a browser knows these names.
const sinceTheList = `performance.now() - performance.getEntriesByType('resource')
  .find(({ name }) => name.endsWith('/patients')).responseEnd`;
const twoRowsOn = `document.querySelector('section[tabindex="0"]').scrollTop += 112`;
const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Milliseconds from the end of the list's answer to the table with its rows. */
async function openTable(page: Page, clinic: string, { name: username, secret }: TestUser): Promise<number> {
  await page.goto('/loginclinician');
  await page.getByLabel('Klinik', { exact: true }).selectOption({ label: clinic });
  await page.getByLabel('Mitarbeitenden-ID').fill(username);
  await page.getByLabel('Passwort', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('rowheader').first().waitFor();
  return page.evaluate<number>(sinceTheList);
}

/** The cost of a piece of work on the main thread: script, style, layout and drawing, without other work of the machine. */
async function mainThread(session: CDPSession, page: Page, work: () => Promise<unknown>): Promise<number> {
  const before = await taskSeconds(session);
  await work();
  // After two frames the change has been drawn.
  await page.evaluate(twoFrames);
  return ((await taskSeconds(session)) - before) * 1000;
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

async function keyStrokes(page: Page, session: CDPSession): Promise<number[]> {
  await page.getByLabel('Filter: Code').focus();
  const costs: number[] = [];
  for (let round = 0; round < 5; round += 1)
    for (const key of ['A', '1', '0', 'Backspace', 'Backspace', 'Backspace'])
      costs.push(await mainThread(session, page, () => page.keyboard.press(key)));
  return costs;
}

async function scrollSteps(page: Page, session: CDPSession): Promise<number[]> {
  const costs: number[] = [];
  for (let step = 0; step < 40; step += 1)
    costs.push(await mainThread(session, page, () => page.evaluate(twoRowsOn)));
  return costs;
}

/** Milliseconds from the request to the last byte of the list, as a browser gets it. */
async function listTimes({ port, services }: LoadedServer, clinician: TestUser): Promise<number[]> {
  const jar = await signIn(services, clinician);
  const cookie = Object.entries(jar)
    .map(([key, value]) => `${key}=${value}`)
    .join('; ');
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/clinicians/patients`, {
      headers: { cookie, 'x-requested-with': 'resonanz' },
    });
    await answer.arrayBuffer();
    times.push(performance.now() - began);
    if (answer.status !== 200) throw new Error(`the list answered ${answer.status}`);
  }
  return times;
}

/** Milliseconds to read the same patients and windows row by row from the database, without the product. */
async function rowTimes({ databaseUrl }: LoadedServer, { clinicId }: TestUser): Promise<number[]> {
  const client = new Client(databaseUrl);
  await client.connect();
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    for (const table of ['patients', 'survey_windows'])
      await client.query(`SELECT * FROM ${table} WHERE clinic_id = $1`, [clinicId]);
    times.push(performance.now() - began);
  }
  await client.end();
  return times;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const inWords = (values: readonly number[]) =>
  `${median(values).toFixed(0)} ms (most ${Math.max(...values).toFixed(0)} ms)`;

/** Measures the rows of this benchmark's table. */
export async function run(): Promise<{ rows: Row[] }> {
  const server = await startLoadedServer();
  const browser = await openBrowser();
  try {
    const clinic = await aClinic(server.services);
    const clinician = await aClinician(server.services, clinic.id);
    await manyPatients(server.services, clinician, COUNT);
    const answered = await listTimes(server, clinician);
    const ratio = (median(answered) / median(await rowTimes(server, clinician))).toFixed(1);
    const page = await browser.newPage({ baseURL: `http://127.0.0.1:${server.port}` });
    const usable = await openTable(page, clinic.name, clinician);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const strokes = await keyStrokes(page, session);
    const steps = await scrollSteps(page, session);
    return {
      rows: [
        {
          what: 'list of 10,000 answered',
          value: `${inWords(answered)}, ${ratio} times reading the rows alone`,
          target: '≤ 500 ms',
        },
        {
          what: 'answer of the list until the table is there',
          value: `${usable.toFixed(0)} ms`,
          target: '≤ 1 s',
        },
        { what: 'filter key stroke, main thread', value: inWords(strokes), target: '≤ 50 ms' },
        { what: 'scrolling by two rows, main thread', value: inWords(steps), target: 'smooth: ≤ 16 ms' },
      ],
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}

if (import.meta.main) {
  console.table((await run()).rows);
  process.exit(0);
}
