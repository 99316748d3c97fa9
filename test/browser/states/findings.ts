import type { Page } from 'playwright-core';
import { accessibilityFindings } from '../accessibility.ts';
import {
  coveredInFocus,
  cutOff,
  dividedTexts,
  misfits,
  movements,
  smallTargets,
  untiedErrors,
} from '../layout-findings.ts';
import type { Look, Reader } from './looks.ts';

// A long user name or measurement point of the staff ends with dots in the bar, and its menu has the whole name. The name of the
// product and the word of another menu must not. A long deputyship ends with dots in its row, and the title has the whole sentence.
// The line above a list stands on the button of its section, beside the title.
const isMeant = (finding: string) =>
  /^span\.cut "(?!Resonanz|Tabelle)|^span\._deputised_|^button "Meine Patient\*innen" is covered/.test(
    finding,
  );

// With large letters the words of a button of the staff end with dots.
const isPlainPhone = (reader: Reader, { width, letters, rules }: Look) =>
  reader === 'staff on a phone' && width === 320 && letters === undefined && !rules;

/** What shuts somebody out of the shown page, found by every checker that the look asks for. */
export async function findingsOf(page: Page, reader: Reader, look: Look): Promise<string[]> {
  const layout = await misfits(page);
  // A table of a document scrolls in its box, and a long name in a chart ends with dots.
  const found = reader === 'document' ? layout.filter((one) => one.startsWith('the page is')) : layout;
  found.push(...(await movements(page)), ...(await untiedErrors(page)));
  if (look.isChecked) found.push(...(await accessibilityFindings(page)));
  if (reader === 'patient' || isPlainPhone(reader, look)) found.push(...(await cutOff(page)));
  if (reader === 'patient') {
    found.push(...(await dividedTexts(page)));
    if (look.width === 320 && !look.rules) found.push(...(await smallTargets(page)));
  }
  // Last, because it moves the focus.
  if (look.isWalked) found.push(...(await coveredInFocus(page)));
  return reader === 'patient' ? found : found.filter((one) => !isMeant(one));
}
