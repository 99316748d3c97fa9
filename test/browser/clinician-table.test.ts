import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { aPatient } from '../builders.ts';
import { aStaffedClinic } from './admin.ts';
import { openSite } from './browser.ts';
import { chooseFor, codesIn, openMyPatients, rowOf } from './clinician.ts';

const site = await openSite();

const patients = [
  { code: 'P9', gender: 'FEMALE', birthDate: '1980-05-17', admission: '2024-02-28' },
  { code: 'P10', gender: 'MALE', birthDate: '1999-12-31', admission: '2024-02-29' },
  { code: 'K7Q2M9XA', gender: 'DIVERSE', birthDate: '1980-05-16', admission: '2024-03-01', discharge: null },
] as const;

/** Weber has the three patients above, of which P10 and K7Q2M9XA belong to one system. Kaya has one more patient. */
async function aPractice() {
  const clinic = await aStaffedClinic(site);
  for (const patient of patients) {
    const labels = patient.code === 'P9' ? [] : [{ key: 'CLUSTER' as const, value: 'S-17' }];
    await aPatient(site.services, clinic.id, { ...patient, labels, clinicianId: clinic.weber.id });
  }
  await aPatient(site.services, clinic.id, { code: 'KAYA1', clinicianId: clinic.kaya.id });
  return clinic;
}

async function openPractice(): Promise<Page> {
  const clinic = await aPractice();
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await rowOf(page, 'P9').waitFor();
  return page;
}

test('the patient table of a clinician has its ten columns in order and shows only the own patients', async () => {
  const page = await openPractice();
  assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), [
    'Bearbeiten',
    'Code',
    'Geburtstag',
    'Geschlecht',
    'Aufnahme',
    'Entlassung',
    'System-ID',
    'Befragungsstatus',
    'Ergebnis',
    'Reports gesehen',
  ]);
  assert.deepEqual((await codesIn(page)).toSorted(), ['K7Q2M9XA', 'P10', 'P9']);
  assert.match(
    await rowOf(page, 'P10').innerText(),
    /P10\s+31\.12\.1999\s+Männlich\s+29\.02\.2024\s+28\.02\.2025\s+S-17\s+Anzeigen\s.*Anzeigen\s+Nicht verfügbar/s,
  );
  assert.match(await rowOf(page, 'K7Q2M9XA').innerText(), /01\.03\.2024\s+offen\s/);
});

rare(
  'where not all columns are in sight, result, unread and status stand beside the code, and first on a card',
  async () => {
    const page = await openPractice();
    const leading = ['Ergebnis', 'Reports gesehen', 'Befragungsstatus'];
    await page.setViewportSize({ width: 768, height: 1024 });
    const table = page.getByRole('region', { name: /Tabelle/ });
    await page.getByRole('columnheader').nth(2).getByText('Ergebnis').waitFor();
    const titles = await page.getByRole('columnheader').allInnerTexts();
    assert.deepEqual(titles.slice(1, 5), ['Code', ...leading]);
    assert.equal(titles.length, 10);
    const box = await table.boundingBox();
    for (const name of leading) {
      const title = await page.getByRole('columnheader', { name }).boundingBox();
      assert.ok(title && box && title.x + title.width <= box.x + box.width, `${name} is in sight`);
    }
    assert.equal(await page.getByRole('columnheader').nth(2).innerText(), 'Ergebnis');
    await page.setViewportSize({ width: 390, height: 664 });
    const card = page.getByRole('listitem').filter({ hasText: 'P9' });
    await card.waitFor();
    assert.deepEqual((await card.locator('dt').allInnerTexts()).slice(0, 3), leading);
  },
);

test('the first press on a column title sorts the table, the second reverses the order, the third ends it', async () => {
  const page = await openPractice();
  const asItCame = await codesIn(page);
  const title = page.getByRole('columnheader', { name: 'Geburtstag' });
  await title.getByRole('button').click();
  assert.deepEqual(await codesIn(page), ['K7Q2M9XA', 'P9', 'P10']);
  assert.equal(await title.getAttribute('aria-sort'), 'ascending');
  await title.getByRole('button').click();
  assert.deepEqual(await codesIn(page), ['P10', 'P9', 'K7Q2M9XA']);
  await title.getByRole('button').click();
  assert.deepEqual(await codesIn(page), asItCame);
  await page.getByRole('button', { name: 'Code' }).click();
  assert.deepEqual(await codesIn(page), ['K7Q2M9XA', 'P9', 'P10'], 'P9 comes before P10');
});

