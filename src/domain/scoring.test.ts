import assert from 'node:assert/strict';
import test from 'node:test';
import { aPatient, aPlan, anAnswer, answered, shippedInstrument, taken } from '../../test/survey-samples.ts';
import { estimateEap } from '../psychometrics/posterior.ts';
import { DECLINED, type Answer } from './answer-types.ts';
import type { Instrument, Scale } from './instrument-schema.ts';
import { hasNormGroups, scoreSession, worstSeverity } from './scoring.ts';
import { scoreChange } from './scoring-change.ts';
import { scaleRange } from './instrument-items.ts';
import type { NormedPerson } from './scoring-classical.ts';
import { adaptiveTest } from './adaptive-bank.ts';
import type { SurveyPlan } from './survey-plan.ts';

const dep = shippedInstrument('dep');
const anx = shippedInstrument('anx');
const exis = shippedInstrument('exis');
const eq5d = shippedInstrument('eq5d');

/** Scores of answers that are given directly and not page by page. */
function scoresOf(
  instruments: readonly Instrument[],
  answers: readonly Answer[],
  change: Partial<SurveyPlan> = {},
) {
  return scoreSession(aPlan(instruments, change), [{ number: 1, answers }]);
}

function scaleOf(instrument: Instrument, key: string): Scale {
  const found = instrument.scales.find((scale) => scale.key === key);
  assert.ok(found);
  return found;
}

/** A patient with one category for every adaptive answer. */
function constantSession(category: number) {
  const plan = aPlan([dep, anx]);
  const theta = category === 0 ? -50 : 50;
  const { stored } = taken(plan, { theta, random: () => 0.5 });
  return scoreSession(plan, stored);
}

test('theta of an adaptive scale is the EAP of its answers, and its T-score is 50 + 10 theta', () => {
  const plan = aPlan([dep]);
  const stored = answered(plan, aPatient('anna'));
  const score = scoreSession(plan, stored).scales[0];
  const dimension = dep.dimensions[0];
  assert.ok(dimension?.form === 'adaptive' && score?.theta != null && score.se != null && score.interval);
  const given = stored
    .flatMap((page) => page.answers)
    .filter(({ id }) => id !== 'dep-31' && !id.startsWith('crisis-help'));
  const expected = estimateEap(
    adaptiveTest(dimension).bank,
    given.map(({ id, value }) => ({ item: id, category: Number(value) })),
  );
  assert.equal(score.theta, expected.theta);
  assert.equal(score.se, expected.se);
  assert.equal(score.t, 50 + 10 * expected.theta);
  assert.ok(Math.abs(score.interval.upper - (50 + 10 * (expected.theta + 1.96 * expected.se))) < 0.01);
  assert.equal(score.items_answered, given.length);
  assert.equal(score.norm_set, 'demo-2026');
  assert.ok(score.stop === 'se_below' || score.stop === 'max_items');
});

test('the norms of a score are those of the first group that the patient belongs to, else those of everybody', () => {
  const [norm] = dep.norm_sets;
  assert.ok(norm);
  const groups = [
    {
      ...norm,
      id: 'old-women',
      mean: 0.5,
      sd: 2,
      group: { genders: ['FEMALE'] as const, age: { from: 60, to: 150 } },
    },
    { ...norm, id: 'old', mean: -0.5, sd: 1, group: { age: { from: 60, to: 150 } } },
  ];
  const grouped = {
    ...dep,
    norm_sets: [norm, ...groups],
    scales: dep.scales.map((scale) => ({ ...scale, norm_groups: ['old-women', 'old'] })),
  } as unknown as Instrument;
  const plan = aPlan([grouped]);
  const stored = answered(plan, aPatient('anna'));
  const scoreOf = (person: NormedPerson | null) => scoreSession(plan, stored, person).scales[0];
  const { theta } = scoreOf(null) ?? {};
  assert.ok(theta != null);
  const expected: [NormedPerson | null, string, number][] = [
    [null, norm.id, 50 + 10 * theta],
    [{ gender: 'FEMALE', age: 59 }, norm.id, 50 + 10 * theta],
    [{ gender: 'FEMALE', age: 60 }, 'old-women', 50 + (10 * (theta - 0.5)) / 2],
    [{ gender: 'DIVERSE', age: 90 }, 'old', 50 + 10 * (theta + 0.5)],
  ];
  for (const [person, set, t] of expected) {
    const score = scoreOf(person);
    assert.equal(score?.norm_set, set);
    assert.ok(Math.abs((score?.t ?? 0) - t) < 1e-9, set);
  }
  assert.equal(hasNormGroups(plan), true);
  assert.equal(hasNormGroups(aPlan([dep, exis])), false);
});

