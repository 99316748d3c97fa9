import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { buildApp } from '../../src/server/app.ts';
import { rare } from '../amount.ts';
import { aClinic, aPatient } from '../builders.ts';
import { testServices } from '../services.ts';
import { answerPage, nextPage } from './answer-page.ts';
import { openPage, type Site, webFolder } from './browser.ts';
import { draftSaved, logInAsPatient, openSurvey, storedPages } from './patient.ts';

const services = await testServices();
const clinic = await aClinic(services, { name: 'Ambulanz Musterstadt' });

/** Opens a site. `update` installs another version of its pages at the same address. */
async function openSiteToUpdate() {
  const first = await buildApp(services, { webFolder });
  const site = { services, origin: await first.listen({ host: '127.0.0.1', port: 0 }) };
  const update = async () => {
    await first.close();
    const second = await buildApp(services, { webFolder: newVersion() });
    after(() => second.close());
    await second.listen({ host: '127.0.0.1', port: Number(new URL(site.origin).port) });
  };
  return { site, update };
}

/** Opens a survey and answers its first page without sending it. */
async function openAnsweredSurvey(site: Site) {
  const patient = await aPatient(services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, clinic, patient);
  const saved = draftSaved(page);
  await answerPage(page);
  await saved;
  return { patient, page };
}

test('a patient with an outdated page reloads it after an update, continues and loses no answer', async () => {
  const { site, update } = await openSiteToUpdate();
  const starting = await aPatient(services, clinic.id);
  const home = await openPage(site);
  await logInAsPatient(home, clinic, starting);
  await home.getByRole('link', { name: 'Befragung starten' }).first().waitFor();
  const answering = await openAnsweredSurvey(site);

  await update();

  await home.getByRole('link', { name: 'Befragung starten' }).first().click();
  await home.getByText('Loading chunk failed.').waitFor();
  await home.getByRole('button', { name: 'Seite neu laden' }).click();
  await home.getByRole('button', { name: 'Weiter' }).waitFor();
  await answerPage(home);
  await nextPage(home);
  assert.equal(await storedPages(site, starting), 1);

  // The open page needs none of the removed scripts.
  await nextPage(answering.page);
  assert.equal(await storedPages(site, answering.patient), 1);
});

rare('an update is announced once, and not during a survey', async () => {
  const { site, update } = await openSiteToUpdate();
  const { patient, page } = await openAnsweredSurvey(site);
  const news = page.getByRole('alertdialog', { name: 'Es gibt eine neue Version' });

  await update();

  await nextPage(page);
  assert.equal(await storedPages(site, patient), 1);
  await page.getByRole('link', { name: 'Pause machen' }).click();
  const leaving = page.getByRole('alertdialog', { name: 'Befragung verlassen' });
  await leaving.waitFor();
  assert.equal(await news.count(), 0);
  await leaving.getByRole('button', { name: 'Befragung verlassen' }).click();
  await news.waitFor();
  await page.keyboard.press('Escape');
  await news.waitFor({ state: 'detached' });
  assert.ok(await page.evaluate(() => document.activeElement?.closest('main')), 'the focus is on the page');
  await page.getByRole('link', { name: 'Befragungen' }).click();
  await page.waitForFunction(
    () => document.querySelector('main button:focus')?.textContent === 'Befragungen',
  );
  assert.equal(await news.count(), 0);
});

rare(
  'the announcement of an update offers to load the new version, and the patient stays logged in',
  async () => {
    const { site, update } = await openSiteToUpdate();
    const { page } = await openAnsweredSurvey(site);
    await update();
    await nextPage(page);
    await page.getByRole('link', { name: 'Pause machen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Befragung verlassen' }).click();
    const script = () => page.locator('script[src^="/assets/app-"]').getAttribute('src');
    assert.doesNotMatch((await script()) ?? '', /-New/);
    await page.getByRole('button', { name: 'Seite neu laden' }).click();
    await page.waitForFunction(() => document.querySelector('script[src*="-New"]') !== null);
    await page.getByRole('link', { name: 'Befragung fortsetzen' }).first().waitFor();
    assert.equal(await page.getByRole('alertdialog').count(), 0);
  },
);

/** Copies the built pages and renames every script and style, as a new version does. */
function newVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-web-'));
  after(() => rmSync(folder, { recursive: true }));
  cpSync(webFolder, folder, { recursive: true });
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  const renamed = names.map((name) => [name, name.replace(/^(.*)-/, '$1-New')] as const);
  for (const name of readdirSync(assets)) if (/\.(br|gz)$/.test(name)) rmSync(join(assets, name));
  for (const file of [join(folder, 'index.html'), ...names.map((name) => join(assets, name))]) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      renamed.reduce((changed, [from, to]) => changed.replaceAll(from, to), text),
    );
  }
  for (const [from, to] of renamed) renameSync(join(assets, from), join(assets, to));
  return folder;
}
