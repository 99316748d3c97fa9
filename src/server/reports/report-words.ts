import { formatIsoDate } from '../../domain/iso-date.ts';
import type { Scale } from '../../domain/instrument-schema.ts';
import { changeText, sentenceText } from '../../text/reports.ts';
import { germanNumber, scoreDigits, signedNumber } from '../print/number-format.ts';
import type { CoursePoint, ShownBand, ShownChange, ShownScale } from './report-data.ts';

/** A score with its metric: "T 58,3", "3,25". */
export function valueText(scale: Scale, value: number): string {
  const number = germanNumber(value, scoreDigits(scale));
  return scale.method === 'irt' ? `T ${number}` : number;
}

export function intervalText(scale: Scale, { interval }: Pick<CoursePoint, 'interval'>): string {
  if (!interval) return '';
  const [lower, upper] = [interval.lower, interval.upper].map((value) =>
    germanNumber(value, scoreDigits(scale)),
  );
  return sentenceText.interval(lower ?? '', upper ?? '');
}

/** Where a band begins and ends: "55 bis unter 65". */
export function bandRange(scale: Scale, { from, to, isFirst, isLast }: ShownBand): string {
  const text = (value: number) => germanNumber(value, Number.isInteger(value) ? 0 : scoreDigits(scale));
  if (isFirst && isLast) return sentenceText.bandOnly;
  if (isFirst) return sentenceText.bandFirst(text(to));
  return isLast ? sentenceText.bandLast(text(from)) : sentenceText.bandBetween(text(from), text(to));
}

/** "Seit Erstgespräch: −7,7, verlässlich verbessert." */
export function changeSentence(scale: Scale, { since, difference, change }: ShownChange): string {
  const points = signedNumber(difference, scoreDigits(scale));
  return sentenceText.changeSince(points, since, changeText[change.kind]);
}

/** The course in words, for a screen reader: "Erstgespräch (03.02.2025) 66,0 auffällig; …". */
export function courseWords({ course, scale }: ShownScale): string {
  const points = course.map(({ label, date, value, band }) =>
    [`${label} (${formatIsoDate(date)})`, valueText(scale, value), band?.label ?? ''].join(' ').trim(),
  );
  return sentenceText.courseDesc(points.join('; '));
}

/** How many of 100 persons of the norm group have a lower T-score, 1 to 99. */
export function percentile(t: number): number {
  const share = Math.round(100 * normalShare((t - 50) / 10));
  return Math.min(99, Math.max(1, share));
}

// Share of a standard normal distribution below z; Abramowitz & Stegun (1964), 26.2.17, error below 1e-7.
function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const factors = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = factors.reduceRight((rest, factor) => (rest + factor) * t, 0);
  const upper = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
  return z >= 0 ? 1 - upper : upper;
}
