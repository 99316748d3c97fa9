import type { Page } from 'playwright-core';
import { press } from '../../../../../test/browser/states/steps.ts';

// Steps on the page of questionnaires, for the table of states and the journey.

const ANSWERS = 'nie=0 | manchmal=1 | oft=2 | immer=3';

/** A questionnaire of our own making with a question of each kind, as it is copied from a spreadsheet. */
export const TABLE = [
  'Frage\tAntworten\tSkala\tUmgekehrt',
  `Ich war müde.\tZeit: ${ANSWERS}\tBelastung\t`,
  'Ich konnte lachen.\tZeit\tBelastung\tja',
  'Ich dachte, ich wäre besser tot.\tZeit\tBelastung\t',
].join('\n');

/** More kinds of answers, which count in no scale. */
export const MORE_KINDS = [
  'Wie gut geht es Ihnen?\t0-100\t\t',
  'Seit wann?\tDatum\t\t',
  'Was noch?\tFreitext\t\t',
  'Gut zu wissen.\tHinweis\t\t',
].join('\n');

export async function openNew(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Neuer Fragebogen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Neuer Fragebogen' }).waitFor();
}

/** Pastes a table and goes on to its draft. */
export async function paste(page: Page, table: string): Promise<void> {
  await page.getByText('Aus einer Tabelle').click();
  await page.getByLabel('Tabelle', { exact: true }).fill(table);
  await press(page, 'Entwurf anlegen');
}

export const openDraft = (page: Page) => page.getByRole('link', { name: 'Zum Entwurf' }).click();

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor();

/** Saves the step and waits for the next one. */
export async function saveAndGoOn(page: Page, next: string): Promise<void> {
  await press(page, 'Speichern und weiter');
  await heading(page, next);
}

export async function goOn(page: Page, next: string): Promise<void> {
  await press(page, `Weiter: ${next}`);
  await heading(page, next);
}
