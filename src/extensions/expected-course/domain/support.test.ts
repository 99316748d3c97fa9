import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as v from 'valibot';
import { parseInstrument, type Instrument } from '../../../domain/instrument.ts';
import type { ScaleScore } from '../../../domain/scoring-scales.ts';
import { supportFile, supportHints, type SupportFacts } from './support.ts';

const file = v.parse(supportFile, JSON.parse(readFileSync('support/standard.json', 'utf8')));

function shipped(id: string): Instrument {
  const parsed = parseInstrument(readFileSync(`instruments/${id}.json`, 'utf8'));
  assert.ok(parsed.kind === 'instrument');
  return parsed.instrument;
}
const instruments = [shipped('wai'), shipped('eri')];

// Only these fields of a score are read.
const score = (name: string, raw: number | null) => {
  const [instrument_id, scale] = name.split('/');
  return { instrument_id, scale, t: null, raw } as unknown as ScaleScore;
};
const pointsOf = (name: string, ...values: readonly (number | null)[]): SupportFacts['points'] =>
  values.map((value) => [score(name, value)]);
const titlesOf = (
  points: SupportFacts['points'],
  { hasOpenEvent = false, hasDoubtfulAnswers = false }: Partial<SupportFacts> = {},
) =>
  supportHints(file, { instruments, points, hasOpenEvent, hasDoubtfulAnswers }).map(({ scales, title }) =>
    [title, ...scales].join(': '),
  );

test('an alliance that fell by half of the person’s own standard deviation is named, a smaller fall is not', () => {
  // Mean 4, standard deviation 0.2.
  const earlier = [3.8, 4, 4.2];
  assert.deepEqual(titlesOf(pointsOf('wai/wai-bond', ...earlier, 3.95)), []);
  const [hint] = titlesOf(pointsOf('wai/wai-bond', ...earlier, 3.9));
  assert.match(hint!, /^Die Zusammenarbeit wird schlechter beurteilt.*: Bindung$/);
});

test('with fewer than three earlier values the standard deviation of the scale counts', () => {
  assert.deepEqual(titlesOf(pointsOf('wai/wai-bond', 4, 3.65)), []);
  assert.equal(titlesOf(pointsOf('wai/wai-bond', 4, 3.6)).length, 1);
  assert.deepEqual(titlesOf(pointsOf('wai/wai-bond', 2)), [], 'nothing to compare with');
});

const bondAbout = (before: string) =>
  [4, 3.6].map((raw, index) => [{ ...score('wai/wai-bond', raw), about: index === 0 ? before : 'partner' }]);

test('a scale fell only since an earlier measurement about the same people', () => {
  assert.equal(titlesOf(bondAbout('partner')).length, 1);
  assert.deepEqual(titlesOf(bondAbout('household')), []);
});

test('low and high name the scales of the worse and of the better third', () => {
  assert.match(titlesOf(pointsOf('eri/eri-social', 2))[0]!, /^Wenig Unterstützung/);
  assert.deepEqual(titlesOf(pointsOf('eri/eri-social', 3)), []);
  assert.match(titlesOf(pointsOf('eri/eri-social', 4))[0]!, /^Stärken/);
});

test('answers that were given without reading are named before the scales that they may have moved', () => {
  const [first, second] = titlesOf(pointsOf('eri/eri-social', 2), { hasDoubtfulAnswers: true });
  assert.match(first!, /ungewöhnlich/);
  assert.match(second!, /^Wenig Unterstützung/);
});

test('an open event is named first, and a survey without a scale or without a score says nothing of it', () => {
  assert.match(titlesOf(pointsOf('eri/eri-social', 2), { hasOpenEvent: true })[0]!, /Lebensüberdruss/);
  assert.deepEqual(titlesOf(pointsOf('eri/eri-social', 2, null)), []);
  assert.deepEqual(titlesOf([]), []);
});

test('a file with a rule that nothing knows is refused', () => {
  const wrong = { ...file, hints: [{ ...file.hints[0], when: 'always' }] };
  assert.equal(v.safeParse(supportFile, wrong).success, false);
});
