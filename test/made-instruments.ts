import assert from 'node:assert/strict';
import { parseInstrument, type Instrument } from '../src/domain/instrument.ts';

/** The answers to an item: whole numbers from … to, other values, a slider, a typed number, or boxes with their points. */
export type MadeItem =
  | readonly [from: number, to: number]
  | { readonly numbers: readonly number[] }
  | { readonly slider: readonly [from: number, to: number] }
  | { readonly typed: readonly [from: number, to: number] }
  | { readonly boxes: readonly number[] };

export type MadeParts = {
  readonly id?: string;
  readonly items: Readonly<Record<string, MadeItem>>;
  readonly scales: readonly Readonly<Record<string, unknown>>[];
  readonly norm_sets?: readonly unknown[];
  readonly norm_tables?: readonly unknown[];
};

const texts = { direction: 'high_is_worse', clinician: 'Text', patient: 'Text' };

/** An instrument file of placeholders: "Frage 1", "Antwort 0". */
export function madeFile({ id = 'made', items, scales, ...norms }: MadeParts): Record<string, unknown> {
  return {
    format: 1,
    id,
    version: '1.0.0',
    status: 'demonstration',
    licence: 'Frei',
    source: 'Platzhalter',
    language: 'de',
    title: `Beispiel ${id}`,
    purpose: 'Zweck',
    crisis: [],
    crisis_decided_by: 'A. Beispiel',
    dimensions: [
      {
        id: 'all',
        form: 'fixed',
        items: Object.entries(items).map(([item, made], index) => ({
          id: item,
          content: `Frage ${index + 1}`,
          declinable: true,
          not_applicable: true,
          ...answersOf(made),
        })),
      },
    ],
    ...norms,
    scales: scales.map((scale) => ({ title: `Skala ${String(scale['key'])}`, ...texts, ...scale })),
  };
}

function answersOf(made: MadeItem): Record<string, unknown> {
  if ('slider' in made) return { type: 'QUESTION_RANGE_INDICATOR', min: made.slider[0], max: made.slider[1] };
  if ('typed' in made) return { type: 'QUESTION_INTEGER', min: made.typed[0], max: made.typed[1] };
  if ('boxes' in made)
    return {
      type: 'QUESTION_CHECKBOX',
      options: made.boxes.map((points, value) => ({ ...optionOf(value), points })),
    };
  const values =
    'numbers' in made
      ? made.numbers
      : Array.from({ length: made[1] - made[0] + 1 }, (_, index) => made[0] + index);
  return { type: 'QUESTION_VERTICAL_RADIO', options: values.map(optionOf) };
}

const optionOf = (value: number) => ({ id: `o${value}`.replace('.', '-'), label: `Antwort ${value}`, value });

/** The same, read. Fails where the file has a mistake. */
export const madeInstrument = (parts: MadeParts): Instrument => readMade(JSON.stringify(madeFile(parts)));

export function readMade(text: string): Instrument {
  const parsed = parseInstrument(text);
  assert.ok(parsed.kind === 'instrument', JSON.stringify(parsed));
  return parsed.instrument;
}