test('the severity of the condition is the worse severity of dep and anx', () => {
  assert.equal(worstSeverity([{ condition_severity: 'LOW' }, { condition_severity: 'HIGH' }]), 'HIGH');
  assert.equal(
    worstSeverity([
      { condition_severity: 'MEDIUM' },
      { condition_severity: 'LOW' },
      { condition_severity: null },
    ]),
    'MEDIUM',
  );
  assert.equal(worstSeverity([{ condition_severity: null }]), 'UNKNOWN');
  assert.equal(worstSeverity([]), 'UNKNOWN');
});

test('the healthiest answers give the severity LOW, and the worst answers HIGH', () => {
  assert.equal(constantSession(0).condition_severity, 'LOW');
  assert.equal(constantSession(4).condition_severity, 'HIGH');
  assert.deepEqual(
    constantSession(0).scales.map(({ stop }) => stop),
    ['healthiest', 'healthiest'],
  );
});

test('a T-score at the edge of two bands belongs to the higher band', () => {
  const scale = scaleOf(dep, 'dep');
  assert.ok(scale.bands);
  // The edge of the bands lies on the score, then just above it.
  const plan = aPlan([dep]);
  const stored = answered(plan, aPatient('anna'));
  const t = scoreSession(plan, stored).scales[0]?.t ?? 0;
  const bandWith = (from: number) => {
    const list = scale.bands?.list.map((band) => (band.key === 'high' ? { ...band, from } : band)) ?? [];
    const low = list.map((band) => (band.key === 'medium' ? { ...band, from: from - 1 } : band));
    const changed = { ...dep, scales: [{ ...scale, bands: { ...scale.bands, list: low } }] } as Instrument; // only numbers changed
    return scoreSession(aPlan([changed]), stored).scales[0]?.band;
  };
  assert.equal(bandWith(t), 'high');
  assert.equal(bandWith(t + 0.001), 'medium');
  assert.equal(bandWith(t + 1.001), 'low');
});

test('the protocol can switch the condition off, and the bands stay', () => {
  const plan = aPlan([dep, anx], { condition_severity: 'off' });
  const scores = scoreSession(plan, answered(plan, aPatient('anna')));
  assert.equal(scores.condition_severity, 'UNKNOWN');
  assert.ok(scores.scales.every(({ band }) => band !== null));
});

test('an instrument can switch its part of the condition off', () => {
  const scale = scaleOf(dep, 'dep');
  const off = {
    ...dep,
    scales: [{ ...scale, bands: { ...scale.bands, condition_severity: 'off' } }],
  } as Instrument; // only the switch changed
  const plan = aPlan([off]);
  const scores = scoreSession(plan, answered(plan, aPatient('anna')));
  assert.equal(scores.condition_severity, 'UNKNOWN');
  assert.equal(scores.scales[0]?.condition_severity, null);
});

test('without dep and anx the condition is unknown', () => {
  const plan = aPlan([eq5d]);
  assert.equal(scoreSession(plan, answered(plan, aPatient('anna'))).condition_severity, 'UNKNOWN');
  assert.equal(scoreSession(aPlan([dep]), []).condition_severity, 'UNKNOWN');
  assert.equal(scoreSession(aPlan([dep]), []).scales[0]?.t, null);
});

