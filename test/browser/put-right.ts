import assert from 'node:assert/strict';
import type { ElementHandle, Locator, Page } from 'playwright-core';

const TYPED = '12';
const fields =
  'textarea, select, input:not([type=radio], [type=checkbox], [type=file], [type=range], [role=combobox])';

/**
 * Answers every field and group of a form that has marked fields, key by key and the last one first, so that a mark is left above it.
 * The focus must stay in the field, and every value must still be there at the end.
 */
export async function putRight(page: Page, form: Locator): Promise<void> {
  await form.locator('[aria-invalid=true]').first().waitFor();
  await form.locator('[aria-invalid=true]:focus, [data-summary]:focus').waitFor();
  const typed: { field: ElementHandle; value: string }[] = [];
  for (const field of (await form.locator(fields).elementHandles()).reverse()) {
    if (!(await field.isVisible()) || !(await field.isEditable())) continue;
    await enter(page, field);
    typed.push({ field, value: await valueOf(field) });
  }
  for (const group of await form.locator('fieldset[aria-invalid=true]:has([type=radio])').elementHandles())
    await chooseThird(page, group);
  assert.ok(typed.length > 0 || (await form.getByRole('radio', { checked: true }).count()) > 0);
  for (const { field, value } of typed) {
    // A field of tags makes a tag of what was typed.
    const isTag = (await form.getByRole('button', { name: `${value} entfernen` }).count()) > 0;
    if (!isTag) assert.equal(await valueOf(field), value);
  }
}

async function enter(page: Page, field: ElementHandle): Promise<void> {
  await field.focus();
  if (await field.evaluate((element) => element instanceof HTMLSelectElement)) {
    await field.selectOption({ index: 1 });
    assert.ok(await hasFocus(field), 'the focus left the choice');
    return;
  }
  const before = await valueOf(field);
  for (const key of ['End', ...TYPED]) {
    await page.keyboard.press(key);
    assert.ok(await hasFocus(field), `the focus left the field after ${key}`);
  }
  const after = await valueOf(field);
  assert.ok(after.replaceAll(/\D/g, '').endsWith(TYPED), `${before} became ${after}`);
}

async function chooseThird(page: Page, group: ElementHandle): Promise<void> {
  const radios = await group.$$('[type=radio]');
  const third = radios.slice(0, 3).at(-1);
  assert.ok(radios[0] && third);
  await radios[0].focus();
  await page.keyboard.press('Space');
  for (let step = 1; step < Math.min(3, radios.length); step += 1) await page.keyboard.press('ArrowDown');
  assert.ok(await third.evaluate((radio) => radio.matches(':focus:checked')), 'the focus left the group');
}

const hasFocus = (field: ElementHandle) => field.evaluate((element) => element === document.activeElement);

const valueOf = (field: ElementHandle) => field.evaluate((element) => (element as HTMLInputElement).value);
