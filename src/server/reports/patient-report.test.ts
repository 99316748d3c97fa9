import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportSamples } from '../../../test/report-samples.ts';
import { reportHtml } from '../print/print-html.ts';
import { patientReport } from './patient-report.ts';
import { reportSections, type ReportInput } from './report-data.ts';

// What a patient reads before a section is opened.

const htmlOf = (input: ReportInput) => reportHtml(patientReport(input));

/** The words beside the title of a closed section, with ordinary spaces. */
function closedLine(input: ReportInput, section: string): string | undefined {
  const line = new RegExp(`id="${section}-title">[^<]*</h3> <span class="rz-fold-line">([^<]*)<`).exec(
    htmlOf(input),
  );
  return line?.[1]?.replaceAll('\u00A0', ' ');
}

const isFramed = (input: ReportInput) =>
  /<section class="rz-overview rz-good-news" id="summary"/.test(htmlOf(input));

/** The report in which these scales are at the last point as they were at the first. */
function withoutChange(input: ReportInput, scales: readonly string[]): ReportInput {
  const before = input.points[0]!.scores;
  const points = input.points.map((point) => ({
    ...point,
    scores: point.scores.map((score) =>
      scales.includes(score.scale) ? before.find(({ scale }) => scale === score.scale)! : score,
    ),
  }));
  return { ...input, points };
}

/** The report in which one scale went from its last score to its first one. */
function turned(input: ReportInput, name: string): ReportInput {
  const [first, last] = [input.points[0]!, input.points.at(-1)!];
  const swapped = (one: typeof first, other: typeof first) => {
    const scores = other.scores.filter(({ scale }) => scale === name);
    return { ...one, scores: [...one.scores.filter(({ scale }) => scale !== name), ...scores] };
  };
  return { ...input, points: [swapped(first, last), swapped(last, first)] };
}

/** The report with the scales alone whose last change is of these kinds. */
function withChanges(input: ReportInput, kinds: readonly string[]): ReportInput {
  const shown = reportSections(input).flatMap(({ instruments }) => instruments.flatMap((one) => one.scales));
  const kept = shown.filter(({ changes: [newest] }) => newest && kinds.includes(newest.kind));
  assert.ok(kept.length > 0);
  const keys = new Set(kept.map(({ scale }) => scale.key));
  const points = input.points.map((point) => ({
    ...point,
    scores: point.scores.filter(({ scale }) => keys.has(scale)),
  }));
  return { ...input, points };
}

test('a closed section of a patient’s report says beside the arrow in words how its scales changed', () => {
  const better = reportSamples.all_better();
  for (const section of ['dep', 'anx', 'exis', 'evos', 'eri', 'eq5d'])
    assert.equal(closedLine(better, section), '↑ besser', section);
  assert.equal(closedLine(withoutChange(better, ['dep']), 'dep'), '→ nicht sicher verändert');
  assert.equal(closedLine(turned(better, 'dep'), 'dep'), '↓ schlechter');
});

test('a closed section whose scales changed differently says so, and is silent about those without a sure change', () => {
  const better = reportSamples.all_better();
  const [one, other] = ['evos-relationship', 'evos-efficacy'] as const;
  assert.equal(closedLine(turned(better, one), 'evos'), '↓ teils schlechter, ↑ teils besser');
  assert.equal(closedLine(withoutChange(better, [one]), 'evos'), '↑ teils besser');
  assert.equal(closedLine(withoutChange(better, [one, other]), 'evos'), '→ nicht sicher verändert');
});

test('a closed section of a first survey says nothing of a change', () => {
  assert.equal(closedLine(reportSamples.first(), 'dep'), '');
  assert.equal(closedLine(reportSamples.first(), 'evos'), '');
});

test('the summary of improvements alone has a frame, and none beside a worsening, a hint or an answer that shows danger', () => {
  const better = reportSamples.all_better();
  const relapse = reportSamples.relapse();
  assert.ok(isFramed(better));
  assert.ok(isFramed(withoutChange(better, ['dep'])));
  assert.ok(isFramed(withChanges(relapse, ['improved', 'recovered'])));
  assert.ok(!isFramed(withChanges(relapse, ['improved', 'recovered', 'hint'])));
  assert.ok(!isFramed(turned(better, 'dep')));
  assert.ok(!isFramed({ ...better, help_first: true }));
  assert.ok(!isFramed(withChanges(relapse, ['unchanged'])));
  assert.ok(!isFramed(reportSamples.first()));
});
