import assert from 'node:assert/strict';
import { openContent } from '../../src/server/keys/patient-cells.ts';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { addDays } from '../../src/domain/dates.ts';
import { formatIsoDate } from '../../src/domain/iso-date.ts';
import { rare } from '../amount.ts';
import { aPatient, assignMeanwhile, inClinic, type TestUser } from '../builders.ts';
import { aStaffedClinic, readMessage } from './admin.ts';
import { eventually, focusedName, logIn, openPage, openSite } from './browser.ts';
import { chooseFor, codesIn, openMyPatients, rowOf } from './clinician.ts';

const site = await openSite();
const { services } = site;
const today = formatIsoDate(services.today());
const tomorrow = formatIsoDate(addDays(services.today(), 1));

const field = (page: Page, label: string): Locator =>
  page.getByRole('dialog').getByLabel(label, { exact: true });
const press = (page: Page, button: string) =>
  page.getByRole('dialog').last().getByRole('button', { name: button, exact: true }).click();

async function chooseDiagnosis(page: Page, typed: string, choice: string) {
  await field(page, 'Diagnosen').pressSequentially(typed);
  await page.getByRole('option', { name: choice }).click();
}

async function openRegistration(page: Page) {
  await page.getByRole('button', { name: 'Patient*in anlegen' }).click();
  await field(page, 'Diagnosen').waitFor();
}

async function aPractice(code = 'P9') {
  const clinic = await aStaffedClinic(site);
  const patient = await aPatient(services, clinic.id, { code, clinicianId: clinic.weber.id });
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await rowOf(page, code).waitFor();
  return { clinic, patient, page };
}