test('a mean score counts reversed items the other way round', () => {
  const answers = [
    anAnswer('exis-01', 6),
    anAnswer('exis-02', 6),
    anAnswer('exis-03', 6),
    anAnswer('exis-04', 1),
  ];
  const score = scoresOf([exis], answers).scales[0];
  assert.equal(score?.raw, 6);
  assert.equal(score?.band, null, 'an invented scale without a norm has no bands');
  assert.equal(score?.interval?.upper, 6, 'the interval ends where the scale ends');
});

test('a mean score allows a quarter of the answers to be missing, but not more', () => {
  const three = ['exis-01', 'exis-02', 'exis-03'].map((id) => anAnswer(id, 3));
  const score = scoresOf([exis], three).scales[0];
  assert.equal(score?.raw, 3);
  assert.equal(score?.items_missing, 1);
  const two = scoresOf([exis], three.slice(0, 2)).scales[0];
  assert.equal(two?.raw, null);
  assert.equal(two?.interval, null);
  assert.equal(two?.band, null);
  assert.equal(two?.items_answered, 2);
});

function healthState(level: number): readonly Answer[] {
  return [1, 2, 3, 4, 5].map((number) => anAnswer(`eq5d-0${number}`, level));
}

test('the health index of perfect health is 1, and the worst health is 1 minus all decrements', () => {
  assert.equal(scoresOf([eq5d], healthState(1)).scales[0]?.raw, 1);
  assert.equal(scoresOf([eq5d], healthState(2)).scales[0]?.raw, 0.79);
  assert.equal(scoresOf([eq5d], healthState(5)).scales[0]?.raw, -0.4);
  assert.deepEqual(scaleRange(scaleOf(eq5d, 'eq5d-index'), eq5d), { lower: -0.4, upper: 1 });
  assert.equal(scoresOf([eq5d], healthState(1).slice(1)).scales[0]?.raw, null);
});

test('the score of the health scale is the answered number', () => {
  const score = scoresOf([eq5d], [anAnswer('eq5d-06', 0)]).scales[1];
  assert.equal(score?.raw, 0);
  assert.equal(score?.interval?.lower, 0);
});

test('scores contain the versions of instrument and scoring', () => {
  const scores = scoresOf([eq5d], []);
  assert.match(scores.algorithm_version, /^scoring-\d/);
  assert.equal(scores.scales[0]?.instrument_version, eq5d.version);
});

function thetaOf(theta: number | null) {
  if (theta === null) return { raw: null, t: null, interval: null };
  const t = 50 + 10 * theta;
  const reach = 1.959963984540054 * 3;
  return { raw: null, t, interval: { lower: t - reach, upper: t + reach } };
}

function rawOf(raw: number | null) {
  return { raw, t: null, interval: null };
}

test('a change beyond 1.96 standard errors of the difference is reliable and has a direction', () => {
  const scale = scaleOf(dep, 'dep');
  assert.equal(scoreChange(scale, thetaOf(2), thetaOf(1))?.kind, 'improved');
  assert.equal(scoreChange(scale, thetaOf(1), thetaOf(0))?.kind, 'recovered');
  assert.equal(scoreChange(scale, thetaOf(0), thetaOf(1))?.kind, 'worse');
  assert.equal(scoreChange(scale, thetaOf(1), thetaOf(0.2))?.kind, 'unchanged');
  assert.equal(scoreChange(scale, thetaOf(1), thetaOf(null)), null);
});

test('a rise of a resource is an improvement', () => {
  const scale = scaleOf(exis, 'exis-belonging');
  assert.equal(scoreChange(scale, rawOf(2), rawOf(5))?.kind, 'improved');
  assert.equal(scoreChange(scale, rawOf(5), rawOf(2))?.kind, 'worse');
  assert.equal(scoreChange(scale, rawOf(3), rawOf(3.5))?.kind, 'unchanged');
  assert.equal(scoreChange(scale, rawOf(3), rawOf(null)), null);
});

