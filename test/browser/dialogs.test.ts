import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idleText } from '../../src/text/frame.ts';
import { surveyText } from '../../src/text/survey.ts';
import { aPatient } from '../builders.ts';
import { aStaffedClinic } from './admin.ts';
import { openPage, openSite } from './browser.ts';
import { logInAsPatient, openSurvey, phone } from './patient.ts';

const site = await openSite();
const clinic = await aStaffedClinic(site);
const aNewPatient = () => aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id });

for (const [name, options] of [
  ['a phone', phone],
  ['a wide screen', {}],
] as const)
  test(`on ${name} the buttons of a dialog stand in the order in which the keyboard reaches them`, async () => {
    const page = await openPage(site, options);
    await openSurvey(page, clinic, await aNewPatient());
    await page.getByRole('link', { name: 'Impressum' }).click();
    const dialog = page.getByRole('alertdialog', { name: surveyText.leaveTitle });
    await dialog.waitFor();
    const places = await dialog.getByRole('button').evaluateAll((buttons) =>
      buttons.map((button) => {
        const { x, y } = button.getBoundingClientRect();
        return y * 10_000 + x;
      }),
    );
    assert.ok(places.length >= 2);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
  });

test('a screen reader hears of the end of an idle session ten and five seconds before it', async () => {
  const page = await openPage(site);
  await page.clock.install();
  await logInAsPatient(page, clinic, await aNewPatient());
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The server's answers to a refresh would lengthen the session.
  await page.route('**/api/refresh-tokens', () => undefined);
  const dialog = page.getByRole('alertdialog', { name: idleText.title });
  const announced = dialog.locator('output');
  while (!(await dialog.count())) await page.clock.runFor(5000);
  const left = async () => Number(/\d+/.exec(await dialog.getByRole('timer').innerText())?.[0]);
  assert.equal(await announced.textContent(), '');
  const heard: [number, string | null][] = [];
  for (let text: string | null = ''; (await left()) > 2; await page.clock.runFor(1000)) {
    const now = await announced.textContent();
    if (now !== text) heard.push([await left(), now]);
    text = now;
  }
  assert.deepEqual(heard, [
    [10, idleText.seconds(10)],
    [5, idleText.seconds(5)],
  ]);
});
