import process from 'node:process';
import type { Page } from 'playwright-core';
import { aClinic, aClinician, aPatient, signIn, type TestUser } from '../test/builders.ts';
import { answerSurvey } from '../test/survey-calls.ts';
import { addDays } from '../src/domain/dates.ts';
import { addMonths, daysBetween } from '../src/domain/day-count.ts';
import { DAY_MS } from '../src/domain/iso-date.ts';
import { surveyWindows } from '../src/domain/windows.ts';
import { buildApp } from '../src/server/app.ts';
import { inWords, openOwnPatients, withBrowser } from './load/browser.ts';
import { median } from './load/figures.ts';
import type { LoadedServer } from './load/server.ts';

export const name = "A patient's course over 40 surveys";

type Row = { what: string; value: string; target: string };

const WINDOWS = 40;
const PATIENTS = 4;
const ROUNDS = 3;

/** A patient who has answered 40 surveys, each on the first day of its window. */
async function aLongCourse({ services }: LoadedServer, clinician: TestUser): Promise<TestUser> {
  const today = services.today();
  // The standard protocol asks four times a year.
  const [admission, discharge] = [addMonths(today, -3 * WINDOWS), addMonths(today, 6)];
  const { clinicId, id: clinicianId } = clinician;
  const patient = await aPatient(services, clinicId, { clinicianId, admission, discharge });
  const opened = surveyWindows(services.registry.protocol, admission, discharge, today)
    .filter(({ start }) => start < today)
    .slice(0, WINDOWS);
  const day = { now: today };
  const app = await buildApp({
    ...services,
    today: () => day.now,
    now: () => services.now() + daysBetween(today, day.now) * DAY_MS,
  });
  const as = await signIn(services, patient);
  for (const { start } of opened) {
    day.now = addDays(start, 1);
    await answerSurvey(app, as);
  }
  return patient;
}

// Text, because only a browser knows these names. From the click to the frame with the charts.
const openCourse = (patient: number) => `new Promise((resolve) => {
  const began = performance.now();
  const observer = new MutationObserver(() => {
    if (!document.querySelector('dialog svg.rz-course')) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => resolve(performance.now() - began);
      painted.port2.postMessage(null);
    });
  });
  observer.observe(document.body, { subtree: true, childList: true });
  document.querySelectorAll('[aria-label^="Anzeigen: Ergebnis"]')[${patient}].click();
})`;

const answered = `performance.getEntriesByType('resource')
  .findLast(({ name }) => name.endsWith('/course')).duration`;

type Openings = { first: number[]; following: number[]; calls: number[] };

/** Opens the course of each patient once after each load of the page: a page that has no course in its memory. */
async function openings(page: Page): Promise<Openings> {
  const found: Openings = { first: [], following: [], calls: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.reload();
    await page.getByRole('rowheader').first().waitFor();
    for (let patient = 0; patient < PATIENTS; patient += 1) {
      const whole = await page.evaluate<number>(openCourse(patient));
      found[patient === 0 ? 'first' : 'following'].push(whole);
      found.calls.push(await page.evaluate<number>(answered));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }
  return found;
}

/** Measures the rows of this benchmark's table. */
export function run(): Promise<{ rows: Row[] }> {
  return withBrowser(async (server, browser) => {
    const clinic = await aClinic(server.services);
    const clinician = await aClinician(server.services, clinic.id);
    for (let made = 0; made < PATIENTS; made += 1) await aLongCourse(server, clinician);
    const page = await browser.newPage({
      baseURL: `http://127.0.0.1:${server.port}`,
      viewport: { width: 1440, height: 900 },
    });
    await openOwnPatients(page, clinic.name, clinician);
    const { first, following, calls } = await openings(page);
    const ratio = (median(following) / median(calls)).toFixed(1);
    return {
      rows: [
        {
          what: `click until the course of ${WINDOWS} surveys is painted`,
          value: `${inWords(following)}, ${ratio} times its call`,
          target: '≤ 100 ms',
        },
        { what: 'the same, first after a load of the page', value: inWords(first), target: '' },
        { what: 'the call of the course in that browser', value: inWords(calls), target: '' },
      ],
    };
  });
}

if (import.meta.main) {
  console.table((await run()).rows);
  process.exit(0);
}