async function storedPatient({ clinicId, id }: TestUser) {
  const row = await inClinic(services, clinicId, (db) =>
    db.selectFrom('patients').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return { ...row, ...openContent(services.keys, row) };
}

test('an empty registration form names the missing fields and is not sent', async () => {
  const { page } = await aPractice();
  await openRegistration(page);
  assert.equal(await field(page, 'Geburtsdatum').inputValue(), '01.01.1990');
  assert.equal(await field(page, 'Aufnahmedatum').inputValue(), today);
  assert.equal(await field(page, 'Entlassdatum').inputValue(), today);
  await field(page, 'Resonanz-ID').fill('');
  await field(page, 'Mitarbeitende*r').selectOption('');
  await press(page, 'Anlegen');
  for (const message of [
    'Sie müssen eine Resonanz-ID angeben.',
    'Sie müssen ein Geschlecht auswählen.',
    'Sie müssen eine*n Mitarbeitende*n auswählen.',
    'Sie müssen eine Diagnose auswählen.',
    'Das Entlassdatum muss nach dem Aufnahmedatum liegen.',
  ])
    await page.getByRole('dialog').getByText(message, { exact: true }).waitFor();
  assert.equal(await field(page, 'Resonanz-ID').evaluate((input) => input === document.activeElement), true);
});

test('a patient registered with a proposed code can log in, and the form closes', async () => {
  const { clinic, page } = await aPractice();
  await openRegistration(page);
  const code = await field(page, 'Resonanz-ID').inputValue();
  assert.match(code, /^[2-9A-HJ-NP-Z]{8}$/);
  await page.getByText('Zufälliger Vorschlag.').waitFor();
  await field(page, 'Geburtsdatum').fill('17.05.1980');
  await field(page, 'Geschlecht').selectOption('Divers');
  await chooseDiagnosis(page, 'generalis', 'F41.1 Generalisierte Angststörung');
  await field(page, 'Entlassdatum').fill(tomorrow);
  await field(page, 'System-IDs').fill('S-17');
  await page.keyboard.press('Enter');
  await press(page, 'Anlegen');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await rowOf(page, code).waitFor();
  assert.match(await rowOf(page, code).innerText(), /17\.05\.1980\s+Divers.*S-17/s);
  await page.getByText(`${code} wurde angelegt.`).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Zugangsblatt herunterladen' }).isVisible());
  const patientPage = await openPage(site);
  await logIn(patientPage, 'patient', { clinic: clinic.name, username: code, secret: '17.05.1980' });
});

rare('the button to create and add more keeps the registration form open and resets it', async () => {
  const { page } = await aPractice();
  await openRegistration(page);
  await field(page, 'Resonanz-ID').fill('HJ4K8PQ2');
  await field(page, 'Geschlecht').selectOption('Weiblich');
  await chooseDiagnosis(page, 'f32.1', 'F32.1 Mittelgradige depressive Episode');
  await field(page, 'Geburtsdatum').fill('02.03.1970');
  await field(page, 'Entlassdatum').fill(tomorrow);
  await press(page, 'Anlegen und weitere hinzufügen');
  await page.getByText('HJ4K8PQ2 wurde angelegt.').waitFor();
  assert.match(await field(page, 'Resonanz-ID').inputValue(), /^(?!HJ4K8PQ2)[2-9A-HJ-NP-Z]{8}$/);
  assert.equal(await field(page, 'Geschlecht').inputValue(), '');
  assert.equal(await field(page, 'Geburtsdatum').inputValue(), '01.01.1990');
  assert.equal(await field(page, 'Entlassdatum').inputValue(), today);
  assert.equal(await page.getByRole('dialog').getByRole('listitem').count(), 0);
  await page.keyboard.press('Escape');
  assert.equal(await focusedName(page), 'Patient*in anlegen');
  assert.deepEqual((await codesIn(page)).toSorted(), ['HJ4K8PQ2', 'P9']);
});

test('a birth date that was never touched is asked about before the patient is registered', async () => {
  const { page } = await aPractice();
  await openRegistration(page);
  await field(page, 'Resonanz-ID').fill('QW8R3TZ6');
  await field(page, 'Geschlecht').selectOption('Weiblich');
  await chooseDiagnosis(page, 'f32.1', 'F32.1 Mittelgradige');
  await field(page, 'Entlassdatum').fill(tomorrow);
  await page.getByText('Voreingestellt, noch nicht geändert.').waitFor();
  await press(page, 'Anlegen');
  const question = page.getByRole('alertdialog', { name: 'Stimmt das Geburtsdatum?' });
  await question.getByText('01.01.1990').waitFor();
  const busy = page.locator('dialog button[aria-disabled]');
  assert.deepEqual(await busy.allInnerTexts(), ['Anlegen'], 'only the pressed button works');
  await question.getByRole('button', { name: 'Ändern' }).click();
  await page.getByText('Bitte geben Sie das Geburtsdatum ein.').waitFor();
  await eventually(async () =>
    assert.ok(await field(page, 'Geburtsdatum').evaluate((input) => input === document.activeElement)),
  );
  assert.deepEqual(await codesIn(page), ['P9'], 'nothing is registered');
  // The date may be right after all.
  await press(page, 'Anlegen');
  await question.getByRole('button', { name: 'Ja, es stimmt' }).click();
  await rowOf(page, 'QW8R3TZ6').waitFor();
});

rare(
  'typing replaces the whole proposed code, also after a click into it, and an untouched form closes without a question',
  async () => {
    const { page } = await aPractice();
    await openRegistration(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await openRegistration(page);
    const code = field(page, 'Resonanz-ID');
    await page.keyboard.type('WX7');
    assert.equal(await code.inputValue(), 'WX7');
    await press(page, 'Zufällige ID vorschlagen');
    await code.click();
    await page.keyboard.type('WX78');
    assert.equal(await code.inputValue(), 'WX78');
    // A code of one's own is edited like every text.
    await code.click();
    await page.keyboard.press('End');
    await page.keyboard.type('9');
    assert.equal(await code.inputValue(), 'WX789');
  },
);

rare('each patient gets a proposal of their own, and another one on request', async () => {
  const { page } = await aPractice();
  await openRegistration(page);
  const code = field(page, 'Resonanz-ID');
  const first = await code.inputValue();
  await press(page, 'Anderer Vorschlag');
  assert.equal(await focusedName(page), 'Anderer Vorschlag');
  const second = await code.inputValue();
  assert.notEqual(second, first);
  await field(page, 'Geschlecht').selectOption('Weiblich');
  await chooseDiagnosis(page, 'f32.1', 'F32.1 Mittelgradige');
  await field(page, 'Geburtsdatum').fill('02.03.1970');
  await field(page, 'Entlassdatum').fill(tomorrow);
  await press(page, 'Anlegen und weitere hinzufügen');
  await page.getByText(`${second} wurde angelegt.`).waitFor();
  assert.match(await code.inputValue(), /^[2-9A-HJ-NP-Z]{8}$/);
  assert.notEqual(await code.inputValue(), second);
});

test('a taken patient code is refused at its field in upper and lower case', async () => {
  const { page } = await aPractice('VERGEBEN1');
  await openRegistration(page);
  await field(page, 'Resonanz-ID').fill('vergeben1');
  await field(page, 'Geburtsdatum').fill('04.05.1986');
  await field(page, 'Geschlecht').selectOption('Weiblich');
  await chooseDiagnosis(page, 'f32.1', 'F32.1 Mittelgradige');
  await field(page, 'Entlassdatum').fill(tomorrow);
  await press(page, 'Anlegen');
  await page.getByText('Der Patientencode ist schon vergeben.', { exact: true }).waitFor();
  await field(page, 'Resonanz-ID').fill('vergeben2');
  assert.equal(await page.getByText('Der Patientencode ist schon vergeben.').count(), 0);
});

rare(
  'the registration form warns of short and sequential codes and refuses signs other than letters and digits',
  async () => {
    const { page } = await aPractice('P1001');
    await openRegistration(page);
    await field(page, 'Resonanz-ID').fill('AB7');
    await page.getByText('Diese ID ist kurz').waitFor();
    await field(page, 'Resonanz-ID').fill('P1002');
    await page.getByText('Diese ID folgt einer Reihe').waitFor();
    await field(page, 'Resonanz-ID').fill('K7Q2M9XA');
    await page.getByText('leicht zu erraten').waitFor({ state: 'detached' });
    await field(page, 'Resonanz-ID').fill('A B-1');
    await press(page, 'Anlegen');
    await page.getByText('Die ID darf nur Buchstaben und Ziffern enthalten.').waitFor();
  },
);

test('diagnoses are found by id or description, chosen once, and removed with the keyboard', async () => {
  const { page } = await aPractice();
  await openRegistration(page);
  const input = field(page, 'Diagnosen');
  await input.pressSequentially('xyzxyz');
  await page.getByText('No matches found').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('dialog').count(), 1, 'Escape closed the list, not the form');
  await input.pressSequentially('EPISODISCH PAROX');
  const found = page.getByRole('listbox', { name: 'Vorschläge' }).getByRole('option');
  assert.deepEqual(await found.allInnerTexts(), ['F41.0 Panikstörung [episodisch paroxysmale Angst]']);
  await page.keyboard.press('Enter');
  await press(page, 'Aus der Liste wählen');
  await page.getByRole('checkbox', { name: 'F41.0 Panikstörung' }).waitFor();
  assert.ok(await page.getByRole('checkbox', { name: 'F41.0 Panikstörung' }).isChecked());
  await page.getByLabel('Diagnosen durchsuchen').fill('f32');
  await page.getByRole('checkbox', { name: 'F32.1 Mittelgradige depressive Episode' }).check();
  await press(page, 'Übernehmen');
  assert.deepEqual(
    await page.getByRole('list', { name: 'Ausgewählt' }).getByRole('listitem').allInnerTexts(),
    ['F41.0 Panikstörung [episodisch paroxysmale Angst]', 'F32.1 Mittelgradige depressive Episode'],
  );
  assert.equal(await focusedName(page), 'Aus der Liste wählen');
  await page
    .getByRole('button', { name: 'F41.0 Panikstörung [episodisch paroxysmale Angst] entfernen' })
    .press('Enter');
  assert.equal(await page.getByRole('list', { name: 'Ausgewählt' }).getByRole('listitem').count(), 1);
});

rare('the checklist of diagnoses requires at least one diagnosis', async () => {
  const { page } = await aPractice();
  await openRegistration(page);
  await press(page, 'Aus der Liste wählen');
  await press(page, 'Übernehmen');
  await page.getByText('Sie müssen mindestens eine Diagnose wählen.', { exact: true }).waitFor();
});

rare('Enter in the checklist of diagnoses does not send the form below it', async () => {
  const { patient, page } = await aPractice();
  await chooseFor(page, 'P9', 'Patient*in bearbeiten');
  await field(page, 'Geschlecht').selectOption('Divers');
  await press(page, 'Aus der Liste wählen');
  const box = page.getByRole('checkbox', { name: 'F41.0 Panikstörung' });
  await box.check();
  await box.press('Enter');
  await page.getByLabel('Diagnosen durchsuchen').fill('f41');
  await page.getByLabel('Diagnosen durchsuchen').press('Enter');
  await press(page, 'Übernehmen');
  await press(page, 'Speichern');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const stored = await storedPatient(patient);
  assert.deepEqual([stored.gender, stored.diagnosisIds], ['DIVERSE', ['F32.1', 'F41.0']]);
});

test('a clinician edits every field of a patient, including reason and number of sessions at the end of therapy', async () => {
  const { patient, page } = await aPractice();
  await chooseFor(page, 'P9', 'Patient*in bearbeiten');
  await field(page, 'Geburtsdatum').fill('31.12.1975');
  await field(page, 'Geschlecht').selectOption('Divers');
  await chooseDiagnosis(page, 'f41.1', 'F41.1 Generalisierte');
  for (const id of ['S-3', 'S-4', '   ', 'S-3']) {
    await field(page, 'System-IDs').fill(id);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'S-4 entfernen' }).click();
  await field(page, 'Grund des Therapieendes').selectOption('Reguläres Ende');
  await field(page, 'Anzahl der Sitzungen').fill('12a');
  await page.getByText('Bitte geben Sie nur Zahlen ein.', { exact: true }).waitFor();
  await press(page, 'Speichern');
  await field(page, 'Anzahl der Sitzungen').fill('12');
  await press(page, 'Speichern');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await eventually(async () =>
    assert.match(await rowOf(page, 'P9').innerText(), /31\.12\.1975\s+Divers.*S-3/s),
  );
  assert.equal(await page.getByText('P9: Gespeichert.').isVisible(), true);
  const stored = await storedPatient(patient);
  assert.deepEqual(stored.diagnosisIds, ['F32.1', 'F41.1']);
  assert.deepEqual(stored.labels, [
    { key: 'CLUSTER', value: 'S-3' },
    { key: 'THERAPY_END_REASON', value: 'REGULAR_ENDING' },
    { key: 'THERAPY_END_SESSION_COUNT', value: '12' },
  ]);
});

