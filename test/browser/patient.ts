import type { Page } from 'playwright-core';
import { type AnswerRow, openAnswer } from '../../src/server/keys/answer-cells.ts';
import { inClinic, type TestClinic, type TestUser } from '../builders.ts';
import { goOn } from './answer-page.ts';
import { logIn, type Site } from './browser.ts';

/** The password, as typed at the login. */
const BIRTH_DATE = '01.01.1990';

export const phone = { viewport: { width: 320, height: 640 } };

export function logInAsPatient(
  page: Page,
  clinic: { name: string },
  patient: { name: string },
): Promise<void> {
  return logIn(page, 'patient', { clinic: clinic.name, username: patient.name, secret: BIRTH_DATE });
}

/** Logs in at the shown login page. */
export async function logInAgain(
  page: Page,
  clinic: { name: string },
  patient: { name: string },
): Promise<void> {
  await page.waitForURL('**/loginpatient**');
  await page.getByLabel('Klinik', { exact: true }).selectOption({ label: clinic.name });
  await page.getByLabel('Ihre ID', { exact: true }).fill(patient.name);
  await page.getByLabel('Geburtsdatum (tt.mm.jjjj)', { exact: true }).fill(BIRTH_DATE);
  await page.getByRole('button', { name: 'Anmelden' }).click();
}

/** Logs in and begins or continues the survey. */
export async function openSurvey(page: Page, clinic: TestClinic, patient: TestUser): Promise<void> {
  await logInAsPatient(page, clinic, patient);
  await page
    .getByRole('link', { name: /^Befragung (starten|fortsetzen)$/ })
    .first()
    .click();
  await goOn(page).waitFor();
}

/** The number of stored pages of the patient's survey. */
export function storedPages({ services }: Site, { clinicId, id }: TestUser): Promise<number> {
  return inClinic(services, clinicId, async (db) => {
    const session = await db
      .selectFrom('survey_sessions')
      .select('page_count')
      .where('patient_id', '=', id)
      .executeTakeFirst();
    return session?.page_count ?? 0;
  });
}

/** The stored answers of the patient by item. */
export function storedValues(
  { services }: Site,
  { clinicId, id }: TestUser,
): Promise<ReadonlyMap<string, unknown>> {
  return inClinic(services, clinicId, async (db) => {
    const rows = await db
      .selectFrom('answers')
      .innerJoin('survey_sessions', 'survey_sessions.id', 'answers.session_id')
      .selectAll('answers')
      .where('survey_sessions.patient_id', '=', id)
      .execute();
    return new Map(
      rows.map((row) => {
        const session = { clinicId, sessionId: row.session_id };
        // The table holds what `sealAnswer` was given.
        return [row.item_id, openAnswer(services.keys, session, row as AnswerRow).value];
      }),
    );
  });
}

/** Waits until the first question has changed. */
export async function nextQuestion(page: Page, before: string): Promise<void> {
  await page.waitForFunction((text) => {
    const first = document.querySelector<HTMLElement>('[data-item]');
    return first !== null && first.innerText !== text;
  }, before);
}

/** Waits until the server has stored a draft. */
export async function draftSaved(page: Page): Promise<void> {
  await page.waitForResponse((response) => response.url().endsWith('/survey/draft') && response.ok());
}
