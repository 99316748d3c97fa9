import { parseInstrument } from '../src/domain/instrument.ts';

const levels = [0, 1, 2].map((value) => ({ id: `o${value}`, label: `Stufe ${value}`, value }));
const report = { title: 'Titel', clinician: 'Text', patient: 'Text' };

function adaptiveItem(id: string) {
  return { id, type: 'QUESTION_VERTICAL_RADIO', content: 'Text', options: 'levels', a: 2, b: [0, 1] };
}

function fixedItem(id: string) {
  return { id, type: 'QUESTION_HORIZONTAL_RADIO', content: 'Text', options: 'levels' };
}

function band(key: string, from: number | null) {
  return { key, from, label: key, clinician: 'Text', patient: 'Text', condition_severity: 'LOW' };
}

export const bands = [band('low', null), band('mid', 55), band('high', 65)];

/** A small instrument with one example of everything that a check can refuse. */
export const sampleInstrument = {
  format: 1,
  id: 'sample',
  version: '1.0.0',
  status: 'demonstration',
  licence: 'Frei',
  source: 'Beispiel',
  language: 'de',
  title: 'Beispiel',
  purpose: 'Zweck',
  option_sets: { levels },
  dimensions: [
    {
      id: 'adapted',
      form: 'adaptive',
      model: 'GRM',
      adaptive: {
        criterion: 'MFI',
        estimator: 'EAP',
        stop: { se_below: 0.3, min_items: 1, max_items: 2, healthiest: { items: 1, category: 'lowest' } },
        expected_items: 2,
      },
      items: [adaptiveItem('a-1'), adaptiveItem('a-2')],
    },
    {
      id: 'plain',
      form: 'fixed',
      title: 'Titel',
      pages: [{ items: ['f-1', 'f-2'] }, { items: ['f-3', 'f-4'] }],
      items: [
        fixedItem('f-1'),
        fixedItem('f-2'),
        { id: 'f-3', type: 'QUESTION_RANGE_INDICATOR', content: 'Text' },
        {
          id: 'f-4',
          type: 'QUESTION_VERTICAL_RADIO',
          content: 'Text',
          options: levels.map((one, index) => ({ ...one, value: index + 1 })),
        },
      ],
    },
  ],
  norm_sets: [{ id: 'norm', title: 'N', population: 'P', source: 'Q', mean: 0, sd: 1 }],
  scales: [
    {
      ...report,
      key: 'theta',
      method: 'irt',
      dimension: 'adapted',
      norm_set: 'norm',
      direction: 'high_is_worse',
      bands: { metric: 't', source: 'Q', condition_severity: 'on', list: bands },
    },
    { ...report, key: 'sum', method: 'sum', items: ['f-1', 'f-2'], direction: 'high_is_worse' },
    {
      ...report,
      key: 'index',
      method: 'index',
      items: ['f-4'],
      decrements: { 'f-4': [0, 0.1, 0.2] },
      source: 'Q',
      direction: 'low_is_worse',
    },
    { ...report, key: 'value', method: 'value', item: 'f-3', direction: 'low_is_worse' },
  ],
  crisis: [{ item: 'f-1', kind: 'self', at_least: 1, clinician: 'Text' }],
};

/** The sample with another value at a path; undefined takes the key away. */
export function changed(node: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(node)) {
    const list: readonly unknown[] = node;
    const index = Number(step);
    return [...list.slice(0, index), changed(list[index], rest, value), ...list.slice(index + 1)];
  }
  const fields = new Map(Object.entries(node ?? {}));
  return { ...Object.fromEntries(fields), [step]: changed(fields.get(step), rest, value) };
}

/** The mistakes of a file, as `path: message`. */
export function mistakesOf(file: unknown): readonly string[] {
  const parsed = parseInstrument(JSON.stringify(file));
  if (parsed.kind === 'instrument') return [];
  return parsed.mistakes.map(({ path, message }) => `${path}: ${message}`);
}
