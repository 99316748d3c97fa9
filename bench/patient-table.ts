import process from 'node:process';
import { Client } from 'pg';
import type { CDPSession, Page } from 'playwright-core';
import { aClinic, aClinician, cookieOf, type TestUser } from '../test/builders.ts';
import { inWords, openOwnPatients, withBrowser } from './load/browser.ts';
import { median } from './load/figures.ts';
import { listTimes } from './load/lists.ts';
import { manyPatients } from './load/patients.ts';
import type { LoadedServer } from './load/server.ts';

export const name = 'Patient table with 3,000 patients';

type Row = { what: string; value: string; target: string };

const COUNT = 3_000;

// Text, because only a browser knows these names.
const sinceTheList = `performance.now() - performance.getEntriesByType('resource')
  .find(({ name }) => name.endsWith('/patients')).responseEnd`;
const twoRowsOn = `{
  const [row] = document.querySelectorAll('tr[data-index]');
  row.closest('section').scrollTop += 2 * row.offsetHeight;
}`;
const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Milliseconds from the end of the list's answer to the table with its rows. */
async function openTable(page: Page, clinic: string, clinician: TestUser): Promise<number> {
  await openOwnPatients(page, clinic, clinician);
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

/** Measures the rows of this benchmark's table. */
export function run(): Promise<{ rows: Row[] }> {
  return withBrowser(async (server, browser) => {
    const clinic = await aClinic(server.services);
    const clinician = await aClinician(server.services, clinic.id);
    await manyPatients(server.services, clinician, COUNT);
    const cookie = await cookieOf(server.services, clinician);
    const lists = () => listTimes(server.port, '/api/auth/clinicians/patients', cookie);
    // The first ones are those of a server that has just started.
    await lists();
    const fetched = await lists();
    const answered = fetched.map(({ milliseconds }) => milliseconds);
    const ratio = (median(answered) / median(await rowTimes(server, clinician))).toFixed(1);
    const kilobytes = Math.round((fetched[0]?.bytes ?? 0) / 1000);
    const page = await browser.newPage({ baseURL: `http://127.0.0.1:${server.port}` });
    const usable = await openTable(page, clinic.name, clinician);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const strokes = await keyStrokes(page, session);
    const steps = await scrollSteps(page, session);
    return {
      rows: [
        {
          what: 'list of 3,000 answered',
          value: `${inWords(answered)}, ${ratio} times reading the rows alone, ${kilobytes} kB`,
          target: '≤ 400 ms, ≤ 1 MB',
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
  });
}

if (import.meta.main) {
  console.table((await run()).rows);
  process.exit(0);
}
