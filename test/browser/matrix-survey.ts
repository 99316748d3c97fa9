import { surveyOf } from './every-item.ts';

// A questionnaire with a matrix: one stem, rows with the same answers, one of them only after an earlier answer.

const yesOrNo = ['nein', 'ja'].map((label, value) => ({ id: `garden-${value}`, label, value }));
const often = ['nie', 'selten', 'manchmal', 'oft', 'fast immer'].map((label, value) => {
  return { id: `often-${value}`, label, value };
});

export const STEM = 'Wie oft haben Sie das in der letzten Woche getan?';
export const ROWS = {
  walk: 'Ich bin spazieren gegangen.',
  garden: 'Ich habe im Garten gearbeitet.',
  pet: 'Ich habe mich um ein Haustier gekümmert, zum Beispiel um einen Hund oder eine Katze.',
  music: 'Ich habe Musik gehört.',
} as const;

const reasons = { not_applicable: true, declinable: true };
const row = (id: keyof typeof ROWS) => {
  const type = 'QUESTION_HORIZONTAL_RADIO';
  return { id, type, content: ROWS[id], options: 'often', ...reasons };
};

const instrument = {
  format: 1,
  id: 'week',
  version: '1.0.0',
  status: 'demonstration',
  licence: 'Frei',
  source: 'Für diese Prüfung verfasst.',
  language: 'de',
  title: 'Ihre Woche',
  purpose: 'Zeigt eine Matrix.',
  option_sets: { often },
  dimensions: [
    {
      id: 'week',
      form: 'fixed',
      title: 'Ihre Woche',
      paragraph: 'Bitte denken Sie an die letzten sieben Tage.',
      pages: [
        { items: ['has-garden'] },
        { layout: 'matrix', connector: STEM, items: Object.keys(ROWS) },
        { items: ['more'] },
      ],
      items: [
        {
          id: 'has-garden',
          type: 'QUESTION_VERTICAL_RADIO',
          content: 'Haben Sie einen Garten?',
          options: yesOrNo,
        },
        row('walk'),
        { ...row('garden'), show_if: { all: [{ item: 'has-garden', is: 1 }] } },
        row('pet'),
        row('music'),
        { id: 'more', type: 'QUESTION_TEXT_OPTIONAL', content: 'Was noch?' },
      ],
    },
  ],
  scales: [
    {
      key: 'active',
      title: 'Aktivität',
      method: 'sum',
      items: Object.keys(ROWS),
      missing: { type: 'max_missing', value: 1 },
      not_applicable: 'left_out',
      direction: 'low_is_worse',
      clinician: 'Wie aktiv die Woche war.',
      patient: 'Wie aktiv Ihre Woche war.',
    },
  ],
  crisis: [],
  crisis_decided_by: 'Prüfung',
};

export const matrixSurvey = () => surveyOf(instrument);
