import type { CDPSession, Page } from 'playwright-core';
import { stillness } from '../browser.ts';

// The sizes, schemes and conditions under which people see a page.

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

export type Look = {
  name: string;
  width: number;
  height: number;
  media?: Media;
  /** The reader has set letters of this size in the browser, in pixels. Widths of media queries grow with them. */
  letters?: number;
  /** Rules that the reader adds to every page. */
  rules?: string;
  /** The checkers of markup and colours look at it. They take most of the time. */
  isChecked?: boolean;
  /** Every control is given the focus. */
  isWalked?: boolean;
};

const dark: Media = { colorScheme: 'dark' };
const forced = (colorScheme: 'light' | 'dark'): Media => ({ forcedColors: 'active', colorScheme });

/** As with "text only" zoom. */
const largeText = 'html { font-size: 200% !important }';
/** Text spacing for easier reading (WCAG 1.4.12). */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
  'p { margin-bottom: 2em !important }';

const desk: Look = { name: 'a wide light screen', width: 1280, height: 800, isChecked: true };
const phone: Look = { name: 'a small dark phone', width: 320, height: 640, media: dark, isChecked: true };
const tablet: Look = { name: 'a dark tablet', width: 768, height: 900, media: dark, isChecked: true };
const narrow: Look = { name: 'the smallest phone', width: 320, height: 640 };
const textOnPhone: Look = { name: 'text at 200 %', width: 390, height: 844, rules: largeText };
const lettersAtDesk: Look = { name: 'letters of 32 px on a computer', width: 1280, height: 900, letters: 32 };

// A window of 1280 x 1024 at 400 % has 320 x 256 px, one of 1440 x 900 at 200 % has 720 x 450 px.
const conditions: readonly Look[] = [
  { name: 'zoom 400 %', width: 320, height: 256 },
  { name: 'zoom 200 %', width: 720, height: 450 },
  { name: 'letters of 32 px on a phone', width: 390, height: 844, letters: 32 },
  { name: 'text at 200 % on a computer', width: 1280, height: 800, rules: largeText },
  { name: 'wide text spacing', width: 320, height: 640, rules: spacing },
  { name: 'high contrast, light', width: 390, height: 844, media: forced('light') },
  { name: 'high contrast, dark', width: 1280, height: 900, media: forced('dark') },
  { name: 'a turned phone', width: 664, height: 390 },
];

const walked = (look: Look): Look => ({ ...look, isWalked: true });
const checked = (look: Look): Look => ({ ...look, isChecked: true });

/**
 * Whose page it is. The pages of patients are made for phones, those of the staff for computers. A document, and a report
 * without the page around it, have no bar that could cover a control, so no look gives their controls the focus.
 */
export type Reader = 'patient' | 'staff' | 'staff on a phone' | 'document';

const usual: Readonly<Record<Reader, readonly Look[]>> = {
  patient: [desk, textOnPhone, walked(phone)],
  'staff on a phone': [textOnPhone, walked(phone)],
  staff: [tablet, narrow, lettersAtDesk, walked(desk)],
  document: [desk, phone],
};

const all: readonly Look[] = [
  desk,
  { ...desk, name: 'a wide dark screen', media: dark },
  checked({ name: 'a very wide dark screen', width: 1920, height: 1080, media: dark }),
  tablet,
  checked({ name: 'a large light phone', width: 640, height: 800 }),
  textOnPhone,
  lettersAtDesk,
  ...conditions.map(walked),
  walked(checked(narrow)),
  walked(phone),
];

const ofDocuments: readonly Look[] = [
  ...usual.document,
  checked(narrow),
  { ...desk, name: 'a wide dark screen', media: dark },
  { ...desk, name: 'high contrast', media: forced('light') },
  checked({ name: 'zoom 200 %', width: 720, height: 450 }),
];

/** The looks at a state: in a usual run a few and one of the conditions in turn, in a whole run all. */
export function looksAt(reader: Reader, turn: number, isWhole: boolean): readonly Look[] {
  if (isWhole) return reader === 'document' ? ofDocuments : all;
  if (reader === 'document') return usual.document;
  const condition = conditions[turn % conditions.length];
  return condition ? [condition, ...usual[reader]] : usual[reader];
}

/** The page has this look until the next call. */
export async function wear(page: Page, browser: CDPSession, look: Look): Promise<void> {
  await page.setViewportSize({ width: look.width, height: look.height });
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light', ...look.media });
  await browser.send('Page.setFontSizes', { fontSizes: { standard: look.letters ?? 16 } });
  await addRules(page, look.rules ?? '');
  await stillness(page);
  await fitted(page);
}

/** Runs in the page. */
const fits = () => document.documentElement.scrollWidth <= window.innerWidth;

/** A busy machine draws the list anew only some frames after its window has changed. What never fits is found by the checkers. */
async function fitted(page: Page): Promise<void> {
  await page.waitForFunction(fits, undefined, { timeout: 2000 }).catch(() => {});
}

/** The page has these rules in addition, until the next call. */
async function addRules(page: Page, rules: string): Promise<void> {
  await page.evaluate((text) => {
    // The condition always holds. It marks the sheet of the last call.
    const mark = '(min-width: 1px)';
    const others = document.adoptedStyleSheets.filter(({ media }) => media.mediaText !== mark);
    const sheet = new CSSStyleSheet({ media: mark });
    sheet.replaceSync(text);
    document.adoptedStyleSheets = text ? [...others, sheet] : others;
  }, rules);
}
