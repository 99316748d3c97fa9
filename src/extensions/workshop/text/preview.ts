import type { Point } from '../domain/points.ts';
import { germanDecimal } from './numbers.ts';

/** The texts of a report about nobody. */
export const previewText = {
  code: 'Beispiel',
  point: 'Vorschau',
  version: 'Vorschau',
} as const;

const NAMES = { lowest: 'Niedrigste Werte', middle: 'Mittlere Werte', highest: 'Höchste Werte' } as const;

export const pointText = (point: Point): string =>
  'scale' in point ? `${point.scale}: ab ${germanDecimal(point.from)} (${point.label})` : NAMES[point.key];
