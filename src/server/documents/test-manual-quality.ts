import type { AdaptiveDimension, NormSet } from '../../domain/instrument-schema.ts';
import { manualText as text } from '../../text/test-manual.ts';
import { clinicalBlocks } from './test-manual-clinical.ts';
import { ruleFacts } from './test-manual-rules.ts';
import { germanNumber } from '../print/number-format.ts';
import { heading, muted, paragraph, table, type Block, type Figure } from '../print/blocks.ts';
import { barPlot, curvePlot } from './plots.ts';
import { QUALITY_EACH, QUALITY_PERSONS, QUALITY_SEED, type TestQuality } from './test-quality.ts';

// The simulation answers in theta; the reader knows T.
type Metric = { toT(theta: number): number; points(thetas: number): number };

/** The rules of an adaptive test, and its precision, length and use of items with simulated persons. */
export function qualityBlocks(
  dimension: AdaptiveDimension,
  norm: NormSet | undefined,
  quality: TestQuality,
  changeZ: number,
): readonly Block[] {
  const { mean, sd } = norm ?? { mean: 0, sd: 1 };
  const metric: Metric = {
    toT: (theta) => 50 + (10 * (theta - mean)) / sd,
    points: (thetas) => (10 * thetas) / sd,
  };
  return [
    heading(3, text.rules),
    { kind: 'facts', rows: ruleFacts(dimension) },
    heading(3, text.simulatedTitle),
    paragraph(text.simulated(QUALITY_PERSONS.toLocaleString('de-DE'), QUALITY_SEED)),
    { kind: 'facts', rows: qualityFacts(quality, metric) },
    ...clinicalBlocks(quality),
    heading(3, text.precision),
    precisionFigure(dimension.id, quality, metric),
    heading(3, text.length),
    lengthFigure(dimension.id, quality, metric),
    heading(3, text.exposure),
    exposureFigure(dimension.id, quality),
    ...numbers(quality, metric, changeZ),
  ];
}

const percent = (share: number) => germanNumber(share * 100, 1);

function qualityFacts(quality: TestQuality, { points }: Metric): readonly (readonly [string, string])[] {
  const { overall, length, stops, exposure, overlap } = quality;
  const names = text.qualityFacts;
  const inPoints = (thetas: number) => text.tPoints(germanNumber(points(thetas), 1));
  const reasons = Object.entries(stops).map(([reason, count]) =>
    // The keys are those of the type.
    text.stopShare(text.stops[reason as keyof typeof text.stops], percent(count / overall.persons)),
  );
  return [
    [names.items, text.spread(germanNumber(length.mean, 1), germanNumber(length.sd, 1))],
    [names.range, text.from(length.min, length.max)],
    [names.bias, inPoints(overall.bias)],
    [names.rmse, inPoints(overall.rmse)],
    [names.se, inPoints(overall.mean_se)],
    [names.reliability, germanNumber(quality.reliability, 2)],
    [names.coverage, text.share(percent(overall.coverage))],
    [names.overlap, text.share(percent(overlap))],
    [names.used, text.of(exposure.filter(({ rate }) => rate > 0).length, exposure.length)],
    [names.stops, reasons.join('; ')],
  ];
}

function precisionFigure(id: string, { at, floor }: TestQuality, { toT, points }: Metric): Figure {
  const shown = at.map(({ theta, mean_se: se }) => ({ x: toT(theta), y: points(se) }));
  const best = floor.map(({ theta, se }) => ({ x: toT(theta), y: points(se) }));
  const desc = pointsAlt(shown);
  const words = {
    id: `precision-${id}`,
    title: text.precision,
    desc,
    xName: text.trait,
    yName: text.precisionAxis,
  };
  return {
    kind: 'figure',
    svg: curvePlot(words, shown, best),
    alt: `${text.precisionAxis}. ${desc}`,
    caption: text.precisionCaption,
  };
}

function lengthFigure(id: string, { at }: TestQuality, { toT }: Metric): Figure {
  const shown = at.map(({ theta, items }) => ({ x: toT(theta), y: items }));
  const desc = pointsAlt(shown);
  const words = { id: `length-${id}`, title: text.length, desc, xName: text.trait, yName: text.lengthAxis };
  return { kind: 'figure', svg: curvePlot(words, shown), alt: `${text.lengthAxis}. ${desc}` };
}

function pointsAlt(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }) => text.pointAlt(germanNumber(x, 0), germanNumber(y, 1))).join('; ');
}

function exposureFigure(id: string, quality: TestQuality): Figure {
  const sorted = byRate(quality);
  const [most] = sorted;
  const unused = sorted.filter(({ rate }) => rate === 0).length;
  const desc = text.exposureAlt(most?.item ?? '', percent(most?.rate ?? 0), unused);
  const words = {
    id: `exposure-${id}`,
    title: text.exposure,
    desc,
    xName: text.exposureCaption,
    yName: text.exposureAxis,
  };
  const svg = barPlot(
    words,
    sorted.map(({ rate }) => rate * 100),
  );
  return { kind: 'figure', svg, alt: desc };
}

function byRate({ exposure }: TestQuality): TestQuality['exposure'] {
  return exposure.toSorted((one, other) => other.rate - one.rate);
}

function numbers(quality: TestQuality, { toT, points }: Metric, changeZ: number): readonly Block[] {
  const rows = quality.at.map(({ theta, items, bias, rmse, mean_se: se, coverage }) => [
    germanNumber(toT(theta), 0),
    germanNumber(items, 1),
    germanNumber(points(bias), 1),
    germanNumber(points(rmse), 1),
    germanNumber(points(se), 1),
    germanNumber(points(changeZ * Math.SQRT2 * se), 1),
    text.share(percent(coverage)),
  ]);
  const rates = byRate(quality).map(({ item, rate }) => [item, percent(rate)]);
  const half = Math.ceil(rates.length / 2);
  const numeric = [0, 1, 2, 3, 4, 5, 6];
  return [
    table(text.tableColumns, rows, { caption: text.table, numeric, widths: [2, 1, 1, 1, 2, 2, 2] }),
    muted(text.tableNote(QUALITY_EACH, germanNumber(changeZ, 2))),
    { kind: 'columns', look: 'pair', cells: [rates.slice(0, half), rates.slice(half)].map(exposureTable) },
  ];
}

function exposureTable(rates: readonly (readonly string[])[]): readonly Block[] {
  return [table(text.exposureColumns, rates, { numeric: [1], widths: [1, 1] })];
}
