import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STAFF_PASSWORD } from '../../../../src/server/demo/demo-plan.ts';
import { aClinic, aPatient } from '../../../builders.ts';
import { eventually } from '../../../eventually.ts';
import { hasAll, type NeedName } from '../../../programs.ts';
import { openDemoSite, type Site } from '../../browser.ts';
import { storedPages } from '../../patient.ts';
import type { Hands } from './hands.ts';
import { aPerson, type Person } from './person.ts';

const PHONE = { width: 390, height: 664 };
const DESK = { width: 1440, height: 900 };
const DEMO = 'Ambulanz Musterstadt';

/** The main way of a patient and a day of each role of the staff, in one browser. */
export function walkIn(browser: string, needs: readonly NeedName[], openBrowser: () => Promise<Hands>): void {
  let demo: Promise<Site> | undefined;

  function walk(
    name: string,
    size: typeof PHONE,
    steps: (person: Person, site: Site) => Promise<void>,
  ): void {
    test(`${browser}: ${name}`, async (t) => {
      if (!hasAll(t, ...needs)) return;
      const site = await (demo ??= openDemoSite());
      const hands = await openBrowser();
      try {
        await steps(aPerson(hands, site.origin, size), site);
      } finally {
        await hands.close();
      }
    });
  }

  walk(
    'a patient answers a whole survey on a phone, after a wrong login and with a pause',
    PHONE,
    async (person, site) => {
      const clinic = await aClinic(site.services, { name: 'Ambulanz am Fluss' });
      const patient = await aPatient(site.services, clinic.id);
      await person.open('/loginpatient');
      await logIn(person, {
        clinic: clinic.name,
        'Ihre ID': patient.name,
        'Geburtsdatum (tt.mm.jjjj)': '02.02.1992',
      });
      await person.see('Ihre Anmeldedaten sind fehlerhaft');
      await person.open('/loginpatient');
      await logIn(person, {
        clinic: clinic.name,
        'Ihre ID': patient.name,
        'Geburtsdatum (tt.mm.jjjj)': '01.01.1990',
      });
      await person.see('Bei der Anmeldung gab es einen falschen Versuch');
      await person.press('Verstanden');
      await person.press('Befragung starten');
      await person.press('Weiter');
      await person.see('beantwort');
      const pages = await answerAll(person);
      assert.equal(await storedPages(site, patient), pages);
      await person.see('Vielen Dank, alles erledigt!');
    },
  );

  walk('a clinician reads a status, a result and a report, and adds a patient', DESK, async (person) => {
    await person.open('/loginclinician');
    await logIn(person, { clinic: DEMO, 'Mitarbeitenden-ID': 'therapie1', Passwort: STAFF_PASSWORD });
    await person.press('Anzeigen: Befragungsstatus von P1005');
    await person.see('Befragungsstatus von P1005');
    await person.press('Schließen');
    await person.press('Anzeigen: Ergebnis von P1005');
    await person.see('Alle weiteren Skalen');
    await person.press('Bericht öffnen: Erstgespräch');
    await person.see('Ergebnisbericht: Erstgespräch');
    await person.press('Meine Patient*innen');
    await person.press('Patient*in anlegen');
    await person.type('Geburtsdatum', '05.03.1984');
    await person.choose('Geschlecht', 'Weiblich');
    await person.type('Diagnosen', 'F32.1');
    await person.press('F32.1 Mittelgradige depressive Episode');
    await person.press('+12 Monate');
    await person.press('Anlegen');
    await person.see('wurde angelegt.');
    await person.press('Ausblenden');
    await logOut(person, 'therapie1');
  });

  walk('an admin adds a clinician and looks at the clinic', DESK, async (person) => {
    await person.open('/loginadmin');
    await logIn(person, { clinic: DEMO, 'Admin-ID': 'adminmusterstadt', Passwort: STAFF_PASSWORD });
    await person.see('P1001');
    await person.press('Mitarbeitende');
    await person.press('Mitarbeitende anlegen');
    await person.type('Mitarbeitenden-ID', 'therapie7');
    await person.press('Anlegen');
    await person.see('Der*Die Mitarbeitende therapie7 wurde angelegt.');
    await person.press('Schließen');
    await person.press('Klinik');
    await person.see('Kontakt der Klinik');
    await logOut(person, 'adminmusterstadt');
  });
}

async function logIn(person: Person, { clinic, ...fields }: Record<string, string>): Promise<void> {
  await person.choose('Klinik', clinic ?? '');
  for (const [label, words] of Object.entries(fields)) await person.type(label, words);
  await person.press('Anmelden');
}

async function logOut(person: Person, name: string): Promise<void> {
  await person.press(`Profilmenü: ${name}`);
  await person.press('Logout');
  await person.see('Passwort');
}

/** Answers page after page until the last one, with a pause at the fifth. Returns how many pages there were, with the page of help. */
async function answerAll(person: Person): Promise<number> {
  for (let pages = 1; ; pages += 1) {
    assert.equal(await person.isTooWide(), false);
    await person.answer();
    const next = await turnPage(person);
    if (next === 'end') return pages;
    if (next === 'help') {
      await person.press('Befragung fortsetzen');
      pages += 1;
    }
    if (pages === 5) {
      await person.open('/patients');
      await person.press('Befragung fortsetzen');
    }
    await person.see('Weiter');
  }
}

async function turnPage(person: Person): Promise<'questions' | 'help' | 'end'> {
  const before = await person.questions();
  await person.press('Weiter');
  return eventually(async () => {
    const [questions, text] = [await person.questions(), await person.text()];
    if (questions === '' && text.includes('Vielen Dank')) return 'end';
    if (questions === '' && text.includes('Befragung fortsetzen')) return 'help';
    assert.ok(questions !== '' && questions !== before, 'the next page is not there');
    return 'questions';
  });
}
