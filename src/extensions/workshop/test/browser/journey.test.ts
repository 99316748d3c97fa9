import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aStaffedClinic, type Clinic, openAdminHome } from '../../../../../test/browser/admin.ts';
import { logIn, openPage, openSite, type Site } from '../../../../../test/browser/browser.ts';
import { press, reads } from '../../../../../test/browser/states/steps.ts';
import { stepText } from '../../text/workshop.ts';
import { goOn, heading, openDraft, openNew, paste, saveAndGoOn, TABLE } from './draft-page.ts';

// A clinic's own questionnaire, from a table to the windows that ask for it.

let site: Site;
let clinic: Clinic;
before(async () => {
  site = await openSite();
  clinic = await aStaffedClinic(site);
});

async function openPasted(): Promise<Page> {
  const page = await openAdminHome(site, clinic);
  await page.getByRole('link', { name: 'Fragebögen', exact: true }).click();
  await openNew(page);
  await paste(page, TABLE);
  await openDraft(page);
  return page;
}

async function fillBasics(page: Page): Promise<void> {
  await page.getByLabel('Titel', { exact: true }).fill('Probe');
  await page.getByLabel('Zweck').fill('Erfasst Belastung.');
  await page.getByLabel('Quelle').fill('Eigene Fragen.');
  await page.getByLabel('Sprache').selectOption('de');
  await saveAndGoOn(page, stepText.licence.title);
  await page.getByText('Frei verwendbar').click();
  await saveAndGoOn(page, stepText.questions.title);
}

async function fillScale(page: Page): Promise<void> {
  await goOn(page, stepText.scoring.title);
  await page.getByLabel('Hohe Werte bedeuten').selectOption('high_is_worse');
  await page.getByLabel('Bedeutung für Behandelnde').fill('Summe aus drei Aussagen.');
  await page.getByLabel('Bedeutung für Patient*innen').fill('So belastet waren Sie.');
  await saveAndGoOn(page, stepText.danger.title);
}

/** Two questions show none; of the third, every answer is decided by itself. */
async function markDanger(page: Page): Promise<void> {
  for (const number of [1, 2]) await press(page, `Frage ${number}: keine Antwort zeigt Gefahr`);
  const asked = page.getByRole('group', { name: /besser tot/ });
  const marks = { nie: 'keine Gefahr', manchmal: 'Hinweis', oft: 'dringend', immer: 'dringend' };
  for (const [answer, mark] of Object.entries(marks))
    await asked.getByRole('radiogroup', { name: answer }).getByText(mark).click();
  await asked.getByLabel('Was Behandelnde dazu lesen').fill('Bitte sprechen Sie den Wunsch zu sterben an.');
  await saveAndGoOn(page, stepText.preview.title);
}

async function workExamples(page: Page): Promise<void> {
  await goOn(page, stepText.examples.title);
  const rows = { '0 3 0': '0', '1 2 1': '3', '3 0 3': '9' };
  for (const [index, [row, score]] of Object.entries(rows).entries()) {
    await page.getByLabel('Antworten', { exact: true }).nth(index).fill(row);
    await page.getByLabel('Belastung laut Manual').nth(index).fill(score);
  }
  await saveAndGoOn(page, stepText.signatures.title);
}

/** The clinician Weber reads the draft and signs it. */
async function signAsClinician(): Promise<void> {
  const page = await openPage(site);
  const { name, secret } = clinic.weber;
  await logIn(page, 'clinician', { clinic: clinic.name, username: name, secret });
  await reads(page, '1 Entwurf wartet auf Ihre Unterschrift.');
  await page.getByRole('link', { name: 'Zu den Fragebögen' }).click();
  await press(page, 'Probe ansehen und unterschreiben');
  await press(page, 'Klinisch unterschreiben');
  await reads(page, 'Ihre Unterschrift ist gespeichert.');
}

/** The admin's page has not been told of the clinician's signature, and says it all the same. */
async function isAskedBeforeSignaturesEnd(page: Page): Promise<void> {
  await press(page, 'Zurück');
  await page.getByLabel('Woher?').first().fill('Manual, Seite 12');
  await press(page, 'Speichern');
  const question = page.getByRole('alertdialog');
  await question.getByText(/enden die Unterschriften von .+ und .+\. /).waitFor();
  await question.getByRole('button', { name: 'Abbrechen' }).click();
  await press(page, 'Verwerfen');
  await question.getByRole('button', { name: 'Verwerfen' }).click();
  await reads(page, 'Alles gespeichert.');
  assert.equal(await page.getByRole('button', { name: 'Speichern', exact: true }).isDisabled(), true);
  await goOn(page, stepText.signatures.title);
}

