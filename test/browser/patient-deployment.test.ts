import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { buildApp } from '../../src/server/app.ts';
import { aClinic, aPatient } from '../builders.ts';
import { testServices } from '../services.ts';
import { answerPage, nextPage } from './answer-page.ts';
import { accessibilityFindings, openPage, webFolder } from './browser.ts';
import { draftSaved, logInAsPatient, openSurvey, storedPages } from './patient.ts';

const folder = mkdtempSync(join(tmpdir(), 'resonanz-web-'));
after(() => rmSync(folder, { recursive: true }));
cpSync(webFolder, folder, { recursive: true });

const services = await testServices();
const clinic = await aClinic(services, { name: 'Ambulanz Musterstadt' });
const first = await buildApp(services, webFolder);
const site = { services, origin: await first.listen({ host: '127.0.0.1', port: 0 }) };
after(() => first.close());

test('a new version is installed: who meets a part that is gone reloads and goes on, nothing is lost', async () => {
  const [starting, answering] = [await aPatient(services, clinic.id), await aPatient(services, clinic.id)];
  const home = await openPage(site);
  await logInAsPatient(home, clinic, starting);
  await home.getByRole('link', { name: 'Befragung starten' }).first().waitFor();
  const survey = await openPage(site);
  await openSurvey(survey, clinic, answering);
  const saved = draftSaved(survey);
  await answerPage(survey);
  await saved;

  await first.close();
  renameParts();
  const second = await buildApp(services, folder);
  after(() => second.close());
  await second.listen({ host: '127.0.0.1', port: Number(new URL(site.origin).port) });

  await home.getByRole('link', { name: 'Befragung starten' }).first().click();
  await home.getByText('Loading chunk failed.').waitFor();
  assert.deepEqual(await accessibilityFindings(home), []);
  await home.getByRole('button', { name: 'Seite neu laden' }).click();
  await home.getByRole('button', { name: 'Weiter' }).waitFor();
  await answerPage(home);
  await nextPage(home);
  assert.equal(await storedPages(site, starting), 1);

  // What is open already needs no part that is gone.
  await nextPage(survey);
  assert.equal(await storedPages(site, answering), 1);
});

/** Gives every part of the application another name, as a new version does, and takes the old ones away. */
function renameParts(): void {
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
}
