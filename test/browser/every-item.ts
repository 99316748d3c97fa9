import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { ItemType } from '../../src/domain/answer-types.ts';

// One instrument with every item type of product 3.9, and a protocol with only this instrument.

const levels = ['gar nicht', 'ein wenig', 'ziemlich', 'sehr'].map((label, value) => ({
  id: `level-${value}`,
  label,
  value,
}));

const contents: Readonly<Record<ItemType, string>> = {
  INFO_AUTOSUBMIT: 'Gleich geht es los.',
  INFO: 'Auf dieser Seite wählen Sie aus.',
  QUESTION_HORIZONTAL_RADIO: 'Wie sehr nebeneinander?',
  QUESTION_HORIZONTAL_RADIO_ENFORCED: 'Wie sehr immer nebeneinander?',
  QUESTION_VERTICAL_RADIO: 'Wie sehr untereinander?',
  QUESTION_CHECKBOX: 'Was trifft zu?',
  QUESTION_SELECT: 'Welches davon?',
  QUESTION_RANGE_INDICATOR: 'Wie geht es Ihnen heute?',
  QUESTION_INTEGER: 'Wie viele?',
  QUESTION_DOUBLE_POSITIVE: 'Wie groß?',
  QUESTION_DATE: 'Seit wann?',
  QUESTION_TEXT: 'Ein Wort dazu?',
  QUESTION_TEXT_OPTIONAL: 'Noch ein Wort?',
  QUESTION_TEXT_AREA: 'Ein Satz dazu?',
  QUESTION_TEXT_AREA_OPTIONAL: 'Noch ein Satz?',
  EMAIL_NOTIFICATION_PRE: 'Adresse für den Beginn',
  EMAIL_NOTIFICATION_INTERMEDIATE: 'Adresse für den Verlauf',
  EMAIL_NOTIFICATION_POST: 'Adresse für das Ende',
  EMAIL_NOTIFICATION_FOLLOW_UP: 'Adresse für danach',
};

const pages: readonly { title: string; types: readonly ItemType[] }[] = [
  { title: 'Willkommen', types: ['INFO_AUTOSUBMIT'] },
  {
    title: 'Auswählen',
    types: [
      'INFO',
      'QUESTION_HORIZONTAL_RADIO',
      'QUESTION_HORIZONTAL_RADIO_ENFORCED',
      'QUESTION_VERTICAL_RADIO',
      'QUESTION_CHECKBOX',
      'QUESTION_SELECT',
    ],
  },
  {
    title: 'Zahlen',
    types: ['QUESTION_RANGE_INDICATOR', 'QUESTION_INTEGER', 'QUESTION_DOUBLE_POSITIVE', 'QUESTION_DATE'],
  },
  {
    title: 'Worte',
    types: ['QUESTION_TEXT', 'QUESTION_TEXT_OPTIONAL', 'QUESTION_TEXT_AREA', 'QUESTION_TEXT_AREA_OPTIONAL'],
  },
  {
    title: 'Adressen',
    types: [
      'EMAIL_NOTIFICATION_PRE',
      'EMAIL_NOTIFICATION_INTERMEDIATE',
      'EMAIL_NOTIFICATION_POST',
      'EMAIL_NOTIFICATION_FOLLOW_UP',
    ],
  },
];

const withOptions: ReadonlySet<string> = new Set([
  'QUESTION_HORIZONTAL_RADIO',
  'QUESTION_HORIZONTAL_RADIO_ENFORCED',
  'QUESTION_VERTICAL_RADIO',
  'QUESTION_CHECKBOX',
  'QUESTION_SELECT',
]);

const declinable: ReadonlySet<string> = new Set([
  'QUESTION_VERTICAL_RADIO',
  'QUESTION_CHECKBOX',
  'QUESTION_SELECT',
  'QUESTION_RANGE_INDICATOR',
  'QUESTION_INTEGER',
]);

function item(type: ItemType) {
  const isAddress = type.startsWith('EMAIL');
  return {
    id: type,
    type,
    content: contents[type],
    ...(withOptions.has(type) && { options: 'levels' }),
    ...(declinable.has(type) && { declinable: true }),
    ...(isAddress && { windows: ['PRE'] }),
  };
}

const instrument = {
  format: 1,
  id: 'every-item',
  version: '1.0.0',
  status: 'demonstration',
  licence: 'Frei',
  source: 'Für diese Prüfung verfasst.',
  language: 'de',
  title: 'Jede Art von Frage',
  purpose: 'Zeigt jede Art von Frage.',
  option_sets: { levels },
  dimensions: pages.map(({ title, types }, index) => ({
    id: `part-${index}`,
    form: 'fixed',
    title,
    paragraph: 'Bitte beantworten Sie die folgenden Fragen.',
    pages: [{ items: types }],
    items: types.map(item),
  })),
  crisis: [],
  crisis_decided_by: 'Prüfung',
};

export function everyItemSurvey(consent: 'on' | 'off' = 'off') {
  return surveyOf(instrument, consent);
}

/** Writes an instrument and its protocol to files for `survey` of `openSite`. They are removed after the tests of the file. */
export function surveyOf(
  instrument: { readonly id: string },
  consent: 'on' | 'off' = 'off',
): { protocolFile: string; instrumentsDir: string } {
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-items-'));
  after(() => rmSync(folder, { recursive: true }));
  const standard = JSON.parse(
    readFileSync(new URL('../../protocols/standard.json', import.meta.url), 'utf8'),
  ) as { windows: object[] };
  const windows = standard.windows.map((window) => ({ ...window, instruments: [instrument.id] }));
  const protocolFile = join(folder, 'protocol.json');
  const instrumentsDir = mkdtempSync(join(folder, 'instruments-'));
  writeFileSync(protocolFile, JSON.stringify({ ...standard, id: instrument.id, consent, windows }));
  writeFileSync(join(instrumentsDir, 'every-item.json'), JSON.stringify(instrument));
  return { protocolFile, instrumentsDir };
}