rare(
  'the edit form warns of a changed admission or discharge and refuses a discharge that is not after the admission',
  async () => {
    const { page } = await aPractice();
    await chooseFor(page, 'P9', 'Patient*in bearbeiten');
    const warning = page.getByText(
      'Achtung: Durch das Ändern von Aufnahme- oder Entlassdatum können bisherige Befragungen ungültig werden.',
    );
    await field(page, 'Entlassdatum').waitFor();
    assert.equal(await warning.count(), 0);
    await field(page, 'Entlassdatum').fill(today);
    await warning.waitFor();
    await press(page, 'Speichern');
    await page.getByText('Das Entlassdatum muss nach dem Aufnahmedatum liegen.', { exact: true }).waitFor();
    await field(page, 'Entlassdatum').fill(tomorrow);
    await press(page, 'Speichern');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => assert.ok((await rowOf(page, 'P9').innerText()).includes(tomorrow)));
    assert.equal(await focusedName(page), 'P9 bearbeiten');
  },
);

rare('an edit form closed without saving forgets the typed values', async () => {
  const { page } = await aPractice();
  await chooseFor(page, 'P9', 'Patient*in bearbeiten');
  await field(page, 'Geschlecht').selectOption('Divers');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Verwerfen' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await chooseFor(page, 'P9', 'Patient*in bearbeiten');
  assert.equal(await field(page, 'Geschlecht').inputValue(), 'FEMALE');
});