test('a patient who crosses the cut-off between clinical and general norms counts as recovered', () => {
  const plain = scaleOf(exis, 'exis-belonging');
  assert.ok(plain.reliable_change?.method === 'jacobson-truax');
  const groups = { clinical: { mean: 2, sd: 1 }, norm: { mean: 5, sd: 1 } };
  const scale: Scale = { ...plain, reliable_change: { ...plain.reliable_change, ...groups } };
  assert.equal(scoreChange(scale, rawOf(2), rawOf(4))?.kind, 'recovered');
  assert.equal(scoreChange(scale, rawOf(1), rawOf(3))?.kind, 'improved');
  assert.equal(scoreChange(scale, rawOf(4), rawOf(2))?.kind, 'worse');
});

test('a chart of T-scores goes from 20 to 80, one of percentages from 0 to 100', () => {
  assert.deepEqual(scaleRange(scaleOf(dep, 'dep'), dep), { lower: 20, upper: 80 });
  const mean = scaleOf(exis, 'exis-belonging');
  const percent = { ...mean, method: 'pomp' } as Scale; // a percentage has the fields of a mean
  assert.deepEqual(scaleRange(percent, exis), { lower: 0, upper: 100 });
});

test('a sum score ranges over all items together, and a mean score over the range of one item', () => {
  const mean = scaleOf(exis, 'exis-belonging');
  assert.deepEqual(scaleRange(mean, exis), { lower: 1, upper: 6 });
  const sum = { ...mean, method: 'sum' } as Scale; // a sum has the fields of a mean
  assert.deepEqual(scaleRange(sum, exis), { lower: 4, upper: 24 });
});

test('the interval of a mean score is 1.96 standard errors of measurement to both sides', () => {
  const scale = scaleOf(exis, 'exis-belonging');
  assert.ok(scale.reliable_change?.method === 'jacobson-truax');
  const { sd, reliability } = scale.reliable_change;
  const three = ['exis-01', 'exis-02', 'exis-03'].map((id) => anAnswer(id, 3));
  const interval = scoresOf([exis], three).scales[0]?.interval;
  const reach = 1.959963984540054 * sd * Math.sqrt(1 - reliability);
  assert.ok(interval);
  assert.equal(interval.lower, 3 - reach);
  assert.equal(interval.upper, 3 + reach);
});

test('a change is unknown if one of the two standard errors or scores is missing', () => {
  const theta = scaleOf(dep, 'dep');
  const known = thetaOf(1);
  for (const unknown of [thetaOf(null), { ...known, interval: null }]) {
    assert.equal(scoreChange(theta, unknown, known), null);
    assert.equal(scoreChange(theta, known, unknown), null);
  }
  const raw = scaleOf(exis, 'exis-belonging');
  assert.equal(scoreChange(raw, rawOf(null), rawOf(3)), null);
  const { reliable_change: _, ...silent } = raw;
  assert.equal(scoreChange(silent, rawOf(1), rawOf(5)), null);
});

test('a change of theta is later minus earlier in standard errors of the difference', () => {
  const change = scoreChange(scaleOf(dep, 'dep'), thetaOf(1), thetaOf(0));
  assert.ok(change);
  assert.ok(Math.abs(change.z + 1 / Math.hypot(0.3, 0.3)) < 1e-12);
});

test('a declined question is missing from its scale, and the rule for missing answers decides', () => {
  const [scale] = exis.scales;
  assert.ok(scale?.method === 'mean');
  const instrument = { ...exis, scales: [{ ...scale, missing: { type: 'max_missing', value: 1 } as const }] };
  const answersWith = (declined: number) =>
    scale.items.map((id, index) => anAnswer(id, index < declined ? DECLINED : 4));
  const [one] = scoresOf([instrument], answersWith(1)).scales;
  const [two] = scoresOf([instrument], answersWith(2)).scales;
  assert.ok(one?.raw != null);
  assert.deepEqual([one.items_missing, two?.items_missing, two?.raw], [1, 2, null]);
});