test('an admin brings in a table, a clinician signs it too, and it is asked in the windows of the clinic', async () => {
  const page = await openPasted();
  await fillBasics(page);
  await fillScale(page);
  await markDanger(page);
  await workExamples(page);
  await press(page, 'Psychometrisch unterschreiben');
  await reads(page, 'Ihre Unterschrift ist gespeichert.');
  await page.getByLabel('Weber').check();
  await press(page, 'Um Unterschrift bitten');
  await reads(page, 'Die Gefragten finden den Entwurf');
  await signAsClinician();
  await isAskedBeforeSignaturesEnd(page);
  await goOn(page, stepText.publish.title);
  await reads(page, 'Der Fragebogen kann veröffentlicht werden.');
  await press(page, 'Veröffentlichen');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Veröffentlichen' }).click();
  await reads(page, '„Probe“, Fassung 1.0.0, ist veröffentlicht.');
  await page.getByRole('link', { name: 'In die Messzeitpunkte aufnehmen' }).click();
  await page.getByLabel('Probe im Messzeitpunkt Erstgespräch').check();
  await press(page, 'Probelauf');
  await reads(page, 'Der Probelauf hat nichts gespeichert.');
  await press(page, 'Übernehmen');
  await reads(page, 'Die Messzeitpunkte sind gespeichert.');
  await page.getByRole('link', { name: 'Zurück zur Liste' }).click();
  // The list known before is shown until the new one is there.
  await page.getByRole('row', { name: /Probe.*1\.0\.0.*eigener.*Erstgespräch/ }).waitFor();
});

test('a draft is not saved by itself: leaving asks, and what two people change of it is brought together', async () => {
  const page = await openPasted();
  await page.getByLabel('Zweck').fill('Meiner');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  assert.equal(await page.getByLabel('Zweck').inputValue(), 'Meiner');
  await page.getByRole('link', { name: 'Zurück zur Liste' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hier bleiben' }).click();
  const other = await openAdminHome(site, clinic);
  await other.goto(page.url());
  await other.getByLabel('Zweck').fill('Anderer');
  await other.getByLabel('Titel', { exact: true }).fill('Anderer Titel');
  await other.getByRole('button', { name: 'Lizenz' }).click();
  await other.getByText('Frei verwendbar').click();
  await press(other, 'Speichern');
  await reads(other, 'Alles gespeichert.');
  await press(page, 'Speichern');
  const news = page.getByRole('group', { name: 'Inzwischen geändert' });
  await news.getByText(/Lizenz: neue Fassung .* Der neue Wert steht schon im Formular\./).waitFor();
  await news.getByText(/Grunddaten, Zweck: „Anderer“/).waitFor();
  await news.getByLabel('Neuer Wert: „Anderer“').waitFor();
  assert.equal(await news.getByLabel('Ihre Eingabe: „Meiner“').isChecked(), true);
  assert.equal(await news.getByRole('radiogroup').count(), 1);
  await press(page, 'Speichern und weiter');
  await heading(page, stepText.licence.title);
  assert.equal(await page.getByLabel('Frei verwendbar').isChecked(), true);
  await press(page, 'Zurück');
  assert.equal(await page.getByLabel('Zweck').inputValue(), 'Meiner');
  assert.equal(await page.getByLabel('Titel', { exact: true }).inputValue(), 'Anderer Titel');
});

test('what is open is marked at its field, a reason leads there, and nobody signs before', async () => {
  const page = await openPasted();
  const purpose = page.getByLabel('Zweck');
  const isMarked = () => purpose.getAttribute('aria-invalid');
  assert.equal(await isMarked(), null);
  await page.getByLabel('Titel', { exact: true }).fill('Probe zwei');
  await press(page, 'Speichern');
  await reads(page, 'Alles gespeichert.');
  assert.equal(await isMarked(), 'true');
  await page.getByRole('button', { name: /^8\. / }).click();
  await reads(page, /sobald hier nichts mehr offen ist: „Grunddaten“/);
  for (const name of ['Klinisch unterschreiben', 'Psychometrisch unterschreiben'])
    assert.equal(await page.getByRole('button', { name }).isDisabled(), true);
  await page.getByRole('button', { name: /^9\. / }).click();
  await page.getByRole('link', { name: /was der Fragebogen misst/ }).click();
  await heading(page, stepText.basics.title);
  assert.equal(await purpose.evaluate((field) => field === document.activeElement), true);
});

test('a refused table stays in its field, with every place that cannot be read', async () => {
  const page = await openAdminHome(site, clinic);
  await page.goto('/admin/questionnaires#new');
  const table = 'Frage;Antworten\nIch war müde.;nie oder oft\nIch war wach.;ja=1';
  await paste(page, table);
  const refusal = page.getByRole('alert').filter({ hasText: 'konnte nicht gelesen werden' });
  await refusal.waitFor();
  assert.ok((await refusal.getByRole('listitem').count()) > 0);
  assert.equal(await page.getByLabel('Tabelle', { exact: true }).inputValue(), table);
});
