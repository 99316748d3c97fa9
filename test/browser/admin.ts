import type { Page } from 'playwright-core';
import { aClinic, aClinician, anAdmin, type TestUser } from '../builders.ts';
import { logIn, openPage, type Site } from './browser.ts';

export type Clinic = { id: string; name: string; admin: TestUser; weber: TestUser; kaya: TestUser };

/** A clinic with an admin and the clinicians Weber and Kaya; Sommer is disabled. */
export async function aStaffedClinic({ services }: Site): Promise<Clinic> {
  const clinic = await aClinic(services);
  const [admin, weber, kaya] = await Promise.all([
    anAdmin(services, clinic.id),
    aClinician(services, clinic.id, { username: 'Weber' }),
    aClinician(services, clinic.id, { username: 'Kaya' }),
    aClinician(services, clinic.id, { username: 'Sommer', enabled: false }),
  ]);
  return { ...clinic, admin, weber, kaya };
}

/** Logs the admin in and returns the home page once its list is loaded: until then a dialog takes every key. */
export async function openAdminHome(site: Site, { name, admin }: Clinic): Promise<Page> {
  const page = await openPage(site);
  await logIn(page, 'admin', { clinic: name, username: admin.name, secret: admin.secret });
  await page.getByRole('heading', { name: 'Verwaltung' }).waitFor();
  await page.getByText('Ihre Daten werden geladen.').waitFor({ state: 'detached' });
  return page;
}

/** Logs the admin in and opens the employees. */
export async function openEmployees(site: Site, clinic: Clinic): Promise<Page> {
  const page = await openAdminHome(site, clinic);
  await page.getByRole('main').getByRole('button', { name: 'Mitarbeitende', exact: true }).click();
  await page.getByRole('table', { name: 'Mitarbeitende' }).waitFor();
  return page;
}

/** Logs the admin in and opens the section of the clinic. */
export async function openClinicSection(site: Site, clinic: Clinic): Promise<Page> {
  const page = await openAdminHome(site, clinic);
  await page.getByRole('link', { name: 'Klinik', exact: true }).click();
  await page.getByRole('form', { name: 'Angaben der Klinik' }).waitFor();
  return page;
}

/** Waits for an alert or notice, closes it and returns its text. */
export async function readMessage(page: Page): Promise<string> {
  const message = page.getByRole('alertdialog');
  const text = await message.getByRole('paragraph').first().innerText();
  await message.getByRole('button', { name: 'Schließen' }).last().click();
  await message.waitFor({ state: 'detached' });
  return text;
}