test('every column of the patient table has a filter by text, date, System-ID, gender or status', async () => {
  const page = await openPractice();
  const found = async (work: () => Promise<unknown>) => {
    await work();
    const codes = await codesIn(page);
    await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
    return codes.toSorted();
  };
  assert.equal(await page.getByLabel('Filter: Code').getAttribute('placeholder'), 'Suche...');
  assert.deepEqual(await found(() => page.getByLabel('Filter: Code').fill('p1')), ['P10']);
  assert.deepEqual(await found(() => page.getByLabel('Filter: System-ID').fill('s-17')), ['K7Q2M9XA', 'P10']);
  assert.deepEqual(await found(() => page.getByLabel('Filter: Geschlecht').selectOption('Divers')), [
    'K7Q2M9XA',
  ]);
  assert.deepEqual(
    await found(() => page.getByLabel('Filter: Befragungsstatus').selectOption('Abgelaufen')),
    ['K7Q2M9XA', 'P10', 'P9'],
  );
  assert.deepEqual(
    await found(() => page.getByLabel('Filter: Reports gesehen').selectOption('Ungelesener Report')),
    [],
  );
  const operators = await page.getByLabel('Vergleich: Aufnahme').getByRole('option').allInnerTexts();
  assert.deepEqual(operators, ['>', '<', '>=', '<=', '==']);
  const expected = [['K7Q2M9XA'], ['P9'], ['K7Q2M9XA', 'P10'], ['P10', 'P9'], ['P10']];
  for (const [index, operator] of operators.entries()) {
    const codes = await found(async () => {
      await page.getByLabel('Vergleich: Aufnahme').selectOption(operator);
      await page.getByLabel('Filter: Aufnahme').pressSequentially('29022024');
    });
    assert.deepEqual(codes, expected[index], operator);
  }
});

rare('the choice of a filter is shown whole beside its arrow, in one line or two', async () => {
  const page = await openPractice();
  await page.setViewportSize({ width: 1280, height: 720 });
  const choices = page.locator('thead select[aria-label^="Filter"]');
  assert.equal(await choices.count(), 4);
  for (const choice of await choices.all()) {
    const options = await choice.locator('option').allTextContents();
    // A column is measured while its filter hides rows, too.
    for (const label of options.slice(1)) {
      await choice.selectOption({ label });
      const words = choice.locator('xpath=following-sibling::*');
      assert.equal(await words.innerText(), label);
      assert.equal(await words.evaluate(isCut), false, label);
    }
    await choice.selectOption({ index: 0 });
  }
});

/** Whether the words need more room than their box has. */
function isCut(box: Element): boolean {
  const words = document.createRange();
  words.selectNodeContents(box);
  const [needed, room] = [words.getBoundingClientRect(), box.getBoundingClientRect()];
  return needed.width > room.width + 0.5 || needed.height > room.height + 0.5;
}

rare(
  'opening a status, a result or the form of a patient loads the patient list again, other forms do not, and no consent is shown without a study',
  async () => {
    const page = await openPractice();
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/clinicians/patients')) loads.push(request.method());
    });
    const afterOpening = async (open: () => Promise<void>) => {
      await open();
      await page.getByRole('dialog').waitFor();
      await page.waitForLoadState('networkidle');
      await page.keyboard.press('Escape');
      return loads.splice(0).length;
    };
    const press = (name: string) => () => page.getByRole('button', { name }).click();
    // An edit begins with what is stored now.
    assert.equal(await afterOpening(() => chooseFor(page, 'P9', 'Patient*in bearbeiten')), 1);
    assert.equal(await afterOpening(() => chooseFor(page, 'P9', 'Anderen Mitarbeitenden zuweisen')), 0);
    assert.equal(await afterOpening(press('Patient*in anlegen')), 0);
    const asked = page.waitForRequest('**/api/auth/clinicians/patients');
    const openResult = async () => {
      await press('Anzeigen: Ergebnis von P9')();
      await asked;
    };
    assert.equal(await afterOpening(openResult), 1);
    const choices = await page.getByLabel('Filter: Befragungsstatus').getByRole('option').allInnerTexts();
    assert.equal(choices.includes('Einwilligung widerrufen'), false);
  },
);