rare('a patient assigned to another enabled clinician leaves the own list', async () => {
  const { clinic, page } = await aPractice();
  await chooseFor(page, 'P9', 'Anderen Mitarbeitenden zuweisen');
  const select = field(page, 'Neue*r Mitarbeitende*r');
  await select.waitFor();
  assert.deepEqual((await select.getByRole('option').allInnerTexts()).slice(1), ['Kaya']);
  await press(page, 'Zuweisen');
  await page.getByText('Sie müssen eine*n Mitarbeitende*n auswählen.', { exact: true }).waitFor();
  await select.selectOption('Kaya');
  await press(page, 'Zuweisen');
  assert.equal(
    await readMessage(page),
    'Der*die Patient*in wurde erfolgreich einem neuen Mitarbeitenden zugewiesen.',
  );
  await page.getByText('Noch sind keine Patient*innen angelegt.').waitFor();
  const other = await openMyPatients(site, clinic.name, clinic.kaya);
  await rowOf(other, 'P9').waitFor();
});

test('a clinician cannot assign a patient who meanwhile has another clinician, and sees the reason', async () => {
  const { clinic, patient, page } = await aPractice();
  await chooseFor(page, 'P9', 'Anderen Mitarbeitenden zuweisen');
  await field(page, 'Neue*r Mitarbeitende*r').selectOption('Kaya');
  await assignMeanwhile(services, patient, clinic.kaya);
  await press(page, 'Zuweisen');
  assert.match(
    await readMessage(page),
    /^Irgendetwas ist schief gelaufen\. Der\*die Patient\*in wurde keinem neuen Mitarbeitenden zugewiesen\./,
  );
});

