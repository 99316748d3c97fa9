import assert from 'node:assert/strict';
import test from 'node:test';
import { shippedInstrument } from '../../test/survey-samples.ts';
import { clinicalFigures } from '../psychometrics/clinical-figures.ts';
import { adaptiveTest } from './adaptive-bank.ts';

// What a therapist may rely on: the shipped banks ask about the whole syndrome and find a change of 8 T (record 072).

const CORE = {
  dep: ['mood', 'joy', 'drive', 'self-worth', 'guilt', 'hope'],
  anx: ['fear', 'worry', 'tension', 'body', 'avoidance', 'social'],
} as const;

for (const id of ['dep', 'anx'] as const)
  test(`${id} asks 3,000 simulated patients about each core facet, in at most eight items, and finds 8 T`, () => {
    const dimension = shippedInstrument(id).dimensions.find(({ form }) => form === 'adaptive');
    assert.ok(dimension?.form === 'adaptive');
    const facetOf = new Map(dimension.items.map((item) => [item.id, item.facet ?? '']));
    const persons = { persons: 3000, seed: 'resonanz' };
    const figures = clinicalFigures({ ...adaptiveTest(dimension, 'PRE'), facetOf, ...persons });
    for (const facet of CORE[id]) assert.ok((figures.asked[facet] ?? 0) >= 0.6, facet);
    assert.ok(figures.same_set <= 0.4);
    assert.ok(figures.median_items <= 8);
    assert.ok(figures.coverage >= 0.93 && figures.coverage <= 0.97);
    assert.ok(figures.change.power_8_better >= 0.6);
  });