rare(
  'the patient table shows the number of patients that pass the filters, and says if none passes',
  async () => {
    const page = await openPractice();
    await page.getByLabel('Filter: Code').fill('zzz');
    await page.getByText('Kein Eintrag passt zu den Filtern.').waitFor();
    await page.getByText('0 von 3 Einträgen').waitFor();
  },
);

rare(
  'the clinician home names the clinic and opens one panel at a time, also from the side menu',
  async () => {
    const clinic = await aPractice();
    const page = await openMyPatients(site, clinic.name, clinic.weber);
    const main = page.getByRole('main');
    const isOpen = (name: string) =>
      main.getByRole('button', { name, exact: true }).getAttribute('aria-expanded');
    await main.getByRole('button', { name: 'Klinik', exact: true }).click();
    await page.getByText(`Ihre Klinik ist die ${clinic.name}.`).waitFor();
    assert.deepEqual([await isOpen('Meine Patient*innen'), await isOpen('Klinik')], ['false', 'true']);
    await page.getByRole('link', { name: 'Meine Patient*innen' }).click();
    await page.getByRole('table').waitFor();
    assert.deepEqual([await isOpen('Meine Patient*innen'), await isOpen('Klinik')], ['true', 'false']);
    await page.getByRole('link', { name: 'Alles zuklappen' }).click();
    await page.getByRole('table').waitFor({ state: 'detached' });
    assert.deepEqual([await isOpen('Meine Patient*innen'), await isOpen('Klinik')], ['false', 'false']);
    await page.getByRole('link', { name: 'Informationen' }).click();
    await page.waitForURL('**/clinician/information');
  },
);

rare('the clinician home without a navigation state shows an error with a link home', async () => {
  const clinic = await aPractice();
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await page.goto('/impressum');
  await page.goto('/clinician');
  await page.getByRole('alert').getByText('Diese Seite kann so nicht angezeigt werden.').waitFor();
  await page.getByRole('link', { name: 'Zur Startseite', exact: true }).click();
  await rowOf(page, 'P9').waitFor();
});

test('a long patient list contains only the visible rows, and the keyboard reaches the last one', async () => {
  const clinic = await aStaffedClinic(site);
  for (let number = 100; number < 300; number += 1)
    await aPatient(site.services, clinic.id, { code: `N${number}`, clinicianId: clinic.weber.id });
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await page.getByRole('button', { name: 'Code' }).click();
  await rowOf(page, 'N100').waitFor();
  assert.equal(await page.getByRole('table').getAttribute('aria-rowcount'), '202');
  assert.ok((await codesIn(page)).length < 40);
  const region = page.getByRole('region', { name: 'Meine Patient*innen: Tabelle' });
  await region.focus();
  await page.keyboard.press('End');
  await rowOf(page, 'N299').waitFor();
  const box = await region.boundingBox();
  const scrolled = await page.evaluate(() => window.scrollY);
  assert.ok(box && box.y + box.height <= 900 && scrolled === 0, 'one scrollbar moves the rows');
  assert.equal(await rowOf(page, 'N299').getAttribute('aria-rowindex'), '202');
});

rare('the patient table keeps its filters and its order during a visit to another page', async () => {
  const page = await openPractice();
  await page.getByLabel('Filter: Code').fill('P');
  await page.getByRole('button', { name: 'Geburtstag' }).click();
  await page.getByRole('link', { name: 'Informationen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Informationen' }).waitFor();
  await page.getByRole('link', { name: 'Meine Patient*innen' }).click();
  await rowOf(page, 'P9').waitFor();
  assert.deepEqual(await codesIn(page), ['P9', 'P10']);
});