test('a registration without a connection keeps the form, and the next try registers the patient once', async () => {
  const { page } = await aPractice();
  await openRegistration(page);
  await field(page, 'Resonanz-ID').fill('ZW3M7KQ9');
  await field(page, 'Geburtsdatum').fill('04.05.1986');
  await field(page, 'Geschlecht').selectOption('Weiblich');
  await chooseDiagnosis(page, 'f32.1', 'F32.1 Mittelgradige');
  await field(page, 'Entlassdatum').fill(tomorrow);
  await page.context().setOffline(true);
  await press(page, 'Anlegen');
  assert.equal(
    await readMessage(page),
    'Beim Registrieren ist ein Netzwerkfehler aufgetreten. Entweder Sie haben keine Internetverbindung oder der Server ist nicht erreichbar.',
  );
  assert.equal(await field(page, 'Resonanz-ID').inputValue(), 'ZW3M7KQ9');
  await page.context().setOffline(false);
  await press(page, 'Anlegen');
  await rowOf(page, 'ZW3M7KQ9').waitFor();
  assert.deepEqual((await codesIn(page)).toSorted(), ['P9', 'ZW3M7KQ9']);
});

test('the row menu and the forms of the patient list work with the keyboard', async () => {
  const { page } = await aPractice();
  await page.getByRole('button', { name: 'P9 bearbeiten' }).focus();
  await page.keyboard.press('Enter');
  assert.equal(await focusedName(page), 'Patient*in bearbeiten');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focusedName(page), 'Anderen Mitarbeitenden zuweisen');
  await page.keyboard.press('Escape');
  assert.equal(await focusedName(page), 'P9 bearbeiten');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await field(page, 'Neue*r Mitarbeitende*r').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await focusedName(page), 'P9 bearbeiten');
});
