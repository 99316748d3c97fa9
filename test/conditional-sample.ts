import type { Instrument } from '../src/domain/instrument-schema.ts';
import { anInstrument } from './survey-samples.ts';

// Questionnaires with conditions, of our own wording.

const levels = [0, 1, 2, 3, 4].map((value) => ({ id: `o${value}`, label: `Stufe ${value}`, value }));
const texts = { title: 'Titel', clinician: 'Text', patient: 'Text', direction: 'high_is_worse' };

function choice(id: string, more: object = {}) {
  return { id, type: 'QUESTION_VERTICAL_RADIO', content: `Frage ${id}`, options: 'levels', ...more };
}

function instrumentOf(id: string, more: object) {
  return {
    format: 1,
    id,
    version: '1.0.0',
    status: 'demonstration',
    licence: 'Frei',
    source: 'Beispiel',
    language: 'de',
    title: `Fragebogen ${id}`,
    section: 'eri',
    purpose: 'Zweck',
    option_sets: { levels },
    crisis: [],
    crisis_decided_by: 'Prüfung',
    ...more,
  };
}

/**
 * A skip-out as in questionnaires about alcohol: after "never" (0) the next page is not asked and counts 0. The fourth question
 * depends on an answer of that page, the fifth is asked always, the text only where the fifth was answered.
 */
export const habitFile = instrumentOf('habit', {
  dimensions: [
    {
      id: 'habit',
      form: 'fixed',
      title: 'Gewohnheit',
      pages: [
        { items: ['h-1'] },
        { items: ['h-2', 'h-3'], show_if: { any: [{ item: 'h-1', at_least: 1 }], counts_as: 0 } },
        { items: ['h-4', 'h-5'] },
        { items: ['h-6'] },
      ],
      items: [
        choice('h-1', { declinable: true }),
        choice('h-2'),
        choice('h-3'),
        choice('h-4', {
          show_if: {
            all: [
              { item: 'h-2', at_least: 2 },
              { item: 'h-1', is_not: 4 },
            ],
          },
        }),
        choice('h-5', { declinable: true, not_applicable: true }),
        {
          id: 'h-6',
          type: 'QUESTION_TEXT_OPTIONAL',
          content: 'Frage h-6',
          show_if: { any: [{ item: 'h-5', answered: true }] },
        },
      ],
    },
  ],
  scales: [{ ...texts, key: 'habit', method: 'sum', items: ['h-1', 'h-2', 'h-3', 'h-4', 'h-5'] }],
});

/** A questionnaire that is asked only after some answers to the one before it. */
export const effectFile = instrumentOf('effect', {
  show_if: { all: [{ item: 'h-1', at_least: 2 }] },
  dimensions: [
    {
      id: 'effect',
      form: 'fixed',
      title: 'Folgen',
      items: [choice('e-1'), choice('e-2', { not_applicable: true })],
    },
  ],
  scales: [{ ...texts, key: 'effect', method: 'mean', items: ['e-1', 'e-2'], not_applicable: 'left_out' }],
});

export const habit: Instrument = anInstrument(JSON.stringify(habitFile));
export const effect: Instrument = anInstrument(JSON.stringify(effectFile));
